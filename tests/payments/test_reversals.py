"""Reversals of captured payments: ledger entry, case, and no refund on top."""

import pytest
from pytest_django.fixtures import Settings

from project.orders.models import Order
from project.payments import actions
from project.payments.actions.ledger import balances
from project.payments.actions.ledger_audit import differences
from project.payments.models import Case, Movement, Payment, Refund
from tests.buying import check, deliver, message, place, start
from tests.factories import make_product
from tests.orders.order_helpers import move
from tests.payments.refund_helpers import advance, ask, finish
from tests.payments.statements import enter, line, report
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db

TOTAL = 50_000


def chargeback(payment: Payment, amount: str = "-500.00", word: str = "CHARGEBACK") -> bytes:
    """Return the report of the day the payment was settled and taken back."""
    return report(
        line(payment.transaction_id, "500.00"), line(payment.transaction_id, amount, PaymentType=word)
    )


def amounts(payment: Payment) -> tuple[int, int]:
    """Return the reversed and the refundable amount."""
    payment.refresh_from_db()
    return payment.reversed_paise, payment.refundable_paise


def balanced() -> bool:
    """Return whether payments, orders and ledger agree; the documents are due in these tests."""
    return not [found for found in differences() if "invoices printed" not in found]


@pytest.mark.parametrize("amount", ["-500.00", "500.00"])
def test_chargeback_in_a_report_opens_a_case_and_moves_the_books(payment: Payment, amount: str) -> None:
    enter(chargeback(payment, amount))

    assert amounts(payment) == (TOTAL, 0)
    case = Case.objects.get()
    assert (case.kind, case.payment, case.facts["amountPaise"]) == ("money_reversed", payment, TOTAL)
    entry = Movement.objects.get(kind="reversed")
    assert (entry.source, entry.target, entry.amount_paise) == ("provider", "customers", TOTAL)
    # Paid to the bank, taken from it, and with the customer again.
    assert set(balances().values()) == {0}
    assert balanced()
    assert move(payment.order, "processing").refusal == (409, "GOODS_NOT_PAID")


def test_same_report_again_moves_nothing_again(payment: Payment) -> None:
    enter(chargeback(payment))
    enter(chargeback(payment) + b"\r\n")
    actions.audit_ledger()

    assert Movement.objects.filter(kind="reversed").count() == 1


def test_dispute_that_is_won_brings_the_money_back_and_closes_the_case(payment: Payment) -> None:
    enter(chargeback(payment))

    enter(report(line(payment.transaction_id, "500.00", PaymentType="CHARGEBACK_REVERSAL")))

    assert amounts(payment) == (0, TOTAL)
    assert Case.objects.get(kind="money_reversed").closed_rule == "settled"
    assert Movement.objects.get(kind="reinstated").amount_paise == TOTAL
    assert balanced()


def test_refund_that_waits_gives_way_to_a_chargeback(payment: Payment) -> None:
    refund = ask(payment, 30_000)

    enter(chargeback(payment, "-400.00"))

    refund.refresh_from_db()
    assert (refund.status, refund.error_code) == ("failed", "SUPERSEDED")
    assert amounts(payment) == (40_000, 10_000)
    assert Case.objects.get(kind="refund_failed").facts["amountPaise"] == 10_000


def test_chargeback_after_a_refund_is_a_case_although_the_money_is_gone_twice(
    provider: SandboxProcess, payment: Payment
) -> None:
    finish(provider, advance(ask(payment, TOTAL)))

    enter(chargeback(payment))

    assert amounts(payment) == (TOTAL, 0)
    assert Case.objects.filter(kind="money_reversed", closed_at=None).exists()
    assert balanced()


def test_cancelled_order_whose_money_was_taken_back_is_refunded_without_another_refund(
    payment: Payment,
) -> None:
    enter(chargeback(payment))

    move(payment.order, "cancelled")

    assert Order.objects.get().status == "refunded"
    assert Refund.objects.count() == 0
    assert balanced()


def test_failure_after_capture_is_a_reversal_until_the_answer_is_right_again(
    provider: SandboxProcess, payment: Payment
) -> None:
    provider.fault("alter", on="status", value={"state": "FAILED"}, times=None)
    deliver(message(payment, state="FAILED"))
    assert amounts(payment) == (TOTAL, 0)
    assert (payment.status, Case.objects.get().proposal) == ("SUCCESS", "ask_provider")
    assert balanced()

    provider.control("/faults", "DELETE")
    check(payment)

    assert amounts(payment) == (0, TOTAL)
    assert Case.objects.get().closed_rule == "settled"
    assert balanced()


def test_report_of_a_reversal_the_status_told_first_counts_once(
    provider: SandboxProcess, payment: Payment
) -> None:
    provider.fault("alter", on="status", value={"state": "FAILED"}, times=None)
    check(payment)

    enter(chargeback(payment))
    check(payment)

    assert amounts(payment) == (TOTAL, 0)
    assert Movement.objects.filter(kind="reversed").count() == 1


def test_sandbox_takes_money_back_in_its_report(
    provider: SandboxProcess, payment: Payment, settings: Settings
) -> None:
    settings.PHONEPE_STATEMENT_URL = f"{provider.url}/settlements/{{day}}.csv"
    provider.control(f"/orders/{payment.transaction_id}/reverse", amount=TOTAL)

    actions.fetch_statements()
    for pk in actions.take_due_statements():
        actions.import_statement(pk)

    assert amounts(payment) == (TOTAL, 0)
    assert balanced()


def test_status_answer_adds_nothing_to_what_the_reports_say(
    provider: SandboxProcess, payment: Payment
) -> None:
    enter(chargeback(payment, "-300.00"))
    provider.fault("alter", on="status", value={"state": "FAILED"}, times=None)

    check(payment)

    assert amounts(payment) == (30_000, 20_000)
    assert Movement.objects.filter(kind="reversed").count() == 1


def test_second_chargeback_is_added_to_the_open_case(payment: Payment) -> None:
    enter(chargeback(payment, "-300.00"))

    enter(report(line(payment.transaction_id, "-100.00", PaymentType="CHARGEBACK")))

    assert amounts(payment) == (40_000, 10_000)
    case = Case.objects.get(kind="money_reversed")
    assert (case.facts["amountPaise"], case.closed_at) == (40_000, None)
    assert balanced()


def test_reversal_of_a_payment_that_is_not_captured_here_reverses_nothing(provider: SandboxProcess) -> None:
    payment = start(place(make_product(price_paise=TOTAL)))

    enter(report(line(payment.transaction_id, "-500.00", PaymentType="CHARGEBACK")))

    payment.refresh_from_db()
    assert (payment.status, payment.reversed_paise) == ("PENDING", 0)
    assert not Movement.objects.filter(kind="reversed").exists()
