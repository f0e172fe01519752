"""Money goes back once: a row before the call, one under way at a time, done only by the provider's word."""

import json
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from pytest_django.fixtures import Settings

from project.core.errors import (
    InvalidTransition,
    PaymentProviderDown,
    RefundChanged,
    RefundNotPossible,
    SecondPersonNeeded,
)
from project.core.models import Mail
from project.events.models import Event
from project.orders import actions as orders
from project.payments import actions
from project.payments.models import Case, Movement, Payment, Refund, RefundReason
from project.payments.models.refund import promised_day
from tests.buying import check, deliver, pay, place, start
from tests.factories import make_product, make_user
from tests.orders.people import WAY, move
from tests.returns import requests as returns
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


@pytest.fixture
def payment(provider: SandboxProcess) -> Payment:
    """A paid order of 500 rupees."""
    return pay(place(make_product(price_paise=50_000)), provider)


def ask(payment: Payment, amount_paise: int, **more: Any) -> Refund:
    """Ask for a refund as a member of staff."""
    more.setdefault("user", make_user(role="admin"))
    return actions.request_refund(
        payment.pk, amount_paise=amount_paise, reason=RefundReason.CUSTOMER_REQUEST, **more
    )


def advance(refund: Refund) -> Refund:
    """Do what is next for the refund, as the clock does."""
    actions.advance_refund(refund.pk, cause="clock")
    return Refund.objects.select_related("payment__order").get(pk=refund.pk)


def at_provider(provider: SandboxProcess) -> list[tuple[str, int, str]]:
    """Return what the provider's books say of refunds: id, paise, state."""
    rows = provider.control("/state", "GET")["refunds"]
    return [(row["merchant_refund_id"], row["amount"], row["state"]) for row in rows]


def finish(provider: SandboxProcess, refund: Refund, outcome: str = "success") -> Refund:
    """Let the provider end a refund that was sent, then ask about it."""
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome=outcome)
    return advance(refund)


def test_refund_is_promised_sent_and_done_only_by_the_providers_word(
    provider: SandboxProcess, payment: Payment
) -> None:
    refund = ask(payment, 50_000, notes="Bead was cracked")
    assert refund.status == "requested"
    assert at_provider(provider) == []

    refund = advance(refund)
    assert (refund.status, refund.payment.status) == ("under_way", "SUCCESS")
    assert (refund.payment.refunding_paise, refund.payment.refundable_paise) == (50_000, 0)
    assert at_provider(provider) == [(refund.refund_id, 50_000, "PENDING")]
    assert refund.provider_refund_id.startswith("OMR")

    refund = finish(provider, refund)
    assert (refund.status, refund.payment.status) == ("done", "REFUNDED")
    assert (refund.payment.refunded_paise, refund.payment.refunding_paise) == (50_000, 0)
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
    sweep()
    statuses = {r.amount_paise: r.status for r in Refund.objects.all()}
    assert statuses == {10_000: "done", 20_000: "under_way", 5_000: "requested"}


def test_database_allows_one_under_way(payment: Payment) -> None:
    row = {"payment": payment, "amount_paise": 100, "origin": "staff", "reason": "other"}
    Refund.objects.create(**row, status="under_way")
    with pytest.raises(IntegrityError), transaction.atomic():
        Refund.objects.create(**row, status="under_way")


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
        actions.advance_refund(refund.pk, cause="clock")
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
    assert actions.take_due_refunds() == [refund.pk]
    assert actions.take_due_refunds() == []

    Refund.objects.update(next_check_at=timezone.now())  # the lease ends
    sweep()

    refund.refresh_from_db()
    assert (refund.status, len(at_provider(provider))) == ("under_way", 1)


def test_failed_refund_frees_the_amount_and_opens_a_case_and_a_new_try_has_a_new_id(
    provider: SandboxProcess, payment: Payment
) -> None:
    first = finish(provider, advance(ask(payment, 50_000)), "failure")

    assert (first.status, first.error_code) == ("failed", "REFUND_BREACHED")
    assert (first.payment.refunding_paise, first.payment.refundable_paise) == (0, 50_000)
    case = Case.objects.get()
    assert (case.kind, case.refund, case.proposal) == ("refund_failed", first, "refund_again")

    second = actions.retry_refund(first.pk, user=make_user(role="admin"))
    assert second.refund_id != first.refund_id
    with pytest.raises(InvalidTransition):
        actions.retry_refund(first.pk, user=make_user(role="admin"))
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
        actions.advance_refund(refund.pk, cause="clock")

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


