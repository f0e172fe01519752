"""The provider of a new payment: by weight, and none that is down."""

import json
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.events.models import Event
from project.orders.models import Order
from project.payments.attempts import provider_choice
from project.payments.models import Payment, ProviderOutage
from tests.buying import check, deliver, message, pay_call, place, start
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.payments.second_provider import SecondPay
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def spare(provider: SandboxProcess, settings: Settings) -> Iterator[type[SecondPay]]:
    """Two providers: the first gets all new payments, the other one is the spare."""
    cache.delete("payments:failing-providers")
    theirs = {SecondPay.name: "tests.payments.second_provider.SecondPay"}
    settings.PAYMENT_PROVIDERS = settings.PAYMENT_PROVIDERS | theirs
    yield SecondPay
    SecondPay.orders.clear()


def where(order: Order) -> list[str]:
    """Return where the order's payments are, in their order."""
    return list(order.payments.order_by("pk").values_list("provider", flat=True))


def bought() -> list[str]:
    """Start the payment of a new order; return where."""
    order = place(make_product())
    assert pay_call(order).status == 200
    return where(order)


def pause_is_over() -> None:
    """Let the time pass until a provider that is out is tried again."""
    ProviderOutage.objects.update(
        since=F("since") - timedelta(hours=1), until=timezone.now(), trial_until=None
    )


@pytest.mark.parametrize("fault", ["error_html", "down", "drop", "too_many", "unauthorized"])
def test_payment_that_one_provider_does_not_open_is_opened_at_the_other(
    provider: SandboxProcess, fault: str
) -> None:
    order = place(make_product())
    provider.fault(fault, on="pay", times=None)

    answer = pay_call(order)

    lost, opened = order.payments.order_by("pk")
    assert answer.data["paymentUrl"] == f"https://second.example/pay/{opened.transaction_id}"
    assert [(lost.provider, lost.is_open), (opened.provider, opened.is_open)] == [
        ("phonepe", False),
        ("second", True),
    ]


def test_money_that_arrives_at_the_provider_given_up_pays_the_order_once(provider: SandboxProcess) -> None:
    order = place(make_product())
    provider.fault("reply_lost", on="pay")
    provider.fault("error_html", on="status", times=None)
    pay_call(order)
    provider.control("/faults", "DELETE")
    lost, opened = order.payments.order_by("pk")

    provider.settle(lost.transaction_id, "success")
    check(lost)
    SecondPay.settle(opened.transaction_id, "GOOD")
    check(opened)

    assert list(order.payments.order_by("pk").values_list("status", "fulfils")) == [
        ("SUCCESS", True),
        ("SUCCESS", False),
    ]
    (refund,) = opened.refunds.all()
    assert refund.amount_paise == opened.amount_paise


def test_provider_that_is_down_is_left_out_by_the_next_payments_without_being_asked(
    provider: SandboxProcess,
) -> None:
    provider.fault("down", on="pay", times=None)

    assert bought() == ["phonepe", "second"]
    provider.control("/faults", "DELETE")
    # It would open this one.
    assert bought() == ["second"]
    assert bought() == ["second"]


def test_after_the_pause_one_payment_tries_it_and_success_ends_the_outage(provider: SandboxProcess) -> None:
    provider.fault("down", on="pay", times=None)
    bought()
    provider.control("/faults", "DELETE")
    pause_is_over()

    assert bought() == ["phonepe"]

    assert not ProviderOutage.objects.exists()
    names = Event.objects.filter(subject="provider:phonepe").order_by("pk").values_list("name", flat=True)
    assert list(names) == ["payment.provider_out", "payment.provider_back"]


def test_each_failed_trial_makes_the_pause_longer_up_to_ten_minutes(provider: SandboxProcess) -> None:
    provider.fault("down", on="pay", times=None)
    pauses = []
    for _ in range(7):
        assert bought() == ["phonepe", "second"]
        outage = ProviderOutage.objects.get()
        pauses.append(round((outage.until - timezone.now()).total_seconds(), -1))
        pause_is_over()

    assert pauses == [30, 60, 120, 240, 480, 600, 600]


def test_failures_of_payments_that_were_under_way_together_count_once() -> None:
    for _ in range(3):
        provider_choice.note_failure("phonepe")

    assert ProviderOutage.objects.get().failures == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_payments_at_once_one_tries_the_provider_that_was_down(provider: SandboxProcess) -> None:
    provider_choice.note_failure("phonepe")
    pause_is_over()
    provider.fault("latency", on="pay", value=700, times=None)
    orders = [place(make_product()) for _ in range(4)]

    assert at_once(4, lambda number: pay_call(orders[number]).status) == [200] * 4

    assert Counter(Payment.objects.values_list("provider", flat=True)) == {"second": 3, "phonepe": 1}


def test_trial_of_a_process_that_died_is_made_by_another_one() -> None:
    provider_choice.note_failure("phonepe")
    pause_is_over()
    now = timezone.now()
    order = place(make_product())

    assert provider_choice.choose_provider(order, now=now) == "phonepe"
    assert provider_choice.choose_provider(order, now=now) == "second"
    assert provider_choice.choose_provider(order, now=now + timedelta(minutes=1)) == "phonepe"


