"""Refund processing: row before call, one in flight per payment, done only by the provider's answer."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from project.core.errors import InvalidTransition
from project.core.models import Mail
from project.events.models import Event
from project.payments.errors import PaymentProviderDown, RefundNotPossible
from project.payments.models import Case, Movement, Payment, Refund
from project.payments.refunds.processing import advance_refund, take_due_refunds
from project.payments.refunds.requests import retry_refund
from tests.buying import place, start
from tests.factories import make_product, make_user
from tests.payments.refund_helpers import advance, ask, at_provider, console_refund, finish, run_due
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


def test_refund_is_promised_sent_and_done_only_by_the_providers_word(
    provider: SandboxProcess, payment: Payment
) -> None:
    refund = ask(payment, 50_000, notes="Bead was cracked")
    assert refund.status == "requested"
    assert at_provider(provider) == []

    refund = advance(refund)
    assert (refund.status, refund.payment.status) == ("under_way", "SUCCESS")
    assert (refund.payment.refund_pending_paise, refund.payment.refundable_paise) == (50_000, 0)
    assert at_provider(provider) == [(refund.refund_id, 50_000, "PENDING")]
    assert refund.provider_refund_id.startswith("OMR")

    refund = finish(provider, refund)
    assert (refund.status, refund.payment.status) == ("done", "REFUNDED")
    assert (refund.payment.refunded_paise, refund.payment.refund_pending_paise) == (50_000, 0)
    assert refund.done_at is not None and refund.next_check_at is None
    assert refund.bank_reference
    # The goods stay sold until somebody cancels the order or they come back.
    assert (refund.payment.order.status, refund.payment.order.payment_status) == ("confirmed", "refunded")
    assert [m.kind for m in Movement.objects.order_by("pk")] == ["captured", "refund_started", "refund_done"]
    assert set(Mail.objects.filter(kind__startswith="refund").values_list("kind", flat=True)) == {
        "refund_started",
        "refund_done",
    }


def test_every_change_reaches_the_screens_of_order_and_payment(
    provider: SandboxProcess, payment: Payment
) -> None:
    before = (payment.version, payment.order.version)

    refund = advance(ask(payment, 10_000))
    sent = (refund.payment.version, refund.payment.order.version)
    refund = finish(provider, refund)

    done = (refund.payment.version, refund.payment.order.version)
    assert before[0] < sent[0] < done[0] and before[1] < sent[1] < done[1]
    told = Event.objects.filter(subject=payment.topic, name__startswith="refund.").order_by("pk")
    assert [event.name for event in told] == ["refund.requested", "refund.started", "refund.checked"] + [
        "refund.done"
    ]
    for event in told:
        assert {payment.topic, payment.order.topic, "staff:dashboard"} <= set(event.topics)
        assert f"staff:transactions#{payment.transaction_id}" in event.topics


def test_parts_are_refunded_until_nothing_is_left(provider: SandboxProcess, payment: Payment) -> None:
    finish(provider, advance(ask(payment, 20_000)))
    payment.refresh_from_db()
    assert (payment.status, payment.refunded_paise, payment.refundable_paise) == ("SUCCESS", 20_000, 30_000)
    with pytest.raises(RefundNotPossible) as refused:
        ask(payment, 30_001)
    assert refused.value.data == {"refundable": 300.0}

    finish(provider, advance(ask(payment, 30_000)))

    payment.refresh_from_db()
    assert (payment.status, payment.refunded_paise) == ("REFUNDED", 50_000)
    with pytest.raises(RefundNotPossible):
        ask(payment, 100)


@pytest.mark.parametrize("amount", [0, -100, 99, 50_001, 49_950])
def test_amount_that_cannot_go_back_is_refused(payment: Payment, amount: int) -> None:
    with pytest.raises(RefundNotPossible):
        ask(payment, amount)

    assert not Refund.objects.exists()


def test_money_that_never_came_is_not_refunded(provider: SandboxProcess) -> None:
    payment = start(place(make_product()))

    with pytest.raises(RefundNotPossible):
        ask(payment, 100)


def test_one_is_under_way_and_the_others_wait_in_line(provider: SandboxProcess, payment: Payment) -> None:
    first, second, third = ask(payment, 10_000), ask(payment, 20_000), ask(payment, 5_000)

    assert advance(second).status == "requested"
    first = advance(first)
    assert advance(third).status == "requested"
    assert len(at_provider(provider)) == 1

    finish(provider, first)
    # The end of one wakes the next: both jobs are due now, the older goes.
    run_due()
    statuses = {r.amount_paise: r.status for r in Refund.objects.all()}
    assert statuses == {10_000: "done", 20_000: "under_way", 5_000: "requested"}


@pytest.mark.both_stacks
def test_database_allows_one_under_way(payment: Payment) -> None:
    row = {"payment": payment, "amount_paise": 100, "origin": "staff", "reason": "other"}
    Refund.objects.create(**row, status="under_way")
    with pytest.raises(IntegrityError), transaction.atomic():
        Refund.objects.create(**row, status="under_way")


@pytest.mark.both_stacks
@pytest.mark.parametrize(
    "impossible", [{"status": "lost"}, {"amount_paise": 0}, {"status": "done", "done_at": None}]
)
def test_database_refuses_impossible_refunds(payment: Payment, impossible: dict[str, Any]) -> None:
    refund = ask(payment, 1_000)
    with pytest.raises(IntegrityError), transaction.atomic():
        Refund.objects.filter(pk=refund.pk).update(**impossible)


@pytest.mark.parametrize("fault", ["reply_lost", "drop", "error_html", "down", "too_many", "garbage"])
def test_call_whose_answer_is_lost_is_repeated_with_the_same_id(
    provider: SandboxProcess, payment: Payment, fault: str
) -> None:
    refund = ask(payment, 50_000)
    provider.fault(fault, on="refund", times=2)
    provider.fault("down", on="refund_status", times=3)

    with pytest.raises(PaymentProviderDown):
        advance_refund(refund.pk, cause="clock")
    refund.refresh_from_db()
    assert refund.status == "under_way"
    assert refund.next_check_at is not None and refund.next_check_at > timezone.now()
    provider.control("/faults", "DELETE")
    refund = advance(refund)

    assert at_provider(provider) == [(refund.refund_id, 50_000, "PENDING")]
    assert finish(provider, refund).status == "done"


def test_process_that_dies_before_the_call_leaves_a_refund_that_is_sent_once(
    provider: SandboxProcess, payment: Payment
) -> None:
    refund = ask(payment, 50_000)
    assert take_due_refunds() == [refund.pk]
    assert take_due_refunds() == []

    Refund.objects.update(next_check_at=timezone.now())  # the lease ends
    run_due()

    refund.refresh_from_db()
    assert (refund.status, len(at_provider(provider))) == ("under_way", 1)


def test_failed_refund_frees_the_amount_and_opens_a_case_and_a_new_try_has_a_new_id(
    provider: SandboxProcess, payment: Payment
) -> None:
    first = finish(provider, advance(ask(payment, 50_000)), "failure")

    assert (first.status, first.error_code) == ("failed", "REFUND_BREACHED")
    assert (first.payment.refund_pending_paise, first.payment.refundable_paise) == (0, 50_000)
    case = Case.objects.get()
    assert (case.kind, case.refund, case.proposal) == ("refund_failed", first, "refund_again")

    second = retry_refund(first.pk, user=make_user(role="admin"))
    assert second.refund_id != first.refund_id
    with pytest.raises(InvalidTransition):
        retry_refund(first.pk, user=make_user(role="admin"))
    second = finish(provider, advance(second))

    assert (second.status, second.payment.status) == ("done", "REFUNDED")
    case.refresh_from_db()
    assert (case.closed_rule, case.closed_by) == ("refunded", None)
    assert case.closed_at is not None


def test_refund_the_provider_refuses_has_failed(provider: SandboxProcess, payment: Payment) -> None:
    # Somebody has refunded all of it in the provider's console, and we have not heard of it yet.
    console_refund(provider, payment, "CONSOLE1", 50_000)
    provider.control("/refunds/CONSOLE1/settle", outcome="success")

    refund = advance(ask(payment, 50_000))

    assert (refund.status, refund.error_code) == ("failed", "EXCESS_REFUND_AMOUNT")
    assert Case.objects.get().kind == "refund_failed"


def test_wrong_credentials_fail_no_refund(provider: SandboxProcess, payment: Payment) -> None:
    refund = ask(payment, 50_000)
    provider.fault("unauthorized", on="refund", times=None)

    with pytest.raises(PaymentProviderDown):
        advance_refund(refund.pk, cause="clock")

    refund.refresh_from_db()
    assert refund.status == "under_way"


@pytest.mark.parametrize(
    "change",
    [{"amount": 49_999}, {"amount": None}, {"originalMerchantOrderId": "TXN-of-another"}]
    + [{"merchantRefundId": "RFD-of-another"}],
)
def test_answer_about_something_else_makes_nothing_done(
    provider: SandboxProcess, payment: Payment, change: dict[str, Any]
) -> None:
    refund = advance(ask(payment, 50_000))
    provider.fault("alter", on="refund_status", value=change, times=None)

    refund = finish(provider, refund)

    assert (refund.status, refund.payment.refunded_paise) == ("under_way", 0)
    assert Case.objects.get().kind == "refund_differs"


def test_word_we_do_not_know_leaves_the_refund_under_way(provider: SandboxProcess, payment: Payment) -> None:
    refund = advance(ask(payment, 50_000))
    provider.fault("alter", on="refund_status", value={"state": "WANDERING"}, times=None)

    refund = finish(provider, refund)

    assert (refund.status, refund.provider_state) == ("under_way", "WANDERING")


def test_refund_that_the_provider_no_longer_knows_stays_under_way_and_is_asked_about_later(
    provider: SandboxProcess, payment: Payment
) -> None:
    refund = advance(ask(payment, 50_000))
    provider.control("/reset")

    refund = advance(refund)

    assert (refund.status, refund.payment.refundable_paise) == ("under_way", 0)
    assert refund.next_check_at is not None and refund.next_check_at > timezone.now()


def test_refund_that_takes_ten_days_is_a_case_and_still_asked_about(
    provider: SandboxProcess, payment: Payment
) -> None:
    refund = advance(ask(payment, 50_000))
    Refund.objects.update(started_at=F("started_at") - timedelta(days=11))

    refund = advance(refund)

    assert Case.objects.get().kind == "refund_stuck"
    assert refund.next_check_at is not None
    finish(provider, refund)
    assert Case.objects.get().closed_rule == "settled"
