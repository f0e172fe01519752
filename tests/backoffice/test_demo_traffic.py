"""Sample traffic walks through the shop as shoppers and staff do, and finds the sandbox of that shop."""

import signal
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from project.accounts.models import Token, User
from project.catalog.actions import Option
from project.catalog.models import OptionKind, Product
from project.core.public_cache import move_catalogue_version
from project.orders.models import Order
from project.payments.models import Payment
from project.sample_shop.accounts import create_accounts, log_in_staff
from project.sample_shop.traffic import BANK_OUTCOMES, STAFF_WORK, Traffic, sandbox_of
from tests.factories import BEAD_OPTIONS, make_product
from tests.sandbox_process import SandboxProcess
from tests.waiting import eventually

pytestmark = pytest.mark.production_stack

HERE = "http://127.0.0.1:8000"
# Nobody waits for a pause of seconds.
SPEED = 100_000.0


@pytest.mark.parametrize(
    ("configured", "visited", "sandbox"),
    [
        (f"{HERE}/sandbox", HERE, f"{HERE}/sandbox"),
        (f"{HERE}/sandbox", "http://127.0.0.1:9000", "http://127.0.0.1:9000/sandbox"),
        ("http://127.0.0.1:7000", "http://127.0.0.1:9000", "http://127.0.0.1:7000"),
    ],
    ids=["this shop", "a shop on another port", "a sandbox of its own"],
)
def test_sandbox_is_the_visited_shops_own_unless_configured(
    settings: Settings, configured: str, visited: str, sandbox: str
) -> None:
    settings.SITE_URL, settings.SANDBOX_URL = HERE, configured

    assert sandbox_of(visited) == sandbox


def test_sample_traffic_never_meets_real_money(settings: Settings) -> None:
    settings.SANDBOX = False

    with pytest.raises(CommandError, match="must never meet real money"):
        call_command("demo_traffic", count=1)


@pytest.mark.parametrize("wrong", [{"per_minute": 0}, {"per_minute": -1}, {"speed": 0}])
def test_pace_of_sample_traffic_is_above_nothing(wrong: dict[str, int]) -> None:
    with pytest.raises(CommandError, match="must be above 0"):
        call_command("demo_traffic", count=1, **wrong)


@pytest.fixture
def shop(provider: SandboxProcess, live_server: LiveServer, settings: Settings) -> Iterator[str]:
    """The address of a shop that hears of the sandbox's money, as the sandbox of `provider` is its own."""
    settings.SANDBOX_URL = provider.url
    provider.control(
        "/settings", webhook_url=f"{live_server.url}/api/payments/webhooks/phonepe", refund_seconds=None
    )
    create_accounts()
    make_product(stock=40, options=BEAD_OPTIONS)
    make_product(stock=41, options=(Option(OptionKind.ORIGIN, "Java"), Option(OptionKind.SIZE, "big")))
    former = signal.getsignal(signal.SIGTERM)
    yield live_server.url
    signal.signal(signal.SIGTERM, former)


@pytest.fixture
def traffic(shop: str, provider: SandboxProcess) -> Iterator[Traffic]:
    """Shoppers, and staff who work since an hour, without the command that sends them."""
    with (
        log_in_staff() as tokens,
        closing(Traffic(shop, provider.url, tokens=tokens, addresses=2, speed=SPEED)) as traffic,
    ):
        Token.objects.update(second_factor_at=timezone.now() - timedelta(hours=1))
        yield traffic


@pytest.mark.django_db(transaction=True)
def test_payments_of_sample_shoppers_end_as_their_bank_says(traffic: Traffic) -> None:
    said = [outcome for _, outcome in BANK_OUTCOMES]

    for number, outcome in enumerate(said):
        traffic.run_order(number, outcome=outcome, staff_steps=())

    emails = {f"shopper-{number}@akshamala.example": " ".join(outcome) for number, outcome in enumerate(said)}
    payments = Payment.objects.select_related("order")
    assert eventually(
        lambda: (
            {emails[payment.order.email]: payment.status for payment in payments.all()}
            == {
                "success": "SUCCESS",
                "pending success": "SUCCESS",
                "failure success": "SUCCESS",
                "final failure": "FAILED",
                "failure cancel": "CANCELLED",
                "cancel": "CANCELLED",
                "cancel late success": "SUCCESS",
                "pending": "PENDING",
                "": "PENDING",
            }
        )
    )


@pytest.mark.django_db(transaction=True)
def test_sample_staff_move_paid_orders_and_give_money_back(traffic: Traffic) -> None:
    done = [staff_steps for _, staff_steps in STAFF_WORK]

    for number, staff_steps in enumerate(done):
        traffic.run_order(number, outcome=("success",), staff_steps=staff_steps)

    emails = {f"shopper-{number}@akshamala.example": staff_steps for number, staff_steps in enumerate(done)}
    found = {
        emails[order.email]: (
            order.status,
            [refund.amount_paise / payment.amount_paise for refund in payment.refunds.all()],
        )
        for order in Order.objects.prefetch_related("payments__refunds")
        for payment in order.payments.all()
    }
    assert found == {
        (): ("confirmed", []),
        ("processing",): ("processing", []),
        ("processing", "packaging"): ("packaging", []),
        ("processing", "packaging", "dispatched"): ("dispatched", []),
        ("part",): ("confirmed", [0.3]),
        ("refund",): ("confirmed", [1]),
        ("cancelled",): ("cancelled", [1]),
    }
    assert all(parcel for parcel in Order.objects.filter(status="dispatched").values_list("carrier"))


@pytest.mark.django_db(transaction=True)
def test_sample_delivery_is_of_the_product_that_runs_out_first(traffic: Traffic) -> None:
    scarce = make_product(stock=1)

    assert traffic.deliver().startswith(f"{scarce.slug}: ")

    scarce.refresh_from_db()
    assert scarce.on_hand >= 11
    assert sorted(Product.objects.exclude(pk=scarce.pk).values_list("on_hand", flat=True)) == [40, 41]


@pytest.mark.django_db(transaction=True)
def test_sample_traffic_tells_what_each_shopper_did_and_logs_its_staff_out(shop: str) -> None:
    told, failed = StringIO(), StringIO()

    call_command(
        "demo_traffic", count=3, per_minute=60_000, speed=SPEED, url=shop, stdout=told, stderr=failed
    )

    assert failed.getvalue() == ""
    lines = told.getvalue().splitlines()
    assert sum(": TXN" in line for line in lines) == Order.objects.count() == 3
    assert not Token.objects.filter(revoked_at=None).exists()


@pytest.mark.django_db(transaction=True)
def test_sample_shoppers_come_without_sample_staff_and_are_told_what_is_sold_out(shop: str) -> None:
    User.objects.filter(role="catalogue").delete()
    Product.objects.update(is_visible=False)
    move_catalogue_version()
    failed = StringIO()

    call_command("demo_traffic", count=1, per_minute=60_000, speed=SPEED, url=shop, stderr=failed)

    assert "No sample staff" in failed.getvalue()
    assert "everything is sold out" in failed.getvalue()