# -- Who decides ---------------------------------------------------------------------------------


def test_above_the_set_amount_a_second_person_decides(
    provider: SandboxProcess, payment: Payment, settings: Settings
) -> None:
    settings.REFUND_APPROVAL_ABOVE_PAISE = 30_000
    asha, ravi = make_user(role="support"), make_user(role="admin")

    refund = ask(payment, 50_000, user=asha)
    assert (refund.status, refund.next_check_at) == ("approval", None)
    assert sweep() == 2  # two mails; nothing goes to the provider
    payment.refresh_from_db()
    assert payment.refundable_paise == 0
    with pytest.raises(SecondPersonNeeded):
        actions.approve_refund(refund.pk, user=asha)

    refund = actions.approve_refund(refund.pk, user=ravi)

    assert (refund.status, refund.decided_by) == ("requested", ravi)
    assert advance(refund).status == "under_way"
    with pytest.raises(InvalidTransition):
        actions.approve_refund(refund.pk, user=ravi)


def test_many_small_refunds_need_the_second_person_too(payment: Payment, settings: Settings) -> None:
    settings.REFUND_APPROVAL_ABOVE_PAISE = 30_000

    assert [ask(payment, 15_000).status for _ in range(3)] == ["requested", "requested", "approval"]


def test_declined_refund_frees_the_amount(payment: Payment, settings: Settings) -> None:
    settings.REFUND_APPROVAL_ABOVE_PAISE = 0
    refund = ask(payment, 50_000)

    refund = actions.decline_refund(refund.pk, user=make_user(role="admin"))

    assert (refund.status, refund.error_code) == ("failed", "DECLINED")
    payment.refresh_from_db()
    assert payment.refundable_paise == 50_000
    assert not Case.objects.exists()
    with pytest.raises(InvalidTransition):
        actions.retry_refund(refund.pk, user=make_user(role="admin"))


@pytest.mark.django_db(transaction=True)
def test_two_people_refunding_all_of_it_at_once_pay_once(provider: SandboxProcess, payment: Payment) -> None:
    staff = [make_user(role="admin") for _ in range(6)]

    def click(number: int) -> str:
        try:
            refund = ask(payment, 50_000, user=staff[number])
        except RefundNotPossible:
            return "refused"
        try:
            actions.advance_refund(refund.pk, cause="staff")
        except PaymentProviderDown:
            return "no answer"
        return "asked"

    assert sorted(at_once(6, click)) == ["asked"] + ["refused"] * 5

    assert [(paise, state) for _, paise, state in at_provider(provider)] == [(50_000, "PENDING")]


@pytest.mark.django_db(transaction=True)
def test_two_people_refunding_the_same_part_at_once_pay_once(
    provider: SandboxProcess, payment: Payment
) -> None:
    staff = [make_user(role="admin") for _ in range(4)]

    def click(number: int) -> str:
        try:
            ask(payment, 10_000, user=staff[number], seen_refundable_paise=50_000)
        except RefundChanged:
            return "changed"
        return "asked"

    assert sorted(at_once(4, click)) == ["asked"] + ["changed"] * 3

    sweep()
    assert [paise for _, paise, _ in at_provider(provider)] == [10_000]


@pytest.mark.django_db(transaction=True)
def test_one_refund_worked_on_by_many_at_once_is_made_once(
    provider: SandboxProcess, payment: Payment
) -> None:
    refund = ask(payment, 50_000)

    at_once(5, lambda number: actions.advance_refund(refund.pk, cause="clock").status)

    assert len(at_provider(provider)) == 1
    assert Movement.objects.filter(kind="refund_started").count() == 1
    assert Mail.objects.filter(kind="refund_started").count() == 1


# -- Orders --------------------------------------------------------------------------------------


def test_cancelled_paid_order_is_refunded_by_itself_and_refunded_only_when_all_is_back(
    provider: SandboxProcess, payment: Payment
) -> None:
    orders.cancel(payment.order.order_id, actor="")
    refund = Refund.objects.get()
    assert (refund.origin, refund.reason, refund.amount_paise) == ("rule", "order_cancelled", 50_000)

    sweep()
    payment.order.refresh_from_db()
    assert payment.order.status == "cancelled"
    refund = finish(provider, refund)

    assert (refund.payment.order.status, refund.payment.order.payment_status) == ("refunded", "refunded")


