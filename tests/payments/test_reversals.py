"""Reversals by the status answer: ledger entry, case, and no refund on top."""

import pytest

from project.payments.disputes.actions import NewDispute, open_dispute
from project.payments.models import Case, Movement, Payment
from tests.buying import check, deliver, message
from tests.factories import make_user
from tests.payments.dispute_helpers import balanced
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


def test_report_turns_a_reversal_that_the_status_told_into_a_dispute(
    provider: SandboxProcess, payment: Payment
) -> None:
    provider.fault("alter", on="status", value={"state": "FAILED"}, times=None)
    check(payment)

    enter(chargeback(payment))
    check(payment)

    assert amounts(payment) == (0, 0)
    assert (payment.disputed_paise, payment.disputes.get().origin) == (TOTAL, "statement")
    assert Case.objects.get(kind="money_reversed").closed_rule == "settled"
    assert Movement.objects.filter(kind__in=("reversed", "reinstated")).count() == 2
    assert balanced()


def test_status_answer_adds_nothing_to_what_the_reports_say(
    provider: SandboxProcess, payment: Payment
) -> None:
    enter(chargeback(payment, "-300.00"))
    provider.fault("alter", on="status", value={"state": "FAILED"}, times=None)

    check(payment)

    assert amounts(payment) == (0, 20_000)
    assert payment.disputed_paise == 30_000
    assert not Movement.objects.filter(kind="reversed").exists()


def test_failed_status_reverses_only_what_is_not_disputed(provider: SandboxProcess, payment: Payment) -> None:
    open_dispute(payment.pk, NewDispute(20_000), user=make_user(role="finance"))
    provider.fault("alter", on="status", value={"state": "FAILED"}, times=None)

    check(payment)

    assert amounts(payment) == (30_000, 0)
    assert balanced()
