"""Disputes in settlement reports: a deduction opens one or belongs to one, a return wins it."""

import pytest
from pytest_django.fixtures import Settings

from project.accounts.models import User
from project.orders.models import Order
from project.payments.audit.ledger import audit_ledger
from project.payments.disputes.actions import NewDispute, decide_dispute, open_dispute
from project.payments.models import Case, Dispute, DisputeStatus, Movement, Payment, Refund, StatementLine
from project.payments.settlement.statements import fetch_statements, import_statement, take_due_statements
from project.payments.shared.ledger import balances
from tests.orders.order_helpers import move
from tests.payments.dispute_helpers import balanced, money
from tests.payments.refund_helpers import advance, ask, finish
from tests.payments.statements import enter, line, report
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db

TOTAL = 50_000


def settled(payment: Payment) -> str:
    """Return the line that pays the payment to the bank."""
    return line(payment.transaction_id, "500.00")


def deduction(payment: Payment, amount: str = "-500.00", word: str = "CHARGEBACK", **cells: str) -> str:
    return line(payment.transaction_id, amount, **({"PaymentType": word} | cells))


@pytest.mark.parametrize("amount", ["-500.00", "500.00"])
def test_deduction_that_nobody_told_of_opens_a_dispute_and_reserves_its_money(
    payment: Payment, amount: str
) -> None:
    enter(report(settled(payment), deduction(payment, amount)))

    dispute = payment.disputes.get()
    assert (dispute.origin, dispute.status, dispute.amount_paise) == ("statement", "open", TOTAL)
    assert money(payment) == {"disputed": TOTAL, "lost": 0, "refundable": 0}
    # The bank has nothing of it; the provider owes it until the dispute is decided.
    assert {name: paise for name, paise in balances().items() if paise} == {
        "customers": -TOTAL,
        "disputed": TOTAL,
    }
    assert balanced()
    assert move(payment.order, "processing").refusal == (409, "GOODS_NOT_PAID")
    assert not Case.objects.exists()


def test_same_report_again_opens_no_second_dispute(payment: Payment) -> None:
    body = report(settled(payment), deduction(payment))
    enter(body)
    enter(body + b"\r\n")
    audit_ledger()

    assert Dispute.objects.count() == Movement.objects.filter(kind="dispute_opened").count() == 1


def test_return_in_a_report_wins_the_dispute_and_frees_its_money(payment: Payment) -> None:
    # Whichever comes first: the nightly reconciliation matches what was early.
    enter(report(settled(payment), deduction(payment, "500.00", "CHARGEBACK_REVERSAL")))
    assert not Dispute.objects.exists()

    enter(report(deduction(payment)))

    assert Dispute.objects.get().status == "won"
    assert money(payment) == {"disputed": 0, "lost": 0, "refundable": TOTAL}
    assert StatementLine.objects.filter(kind="reversal", dispute=None).count() == 0
    assert balanced()


@pytest.mark.parametrize("decided", [None, DisputeStatus.LOST, DisputeStatus.ACCEPTED])
def test_deduction_belongs_to_the_dispute_that_staff_entered(
    payment: Payment, staff: User, decided: DisputeStatus | None
) -> None:
    dispute = open_dispute(payment.pk, NewDispute(30_000), user=staff)
    if decided:
        decide_dispute(dispute.pk, decided, user=staff)

    fee = deduction(payment, "-250.00", "CHARGEBACK_FEE")
    enter(report(settled(payment), deduction(payment, "-300.00"), fee))

    lines = dispute.statement_lines.order_by("number").values_list("amount_paise", "fee_paise")
    assert list(lines) == [(-30_000, 0), (0, 25_000)]
    assert Dispute.objects.count() == 1
    assert balances()["payout"] == TOTAL - 30_000 - 25_000
    assert balances()["fees"] == 25_000
    assert balances()["provider"] == 0
    assert not Case.objects.exists()
    assert balanced()


def test_second_deduction_is_a_second_dispute_and_each_ends_by_itself(payment: Payment, staff: User) -> None:
    enter(report(settled(payment), deduction(payment, "-300.00"), deduction(payment, "-100.00")))
    assert money(payment) == {"disputed": 40_000, "lost": 0, "refundable": 10_000}

    decide_dispute(Dispute.objects.get(amount_paise=30_000).pk, DisputeStatus.LOST, user=staff)
    enter(report(deduction(payment, "100.00", "DISPUTE_REVERSAL")))

    assert money(payment) == {"disputed": 0, "lost": 30_000, "refundable": 20_000}
    assert Dispute.objects.get(amount_paise=10_000).status == "won"
    assert balanced()


def test_refund_that_waits_gives_way_to_a_deduction(payment: Payment) -> None:
    refund = ask(payment, 30_000)

    enter(report(settled(payment), deduction(payment, "-400.00")))

    refund.refresh_from_db()
    assert (refund.status, refund.error_code) == ("failed", "SUPERSEDED")
    assert Case.objects.get(kind="refund_failed").facts["amountPaise"] == 10_000


def test_deduction_after_a_refund_is_a_case_as_the_money_goes_twice(
    provider: SandboxProcess, payment: Payment
) -> None:
    finish(provider, advance(ask(payment, TOTAL)))

    enter(report(settled(payment), deduction(payment)))

    case = Case.objects.get(kind="dispute_differs")
    assert (case.facts["expectedPaise"], case.facts["amountPaise"], case.closed_at) == (0, TOTAL, None)
    assert balanced()


def test_cancelled_order_waits_for_its_dispute(payment: Payment, staff: User) -> None:
    enter(report(settled(payment), deduction(payment)))
    move(payment.order, "cancelled")
    assert (Order.objects.get().status, Refund.objects.count()) == ("cancelled", 0)

    decide_dispute(Dispute.objects.get().pk, DisputeStatus.LOST, user=staff)

    assert (Order.objects.get().status, Refund.objects.count()) == ("refunded", 0)
    assert balanced()

    # The bank gives it back after all: it is owed to the customer, as the order is over.
    enter(report(deduction(payment, "500.00", "CHARGEBACK_REVERSAL")))

    assert Refund.objects.get().amount_paise == TOTAL


def test_sandbox_takes_money_back_in_its_report(
    provider: SandboxProcess, payment: Payment, settings: Settings
) -> None:
    settings.PHONEPE_STATEMENT_URL = f"{provider.url}/settlements/{{day}}.csv"
    provider.control(f"/orders/{payment.transaction_id}/reverse", amount=TOTAL)

    fetch_statements()
    for pk in take_due_statements():
        import_statement(pk)

    assert money(payment)["disputed"] == TOTAL
    assert balanced()
