"""Disputes that a provider tells of: its answer is the fact, whatever its messages say and in which order."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from project.accounts.models import User
from project.payments.disputes.actions import (
    NewDispute,
    check_dispute,
    decide_dispute,
    open_dispute,
    take_due_disputes,
)
from project.payments.errors import DisputeNotPossible
from project.payments.models import Case, Dispute, DisputeStatus, Movement, Payment, WebhookMessage
from project.payments.settlement.statements import fetch_statements, import_statement, take_due_statements
from tests.buying import deliver, pay, place, razorpay_message
from tests.factories import make_product
from tests.payments.dispute_helpers import balanced, money
from tests.payments.refund_helpers import ask, run_due
from tests.sandbox_process import SandboxProcess

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.parametrize("first_provider", ["razorpay"], indirect=True),
]

TOTAL = 50_000


@pytest.fixture
def payment(provider: SandboxProcess, first_provider: str) -> Payment:
    """A paid order of 500 rupees at the provider that tells of disputes."""
    return pay(place(make_product(price_paise=TOTAL)), provider)


def claim(provider: SandboxProcess, payment: Payment, **body: Any) -> str:
    """Let the customer's bank claim money; returns the provider's id of the dispute."""
    dispute_id: str = provider.control(f"/orders/{payment.transaction_id}/dispute", **body)["disputeId"]
    return dispute_id


def move(provider: SandboxProcess, dispute_id: str, *steps: str) -> None:
    for step in steps:
        provider.control(f"/disputes/{dispute_id}/move", to=step)


def tell(payment: Payment, dispute_id: str, status: str, **changes: Any) -> None:
    """Deliver the provider's message that a dispute has this status, and do what is due then."""
    dispute = {"id": dispute_id, "status": status, "amount": 1} | changes
    of = {"id": "pay_1", "notes": {"merchant_order_id": payment.transaction_id}}
    deliver(razorpay_message(f"payment.dispute.{status}", payment=of, dispute=dispute), provider="razorpay")
    run_due()


def test_message_enters_the_dispute_as_the_provider_answers_it(
    provider: SandboxProcess, payment: Payment
) -> None:
    name = claim(provider, payment, amount=30_000, phase="pre_arbitration", respond_within=3600)

    # What a message says of the amount is no fact.
    tell(payment, name, "open", amount=99_999_999)

    dispute = Dispute.objects.get()
    assert (dispute.provider_dispute_id, dispute.origin, dispute.status) == (name, "webhook", "open")
    assert (dispute.amount_paise, dispute.phase) == (30_000, "pre_arbitration")
    assert dispute.reason_code == "goods_or_services_not_received"
    assert dispute.respond_by and timedelta() < dispute.respond_by - timezone.now() < timedelta(hours=2)
    assert money(payment) == {"disputed": 30_000, "lost": 0, "refundable": 20_000}
    assert balanced()


def test_doubled_and_reordered_messages_change_nothing(provider: SandboxProcess, payment: Payment) -> None:
    name = claim(provider, payment)
    move(provider, name, "under_review", "lost")

    for status in ("lost", "lost", "created", "under_review", "won"):
        tell(payment, name, status)

    dispute = Dispute.objects.get()
    assert (dispute.status, money(payment)["lost"]) == ("lost", TOTAL)
    # It was opened and lost before the shop heard of it.
    kinds = Movement.objects.filter(kind__startswith="dispute").order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["dispute_opened", "dispute_lost"]
    assert balanced()


def test_bank_may_decide_otherwise_and_claim_again(provider: SandboxProcess, payment: Payment) -> None:
    name = claim(provider, payment)
    seen = []
    tell(payment, name, "open")
    for step in ("won", "lost", "won"):
        move(provider, name, step)
        check_dispute(Dispute.objects.get().pk, cause="clock")
        seen.append((Dispute.objects.get().status, money(payment)["lost"], balanced()))

    assert seen == [("won", 0, True), ("lost", TOTAL, True), ("won", 0, True)]
    assert money(payment)["refundable"] == TOTAL


def test_message_that_is_newer_than_the_answer_is_tried_again(
    provider: SandboxProcess, payment: Payment
) -> None:
    name = claim(provider, payment)

    tell(payment, name, "won")
    assert (Dispute.objects.get().status, WebhookMessage.objects.get().handled_at) == ("open", None)

    move(provider, name, "won")
    WebhookMessage.objects.update(next_try_at=timezone.now())
    run_due()
    assert (Dispute.objects.get().status, WebhookMessage.objects.get().handled_at is not None) == (
        "won",
        True,
    )


