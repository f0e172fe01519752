"""Disputes entered and decided by staff: the money is reserved once, and goes one way at most."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from project.accounts.models import User
from project.core.errors import InvalidTransition
from project.events.models import AuditEntry
from project.orders.models import Order
from project.payments.disputes.actions import (
    NewDispute,
    change_dispute,
    decide_dispute,
    lock_dispute,
    mark_evidence_sent,
    open_dispute,
)
from project.payments.errors import DisputeNotPossible, RefundNotPossible
from project.payments.models import (
    PROMISED,
    Case,
    Dispute,
    DisputePhase,
    DisputeStatus,
    Movement,
    Payment,
    PaymentStatus,
    Refund,
)
from project.payments.refunds.requests import approve_refund
from project.payments.shared.ledger import balances
from tests.buying import deliver, pay, place, start
from tests.cod.cash_helpers import delivered, offer_cash, payment_of
from tests.factories import make_product, make_user
from tests.orders.order_helpers import move
from tests.payments.dispute_helpers import balanced, money
from tests.payments.refund_helpers import advance, ask, console_refund, finish, refund_message, run_due
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once

pytestmark = pytest.mark.django_db

TOTAL = 50_000


def dispute_of(payment: Payment, amount: int = TOTAL, **more: object) -> Dispute:
    wanted = NewDispute(amount, **more)  # type: ignore[arg-type]
    return open_dispute(payment.pk, wanted, user=make_user(role="finance"))


ENDS = {
    DisputeStatus.WON: {"disputed": 0, "lost": 0, "refundable": TOTAL},
    DisputeStatus.CLOSED: {"disputed": 0, "lost": 0, "refundable": TOTAL},
    DisputeStatus.LOST: {"disputed": 0, "lost": 30_000, "refundable": 20_000},
    DisputeStatus.ACCEPTED: {"disputed": 0, "lost": 30_000, "refundable": 20_000},
}


@pytest.mark.parametrize("end", ENDS)
def test_dispute_reserves_its_money_until_it_is_decided(
    payment: Payment, staff: User, end: DisputeStatus
) -> None:
    dispute = dispute_of(payment, 30_000)
    assert money(payment) == {"disputed": 30_000, "lost": 0, "refundable": 20_000}
    assert (balances()["disputed"], balanced()) == (30_000, True)
    mark_evidence_sent(dispute.pk, user=staff)

    decided = decide_dispute(dispute.pk, end, user=staff, notes="as the bank writes")

    assert money(payment) == ENDS[end]
    assert (balances()["disputed"], balanced()) == (0, True)
    assert decided.decided_at and decided.decided_by == staff and decided.evidence_sent_at
    logged = AuditEntry.objects.filter(action__startswith="dispute.").order_by("pk")
    assert [entry.action for entry in logged] == [
        "dispute.opened",
        "dispute.under_review",
        f"dispute.{end}",
    ]


@pytest.mark.parametrize("end", ENDS)
def test_console_refund_of_disputed_money_is_booked_and_told(
    payment: Payment, provider: SandboxProcess, staff: User, end: DisputeStatus
) -> None:
    dispute = dispute_of(payment, 30_000)
    console_refund(provider, payment, "CONSOLE1", TOTAL)
    provider.control("/refunds/CONSOLE1/settle", outcome="success")

    deliver(refund_message(payment, "CONSOLE1"))

    # The money is gone at the provider, whatever the bank decides.
    assert (Refund.objects.get().status, balanced()) == ("done", True)
    case = Case.objects.get(kind="dispute_differs")
    assert (case.facts["expectedPaise"], case.facts["amountPaise"]) == (20_000, TOTAL)
    decide_dispute(dispute.pk, end, user=staff)
    assert (balances()["disputed"], balanced()) == (0, True)
    case.refresh_from_db()
    is_lost = bool(ENDS[end]["lost"])
    assert (case.closed_at is None) == is_lost


def test_decided_dispute_is_decided_once(payment: Payment, staff: User) -> None:
    dispute = dispute_of(payment)
    decide_dispute(dispute.pk, DisputeStatus.LOST, user=staff)

    for again in (DisputeStatus.LOST, DisputeStatus.WON):
        with pytest.raises(InvalidTransition):
            decide_dispute(dispute.pk, again, user=staff)
    with pytest.raises(InvalidTransition):
        mark_evidence_sent(dispute.pk, user=staff)

    assert Movement.objects.filter(kind="dispute_lost").count() == 1


def _unpaid(payment: Payment, provider: SandboxProcess) -> Payment:
    return start(place(make_product()))


def _collected(payment: Payment, provider: SandboxProcess) -> Payment:
    offer_cash()
    return payment_of(delivered())


REFUSED: dict[str, tuple[Callable[[Payment, SandboxProcess], Payment] | None, int, str]] = {
    "more than was paid": (None, TOTAL + 1, "At least ₹1 and at most"),
    "less than a rupee": (None, 99, "At least ₹1 and at most"),
    "a number that is here": (None, 1000, "here already"),
    "a payment without money": (_unpaid, 1000, "No money has come"),
    "cash that a courier collected": (_collected, 1000, "paid in cash"),
}


@pytest.mark.parametrize("why", REFUSED)
def test_dispute_that_cannot_be_is_refused(payment: Payment, provider: SandboxProcess, why: str) -> None:
    prepare, amount, words = REFUSED[why]
    dispute_of(payment, 1000, provider_dispute_id="D-1")
    subject = prepare(payment, provider) if prepare else payment

    with pytest.raises(DisputeNotPossible) as refused:
        dispute_of(subject, amount, provider_dispute_id="D-1" if why == "a number that is here" else "")

    assert words in refused.value.sentence
    assert Dispute.objects.count() == 1


def test_disputed_money_cannot_be_refunded_and_the_answer_says_why(payment: Payment) -> None:
    dispute = dispute_of(payment, 30_000)

    with pytest.raises(RefundNotPossible) as refused:
        ask(payment, 20_001)
    assert "dispute" in refused.value.sentence
    assert refused.value.data == {"refundable": 200.0}
    ask(payment, 20_000)

    decide_dispute(dispute.pk, DisputeStatus.WON, user=make_user(role="finance"))
    ask(payment, 30_000)
    assert balanced()


def test_refund_that_was_not_sent_gives_way_to_a_dispute(payment: Payment) -> None:
    older, newer = ask(payment, 20_000), ask(payment, 15_000)

    dispute_of(payment, 25_000)

    older.refresh_from_db()
    newer.refresh_from_db()
    assert (older.status, newer.status, newer.error_code) == ("requested", "failed", "SUPERSEDED")
    assert money(payment) == {"disputed": 25_000, "lost": 0, "refundable": 5_000}


def test_dispute_of_refunded_money_is_a_case_until_it_is_won(
    provider: SandboxProcess, payment: Payment, staff: User
) -> None:
    finish(provider, advance(ask(payment, 40_000)))
    dispute = dispute_of(payment, TOTAL)

    case = Case.objects.get(kind="dispute_differs")
    assert (case.facts["expectedPaise"], case.facts["amountPaise"]) == (10_000, TOTAL)
    assert money(payment)["refundable"] == 0
    assert balanced()

    decide_dispute(dispute.pk, DisputeStatus.WON, user=staff)

    case.refresh_from_db()
    assert (case.closed_rule, money(payment)["refundable"]) == ("settled", 10_000)
    assert balanced()


def test_refund_on_its_way_goes_on_and_the_excess_is_a_case(
    provider: SandboxProcess, payment: Payment
) -> None:
    refund = advance(ask(payment, 40_000))
    dispute_of(payment, 20_000)

    assert Case.objects.get(kind="dispute_differs").facts["expectedPaise"] == 10_000
    assert finish(provider, refund).status == "done"
    assert balanced()


@pytest.mark.parametrize("phase", [DisputePhase.FRAUD, DisputePhase.RETRIEVAL])
def test_inquiry_reserves_nothing_as_a_refund_may_answer_it(payment: Payment, phase: DisputePhase) -> None:
    dispute_of(payment, TOTAL, phase=phase)

    assert money(payment) == {"disputed": 0, "lost": 0, "refundable": TOTAL}
    ask(payment, TOTAL)
    assert not Movement.objects.filter(kind__startswith="dispute").exists()


def test_dispute_of_a_fully_refunded_payment_can_be_entered(
    provider: SandboxProcess, payment: Payment, staff: User
) -> None:
    finish(provider, advance(ask(payment, TOTAL)))
    payment.refresh_from_db()
    assert payment.status == PaymentStatus.REFUNDED

    dispute = dispute_of(payment, 10_000, respond_by=timezone.now() + timedelta(days=3))
    decide_dispute(dispute.pk, DisputeStatus.LOST, user=staff)

    assert money(payment) == {"disputed": 0, "lost": 10_000, "refundable": 0}
    assert Case.objects.get(kind="dispute_differs").closed_at is None
    assert balanced()


def test_provider_that_tells_no_details_leaves_it_to_staff(
    provider: SandboxProcess, payment: Payment
) -> None:
    provider.control(f"/orders/{payment.transaction_id}/dispute")
    [body] = [
        row["body"]
        for row in provider.control("/state", "GET")["deliveries"]
        if row["event"] == "payment.dispute.created"
    ]

    deliver(body.encode())
    run_due()

    case = Case.objects.get()
    assert (case.kind, case.payment, Dispute.objects.count()) == ("dispute_unknown", payment, 0)


# What became of the order before, how much of its 500 rupees is disputed, and how the order counts when that
# is first lost, and from then on.
BEFORE = {
    "goods with the customer": (TOTAL, "paid", "paid"),
    "the rest is refunded while it is lost": (30_000, "refunded", "paid"),
    "the rest was refunded": (30_000, "paid", "paid"),
    "all was refunded": (TOTAL, "refunded", "refunded"),
    "cancelled while it is disputed": (TOTAL, "refunded", "refunded"),
    "cancelled and refunded": (TOTAL, "refunded", "refunded"),
}
# What the bank decides, corrects and claims again, one after the other.
WALK = (
    *("lost", "won", "lost", "open", "lost", "under_review", "closed", "open", "won", "under_review"),
    *("closed", "won", "open", "closed", "lost", "won", "open", "accepted", "won"),
)


@pytest.mark.both_stacks
@pytest.mark.parametrize("before", BEFORE)
def test_ledger_and_order_agree_however_the_bank_decides_and_corrects_itself(
    provider: SandboxProcess, payment: Payment, before: str
) -> None:
    amount, lost, won = BEFORE[before]
    if before == "cancelled and refunded":
        move(payment.order, "cancelled")
        refund = approve_refund(payment.refunds.get().pk, user=make_user(role="admin"))
        finish(provider, advance(refund))
    if before == "all was refunded":
        finish(provider, advance(ask(payment, TOTAL)))
    dispute = dispute_of(payment, amount)
    if before == "the rest was refunded":
        finish(provider, advance(ask(payment, TOTAL - amount)))
    if before == "cancelled while it is disputed":
        move(payment.order, "cancelled")

    for number, status in enumerate(WALK):
        with transaction.atomic():
            change_dispute(lock_dispute(dispute.pk), DisputeStatus(status), cause="provider")
        if number == 0 and before == "the rest is refunded while it is lost":
            finish(provider, advance(ask(payment, TOTAL - amount)))
            assert Order.objects.get().payment_status == lost
        assert balanced(), status
        # It was the refund of the rest that made it refunded: lost anew, an order that goes on stays paid.
        wanted = lost if number == 0 else won
        assert Order.objects.get().payment_status == wanted, status

    # An order that ended owes its customer what was won; nothing is promised twice.
    promised = payment.refunds.filter(status__in=PROMISED).values_list("amount_paise", flat=True)
    assert list(promised) == ([TOTAL] if before == "cancelled while it is disputed" else [])


@pytest.mark.django_db(transaction=True)
def test_refund_and_dispute_at_once_promise_no_rupee_twice(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=TOTAL)), provider)
    users = [make_user(role="admin") for _ in range(6)]

    def claim(number: int) -> bool:
        try:
            if number % 2:
                open_dispute(payment.pk, NewDispute(30_000), user=users[number])
            else:
                ask(payment, 30_000, user=users[number])
        except RefundNotPossible:
            return False
        return True

    at_once(6, claim)

    # Every dispute is entered, whatever else was promised; a refund that no longer fits was withdrawn.
    payment.refresh_from_db()
    assert payment.disputed_paise == 90_000
    assert not Refund.objects.exclude(status="failed").exists()
    assert payment.refund_pending_paise == 0
    assert balanced()


@pytest.mark.django_db(transaction=True)
def test_two_people_decide_a_dispute_once(provider: SandboxProcess) -> None:
    payment = pay(place(make_product(price_paise=TOTAL)), provider)
    dispute = dispute_of(payment)
    users = [make_user(role="admin") for _ in range(4)]

    def decide(number: int) -> bool:
        status = DisputeStatus.WON if number % 2 else DisputeStatus.LOST
        try:
            decide_dispute(dispute.pk, status, user=users[number])
        except InvalidTransition:
            return False
        return True

    assert sum(at_once(4, decide)) == 1
    assert Movement.objects.filter(kind__in=("dispute_won", "dispute_lost")).count() == 1
    assert balanced()