def test_order_with_part_of_its_money_back_is_not_refunded(
    provider: SandboxProcess, payment: Payment
) -> None:
    part = finish(provider, advance(ask(payment, 20_000)))
    assert part.payment.order.payment_status == "paid"

    orders.cancel(payment.order.order_id, actor="")
    rest = Refund.objects.get(origin="rule")
    assert rest.amount_paise == 30_000
    rest = finish(provider, advance(rest))

    assert (rest.payment.status, rest.payment.order.status) == ("REFUNDED", "refunded")


def test_order_cancelled_after_all_its_money_went_back_is_refunded_at_once(
    provider: SandboxProcess, payment: Payment
) -> None:
    finish(provider, advance(ask(payment, 50_000)))

    orders.cancel(payment.order.order_id, actor="")

    payment.order.refresh_from_db()
    assert payment.order.status == "refunded"
    assert Refund.objects.count() == 1


def test_money_for_returned_goods_waits_for_them_and_then_goes_back(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=50_000), 2), provider)
    for status in WAY:
        move(payment.order, status)
    payment.order.refresh_from_db()
    half = returns.asked(payment.order)
    returns.move(half, "approved")
    assert not Refund.objects.exists()

    returns.move(half, "received")
    refund = Refund.objects.get()
    assert (refund.amount_paise, refund.origin) == (50_000, "rule")
    assert refund.lines == [{"line": 1, "quantity": 1, "amountPaise": 50_000}]
    refund = finish(provider, advance(refund))
    assert (refund.payment.status, refund.payment.order.status) == ("SUCCESS", "delivered")

    rest = returns.asked(payment.order)
    for status in ("approved", "received"):
        returns.move(rest, status)
    refund = finish(provider, advance(Refund.objects.exclude(pk=refund.pk).get()))

    assert (refund.payment.status, refund.payment.order.status) == ("REFUNDED", "refunded")


def test_replacement_gives_no_money_back(provider: SandboxProcess) -> None:
    payment = pay(place(make_product()), provider)
    for status in WAY:
        move(payment.order, status)
    payment.order.refresh_from_db()
    request = returns.asked(payment.order, kind="replacement")

    for status in ("approved", "received"):
        returns.move(request, status)

    assert not Refund.objects.exists()


# -- Messages and the provider's console ---------------------------------------------------------


def refund_message(payment: Payment, refund_id: str, state: str = "COMPLETED", **changes: Any) -> bytes:
    """Return the provider's message about a refund."""
    payload = {
        "merchantId": "SANDBOXMERCHANT",
        "merchantRefundId": refund_id,
        "originalMerchantOrderId": payment.transaction_id,
        "refundId": f"OMR-{refund_id}",
        "amount": 50_000,
        "state": state,
    } | changes
    return json.dumps({"event": f"pg.refund.{state.lower()}", "payload": payload}).encode()


def console_refund(provider: SandboxProcess, payment: Payment, refund_id: str, amount_paise: int) -> None:
    """Refund in the provider's own console."""
    provider.control(
        "/refunds",
        merchantRefundId=refund_id,
        originalMerchantOrderId=payment.transaction_id,
        amount=amount_paise,
    )


def test_message_about_our_refund_is_a_hint_to_ask(provider: SandboxProcess, payment: Payment) -> None:
    refund = advance(ask(payment, 50_000))
    deliver(refund_message(payment, refund.refund_id))
    refund.refresh_from_db()
    assert refund.status == "under_way"  # the message lied

    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")
    deliver(refund_message(payment, refund.refund_id, "CONFIRMED"))

    refund.refresh_from_db()
    assert refund.status == "done"
    assert refund.messages.count() == 2


def test_message_that_names_only_the_providers_id_finds_the_refund(
    provider: SandboxProcess, payment: Payment
) -> None:
    refund = advance(ask(payment, 50_000))
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")

    deliver(refund_message(payment, "", refundId=refund.provider_refund_id))

    refund.refresh_from_db()
    assert refund.status == "done"


def test_refund_made_in_the_console_appears_in_the_shop(provider: SandboxProcess, payment: Payment) -> None:
    console_refund(provider, payment, "CONSOLE1", 20_000)
    provider.control("/refunds/CONSOLE1/settle", outcome="success")

    deliver(refund_message(payment, "CONSOLE1", amount=1))

    refund = Refund.objects.select_related("payment").get()
    assert (refund.refund_id, refund.origin, refund.status) == ("CONSOLE1", "console", "done")
    assert (refund.amount_paise, refund.payment.refunded_paise) == (20_000, 20_000)
    deliver(refund_message(payment, "CONSOLE1", "CONFIRMED"))
    assert Refund.objects.count() == 1