def test_clock_finds_what_no_message_told(provider: SandboxProcess, payment: Payment) -> None:
    name = claim(provider, payment)
    tell(payment, name, "open")
    move(provider, name, "under_review", "action_required", "won")

    assert take_due_disputes() == []
    Dispute.objects.update(next_check_at=timezone.now())
    for pk in take_due_disputes():
        check_dispute(pk, cause="clock")

    dispute = Dispute.objects.get()
    assert (dispute.status, dispute.next_check_at) == ("won", None)


def test_dispute_that_staff_entered_becomes_the_one_the_provider_tells_of(
    provider: SandboxProcess, payment: Payment, staff: User
) -> None:
    by_hand = open_dispute(payment.pk, NewDispute(TOTAL), user=staff)

    name = claim(provider, payment)
    tell(payment, name, "open")

    dispute = Dispute.objects.get()
    assert (dispute.pk, dispute.provider_dispute_id, dispute.origin) == (by_hand.pk, name, "hand")
    assert Movement.objects.filter(kind="dispute_opened").count() == 1
    with pytest.raises(DisputeNotPossible):
        decide_dispute(dispute.pk, DisputeStatus.WON, user=staff)
    # Not to contest it is the shop's own decision, which a lost dispute only confirms.
    decide_dispute(dispute.pk, DisputeStatus.ACCEPTED, user=staff)
    move(provider, name, "lost")
    tell(payment, name, "lost")
    assert (Dispute.objects.get().status, money(payment)["lost"]) == ("accepted", TOTAL)


def test_two_disputes_and_their_settlement_lines_belong_together(
    provider: SandboxProcess, payment: Payment
) -> None:
    first, second = claim(provider, payment, amount=20_000), claim(provider, payment, amount=20_000)
    move(provider, second, "won")
    for name, status in ((first, "open"), (second, "won")):
        tell(payment, name, status)

    fetch_statements()
    for pk in take_due_statements():
        import_statement(pk)

    lines = {
        dispute.provider_dispute_id: sorted(dispute.statement_lines.values_list("amount_paise", flat=True))
        for dispute in Dispute.objects.all()
    }
    assert lines == {first: [-20_000], second: [-20_000, 20_000]}
    assert money(payment) == {"disputed": 20_000, "lost": 0, "refundable": 30_000}
    assert not Case.objects.exists()
    assert balanced()


def test_inquiry_that_becomes_a_claim_reserves_its_money(provider: SandboxProcess, payment: Payment) -> None:
    name = claim(provider, payment, phase="retrieval")
    tell(payment, name, "open")
    refund = ask(payment, 10_000)
    assert money(payment)["disputed"] == 0

    provider.fault("alter", on="disputes", value={"phase": "chargeback"}, times=None)
    tell(payment, name, "under_review")

    refund.refresh_from_db()
    assert (money(payment)["disputed"], refund.error_code) == (TOTAL, "SUPERSEDED")
    assert balanced()


UNUSABLE: dict[str, tuple[dict[str, Any], int]] = {
    "no amount": ({"amount": None}, 0),
    "a negative amount": ({"amount": -500}, 0),
    "another currency": ({"currency": "USD"}, 0),
    "an amount that fits no column": ({"amount": 10**30}, 0),
    "a status nobody knows": ({"status": "sleeping"}, 1),
}


@pytest.mark.parametrize("odd", UNUSABLE)
def test_odd_answer_breaks_nothing_and_somebody_is_told(
    provider: SandboxProcess, payment: Payment, odd: str
) -> None:
    changes, entered = UNUSABLE[odd]
    name = claim(provider, payment)
    provider.fault("alter", on="disputes", value=changes, times=None)

    tell(payment, name, "open")

    assert Dispute.objects.count() == entered
    assert Case.objects.filter(kind="dispute_unknown", payment=payment).count() == 1 - entered
    assert WebhookMessage.objects.get().handled_at is not None
    assert balanced()


def test_dispute_of_a_payment_that_is_not_here_is_a_case(provider: SandboxProcess, payment: Payment) -> None:
    name = claim(provider, payment)
    lost = "TXN" + "7" * 18
    provider.fault("alter", on="payments", value={"notes": {"merchant_order_id": lost}}, times=None)
    body = razorpay_message("payment.dispute.created", dispute={"id": name, "status": "open"})

    deliver(body, provider="razorpay")
    run_due()

    case = Case.objects.get(kind="dispute_unknown")
    assert (case.payment, case.facts["amountPaise"]) == (None, TOTAL)
    assert lost in case.facts["details"][0]
