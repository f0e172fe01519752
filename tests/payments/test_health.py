"""Shoppers hear which way to pay is in trouble, by the shop's own last payments."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from project.events.models import Event
from project.events.topics import Caller
from project.live_topics import find
from project.payments.models import Payment
from project.payments.provider_health.health import health
from tests.buying import place, start
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.delete("payments:health")


def had(
    count: int, instrument: str, status: str, *, seconds: int = 30, ago: int = 10, code: str = ""
) -> None:
    """Let payments have happened, this many minutes ago, that took this many seconds."""
    order = place(make_product(stock=100))
    begun = timezone.now() - timedelta(minutes=ago)
    Payment.objects.bulk_create(
        Payment(
            order=order,
            provider="phonepe",
            amount_paise=50_000,
            status=status,
            instrument=instrument,
            error_code=code,
            is_open=False,
            captured_paise=50_000 if status == "SUCCESS" else 0,
            initiated_at=begun,
            settled_at=None if status == "PENDING" else begun + timedelta(seconds=seconds),
        )
        for _ in range(count)
    )


def statuses() -> dict[str, str]:
    """Return the status of each instrument."""
    return {each.name: each.status for each in health()}


BANK = "BANK_TECHNICAL_ISSUE"


def test_few_payments_say_nothing() -> None:
    had(4, "UPI", "FAILED", code=BANK)

    assert statuses() == dict.fromkeys(("UPI", "Card", "NetBanking", "Wallet"), "unknown")


def test_banks_own_failures_make_a_way_fail() -> None:
    had(5, "UPI", "FAILED", code=BANK)
    had(5, "UPI", "SUCCESS")
    had(6, "Card", "SUCCESS")

    assert (statuses()["UPI"], statuses()["Card"]) == ("failing", "fine")


def test_what_shoppers_do_wrong_says_nothing_about_the_way() -> None:
    had(5, "UPI", "SUCCESS")
    had(9, "UPI", "FAILED", code="INVALID_MPIN")
    had(9, "UPI", "CANCELLED")
    had(9, "UPI", "EXPIRED")

    assert statuses()["UPI"] == "fine"


def test_long_waits_make_a_way_slow() -> None:
    had(5, "NetBanking", "SUCCESS", seconds=200)

    assert statuses()["NetBanking"] == "slow"


def test_payments_that_hang_make_a_way_slow_before_they_end() -> None:
    had(2, "UPI", "SUCCESS")
    had(4, "UPI", "PENDING", ago=9)
    had(9, "UPI", "PENDING", ago=1)

    assert statuses()["UPI"] == "slow"


def test_only_the_newest_of_the_last_hour_count() -> None:
    had(20, "UPI", "SUCCESS", ago=5)
    had(20, "UPI", "FAILED", ago=30, code=BANK)
    had(20, "Card", "FAILED", ago=61, code=BANK)

    assert (statuses()["UPI"], statuses()["Card"]) == ("fine", "unknown")


def test_shoppers_see_words_and_staff_see_figures() -> None:
    had(5, "UPI", "SUCCESS", seconds=200)
    had(5, "Card", "SUCCESS", seconds=31)
    staff = Api(token=log_in(make_user(role="support")))

    assert Api().get("/payments/health").data == {"slow": ["UPI"], "failing": [], "fine": ["Card"]}
    figures = {row["instrument"]: row for row in staff.get("/admin/payments/health").data["instruments"]}
    assert (figures["UPI"]["status"], figures["UPI"]["medianSeconds"]) == ("slow", 200)
    assert (figures["Card"]["successRate"], figures["Card"]["payments"]) == (100, 5)
    assert Api().get("/admin/payments/health").refusal == (401, "UNAUTHENTICATED")


def test_open_board_hears_of_each_payment(provider: SandboxProcess) -> None:
    had(5, "UPI", "SUCCESS", seconds=200)
    staff = Caller(role="support")
    topic = find("staff:payment-health")
    assert topic is not None

    state = topic.read(staff, "staff:payment-health")
    answer = Api(token=log_in(make_user(role="support"))).get("/admin/payments/health").data

    assert state is not None
    assert state.data["instruments"] == answer["instruments"]
    assert state.version <= answer["version"]
    assert topic.may(staff, "staff:payment-health")
    assert not topic.may(Caller(role="catalogue"), "staff:payment-health")
    payment = start(place(make_product(stock=1)))
    (opened,) = Event.objects.filter(subject=payment.topic, name="payment.opened")
    assert "staff:payment-health" in opened.topics


def test_answer_for_shoppers_is_kept_for_a_moment() -> None:
    had(5, "UPI", "SUCCESS", seconds=200)
    Api().get("/payments/health")
    Payment.objects.all().delete()

    assert Api().get("/payments/health").data["slow"] == ["UPI"]