def test_refund_message_before_the_payments_own_is_kept_and_applied(provider: SandboxProcess) -> None:
    provider.control("/settings", refund_seconds=None)
    payment = start(place(make_product(price_paise=50_000)))
    provider.settle(payment.transaction_id, "success")
    console_refund(provider, payment, "CONSOLE1", 50_000)
    provider.control("/refunds/CONSOLE1/settle", outcome="success")

    deliver(refund_message(payment, "CONSOLE1"))

    payment.refresh_from_db()
    assert (payment.status, payment.captured_paise, payment.refunded_paise) == ("REFUNDED", 50_000, 50_000)


def test_refund_message_is_kept_while_the_payment_cannot_be_asked_about(provider: SandboxProcess) -> None:
    provider.control("/settings", refund_seconds=None)
    payment = start(place(make_product(price_paise=50_000)))
    provider.settle(payment.transaction_id, "success")
    console_refund(provider, payment, "CONSOLE1", 50_000)
    # Its status answer lags behind: the refund is known there, the payment's success not yet.
    provider.fault("alter", on="status", value={"state": "PENDING"}, times=1)

    deliver(refund_message(payment, "CONSOLE1", "CONFIRMED"))
    assert not Refund.objects.exists()
    message = payment.messages.get()
    assert (message.handled_at, message.attempts) == (None, 1)
    payment.messages.update(next_try_at=timezone.now())
    sweep()

    assert Refund.objects.get().status == "under_way"
    message.refresh_from_db()
    assert message.handled_at is not None


def test_waiting_refund_gives_way_to_one_made_in_the_console(
    provider: SandboxProcess, payment: Payment
) -> None:
    ours = ask(payment, 40_000)
    console_refund(provider, payment, "CONSOLE1", 30_000)

    deliver(refund_message(payment, "CONSOLE1", "CONFIRMED"))

    ours.refresh_from_db()
    assert (ours.status, ours.error_code) == ("failed", "SUPERSEDED")
    assert Refund.objects.get(origin="console").status == "under_way"
    assert [case.kind for case in Case.objects.all()] == ["refund_failed"]


def test_message_about_a_refund_nobody_knows_changes_nothing(
    provider: SandboxProcess, payment: Payment
) -> None:
    deliver(refund_message(payment, "NO-SUCH-REFUND"))
    deliver(refund_message(payment, "not an id at all/.."))

    assert not Refund.objects.exists()
    assert set(payment.messages.values_list("next_try_at", flat=True)) == {None}


def test_late_message_of_failure_never_undoes_a_done_refund(
    provider: SandboxProcess, payment: Payment
) -> None:
    refund = finish(provider, advance(ask(payment, 50_000)))
    version = refund.version

    deliver(refund_message(payment, refund.refund_id, "FAILED"))

    refund.refresh_from_db()
    assert (refund.status, refund.version) == ("done", version)


# -- Late, double, wrong money -------------------------------------------------------------------


def test_second_payment_of_one_order_goes_back_by_itself_and_closes_its_case(
    provider: SandboxProcess,
) -> None:
    provider.control("/settings", refund_seconds=None)
    order = place(make_product(stock=5))
    first = start(order)
    Payment.objects.filter(pk=first.pk).update(expires_at=timezone.now())
    second = start(order)
    for each in (first, second):
        provider.settle(each.transaction_id, "success")
        check(each)

    refund = Refund.objects.get()
    assert (refund.payment, refund.reason, refund.origin) == (second, "duplicate_payment", "rule")
    sweep()
    refund = finish(provider, refund)

    assert refund.payment.status == "REFUNDED"
    assert Case.objects.get().closed_rule == "refunded"
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")


def test_money_for_a_cancelled_order_goes_back_by_itself(provider: SandboxProcess) -> None:
    provider.control("/settings", refund_seconds=None)
    payment = start(place(make_product()))
    orders.cancel_unpaid(payment.order.order_id, cause="staff")
    provider.settle(payment.transaction_id, "success")

    check(payment)
    sweep()
    refund = finish(provider, Refund.objects.get())

    assert (refund.payment.status, refund.payment.order.status) == ("REFUNDED", "refunded")
    assert Case.objects.get().closed_rule == "refunded"


@pytest.mark.parametrize(
    ("start_day", "due"),
    [
        (date(2026, 11, 20), date(2026, 12, 1)),  # a Friday
        (date(2026, 11, 21), date(2026, 12, 1)),  # a Saturday
        (date(2026, 11, 23), date(2026, 12, 2)),  # a Monday
    ],
)
def test_money_is_promised_within_seven_working_days(start_day: date, due: date) -> None:
    assert promised_day(start_day) == due