def test_both_down_is_a_503_and_the_next_call_goes_on_with_the_open_payment(provider: SandboxProcess) -> None:
    order = place(make_product())
    provider_choice.note_failure("second")
    provider.fault("down", on="pay", times=None)

    assert pay_call(order).refusal == (503, "PROVIDER_UNAVAILABLE")

    assert where(order) == ["phonepe"]
    provider.control("/faults", "DELETE")
    assert pay_call(order).status == 200
    assert where(order) == ["phonepe"]


def test_retry_of_a_payment_that_failed_technically_uses_the_other_provider(provider: SandboxProcess) -> None:
    order = place(make_product())
    payment = start(order)
    provider.settle(payment.transaction_id, "failure", detail="U28", final=True)
    assert check(payment).error_code == "BANK_TECHNICAL_ISSUE"

    assert pay_call(order).status == 200

    assert where(order) == ["phonepe", "second"]


def test_retry_after_the_shoppers_own_mistake_stays_with_the_provider(provider: SandboxProcess) -> None:
    order = place(make_product())
    payment = start(order)
    provider.settle(payment.transaction_id, "failure", detail="ZM", final=True)
    assert check(payment).status == "FAILED"

    assert pay_call(order).status == 200

    assert where(order) == ["phonepe", "phonepe"]


def test_provider_whose_payments_mostly_fail_is_left_out() -> None:
    order = place(make_product())
    now = timezone.now()
    Payment.objects.bulk_create(
        Payment(
            order=order,
            provider="phonepe",
            amount_paise=50_000,
            status="FAILED",
            error_code="BANK_TECHNICAL_ISSUE",
            is_open=False,
            initiated_at=now - timedelta(minutes=5),
            settled_at=now,
        )
        for _ in range(6)
    )

    assert bought() == ["second"]


def test_weights_share_new_payments_out_and_without_one_a_provider_is_a_spare() -> None:
    order = place(make_product())
    now = timezone.now()

    def shares() -> Counter[str]:
        return Counter(provider_choice.choose_provider(order, now=now) for _ in range(400))

    assert shares() == {"phonepe": 400}
    change_shop(payments={"provider_weights": {"phonepe": 3, "second": 1}})
    assert 40 < shares()["second"] < 180
    change_shop(payments={"provider_weights": {"second": 1}})
    assert shares() == {"second": 400}


def test_provider_of_weight_0_takes_no_new_payment_even_when_the_other_is_down(
    provider: SandboxProcess,
) -> None:
    change_shop(payments={"provider_weights": {"second": 0}})
    provider.fault("down", on="pay", times=None)
    order = place(make_product())

    assert pay_call(order).refusal == (503, "PROVIDER_UNAVAILABLE")

    assert where(order) == ["phonepe"]


def test_message_of_one_provider_about_a_payment_of_the_other_settles_nothing(
    provider: SandboxProcess,
) -> None:
    change_shop(payments={"provider_weights": {"second": 1}})
    payment = start(place(make_product()))
    assert payment.provider == "second"

    assert deliver(message(payment)).status == 200

    payment.refresh_from_db()
    assert (payment.status, payment.captured_paise) == ("PENDING", 0)


def test_staff_see_live_which_provider_is_left_out_and_until_when() -> None:
    provider_choice.note_failure("phonepe")

    answer = Api(token=log_in(make_user(role="support"))).get("/admin/payments/health").data

    rows = {row["provider"]: row for row in answer["providers"]}
    assert {name: (row["label"], row["outUntil"] is None) for name, row in rows.items()} == {
        "phonepe": ("PhonePe", False),
        "second": ("Second Pay", True),
    }
    assert Event.objects.get(name="payment.provider_out").topics == ["staff:payment-health"]


def test_single_provider_is_asked_each_time_as_nobody_else_could(
    provider: SandboxProcess, settings: Settings
) -> None:
    settings.PAYMENT_PROVIDERS = {"phonepe": settings.PAYMENT_PROVIDERS["phonepe"]}
    provider.fault("down", on="pay", times=None)
    order = place(make_product())

    assert pay_call(order).refusal == (503, "PROVIDER_UNAVAILABLE")
    assert not ProviderOutage.objects.exists()
    provider.control("/faults", "DELETE")
    assert pay_call(order).status == 200


@pytest.mark.both_stacks
@pytest.mark.parametrize("broken", [{"failures": 0}, {"until": timezone.now() - timedelta(days=9)}], ids=str)
def test_database_refuses_an_outage_without_failures_or_duration(broken: dict[str, object]) -> None:
    now = timezone.now()
    fields = {"provider": "phonepe", "since": now, "until": now + timedelta(minutes=1)} | broken

    with pytest.raises(IntegrityError), transaction.atomic():
        ProviderOutage.objects.create(**fields)


def test_history_of_an_outage_names_the_provider_alone() -> None:
    provider_choice.note_failure("phonepe")

    event = Event.objects.get(name="payment.provider_out")
    assert json.dumps([event.subject, event.payload, event.actor]) == '["provider:phonepe", {}, ""]'
