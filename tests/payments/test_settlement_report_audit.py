"""The nightly ledger audit compares the settlement report files, their stored lines and the ledger."""

import zlib
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F

from project.payments.audit.ledger import audit_ledger
from project.payments.models import Case, Movement, Payment, Refund, Statement, StatementLine
from tests.buying import check, pay, place, start
from tests.disabled_triggers import disable_triggers
from tests.factories import make_product
from tests.payments.refund_helpers import advance, ask, finish
from tests.payments.statements import enter, line, report
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


def settle(provider: SandboxProcess) -> Payment:
    """Make a payment by card and its refund, in a report with what the provider kept and an adjustment."""
    pay(place(make_product(price_paise=10_000)), provider)  # somebody else's, not settled yet
    payment = start(place(make_product(price_paise=50_000)))
    provider.settle(payment.transaction_id, "success", mode="CARD")
    refund = finish(provider, advance(ask(check(payment), 10_000)))
    enter(
        report(
            line(payment.transaction_id, "500", "-10", "-1.80", Instrument="PG_REDEMPTION_CC"),
            line(refund.refund_id, "-100", PaymentType="REFUND"),
            line("", "-12.50", PaymentType="EXCESS_RECOVERY"),
        )
    )
    Case.objects.filter(kind="settled_unknown").delete()  # the adjustment's, which is right
    return payment


@pytest.fixture(scope="module")
def settled_once(shared_provider: SandboxProcess) -> Payment:
    """Such a payment that all the tests share."""
    return settle(shared_provider)


@pytest.fixture
def settled(settled_once: Payment) -> Payment:
    """The payment of which a report tells, and a ledger that can be changed."""
    disable_triggers("payments_movement")
    return Payment.objects.get(pk=settled_once.pk)


def paid_out() -> Movement:
    """Return the ledger's entry of what the payment's line brought to the bank."""
    return Movement.objects.get(kind="settled")


def lift(paise: int) -> None:
    """Let the payment's line and its entry say more, both alike."""
    StatementLine.objects.filter(kind="payment").update(amount_paise=F("amount_paise") + paise)
    Movement.objects.filter(kind="settled").update(amount_paise=F("amount_paise") + paise)


def another() -> Payment:
    """Return the payment that is in no report."""
    return Payment.objects.get(captured_paise=10_000)


@pytest.mark.both_stacks
def test_reports_whose_lines_and_entries_are_equal_open_nothing(settled: Payment) -> None:
    assert Movement.objects.filter(kind__in=("fee", "settled", "recovered")).count() == 4

    assert audit_ledger() == []
    assert not Case.objects.exists()


# What is changed behind the rules' back, and what is said of it.
TAMPERINGS: dict[str, tuple[Callable[[], object], str]] = {
    "a line without its entry": (
        lambda: paid_out().delete(),
        "paid to the bank ₹488.20, elsewhere ₹0",
    ),
    "a fee without its entry": (
        lambda: Movement.objects.filter(kind="fee").delete(),
        "fee with tax ₹11.80, elsewhere ₹0",
    ),
    "an entry of another amount": (
        lambda: Movement.objects.filter(kind="recovered", amount_paise=10_000).update(amount_paise=10_001),
        "paid to the bank -₹100, elsewhere -₹100.01",
    ),
    "an entry of another fee": (
        lambda: Movement.objects.filter(kind="fee").update(amount_paise=1_181),
        "fee with tax ₹11.80, elsewhere ₹11.81",
    ),
    "an entry without a line": (
        lambda: Movement.objects.create(
            kind="settled", source="provider", target="bank", amount_paise=1, reference="nobody's"
        ),
        "settled nobody's: 1 from provider to bank: entered, and nothing that is known caused it",
    ),
    "an entry whose line is gone": (
        lambda: StatementLine.objects.filter(kind="refund").delete(),
        "entered, and nothing that is known caused it",
    ),
    "an entry of another payment": (
        lambda: Movement.objects.filter(kind="settled").update(payment=another()),
        "entered, and nothing that is known caused it",
    ),
    "an entry of another refund": (
        lambda: Movement.objects.filter(kind="fee").update(refund=Refund.objects.get()),
        "entered, and nothing that is known caused it",
    ),
    "a capture of nobody's": (
        lambda: Movement.objects.create(
            kind="captured", source="customers", target="provider", amount_paise=1, reference="TXN0"
        ),
        "captured TXN0: 1 from customers to provider: entered, and nothing that is known caused it",
    ),
    "money that went to another account": (
        lambda: Movement.objects.filter(kind="settled").update(target="fees"),
        "from provider to fees: not between the accounts of its kind",
    ),
    "a line of another payment": (
        lambda: StatementLine.objects.filter(kind="payment").update(payment=another()),
        "attached to what it does not name",
    ),
    "a refund's line of another payment": (
        lambda: StatementLine.objects.filter(kind="refund").update(payment=another()),
        "attached to what it does not name",
    ),
    "a line that is gone with its entries": (
        lambda: (
            Movement.objects.filter(refund=Refund.objects.get(), kind="recovered").delete(),
            StatementLine.objects.filter(kind="refund").delete(),
        ),
        "settlement.csv: 3): in the file, and not entered",
    ),
    "a line and its entry that both say more": (
        lambda: lift(100),
        "not what the file says: amount ₹500, elsewhere ₹501",
    ),
    "a line of another kind": (
        lambda: StatementLine.objects.filter(kind="refund").update(kind="other", payment=None, refund=None),
        "not what the file says",
    ),
    "a line that the file does not have": (
        lambda: StatementLine.objects.filter(kind="other").update(key="0" * 64),
        "entered, and not in the file",
    ),
    "another file": (
        lambda: Statement.objects.update(packed=zlib.compress(report(line("TXN0", "1")))),
        "is not the file that came",
    ),
    "a report that was not read to its end": (
        lambda: Statement.objects.update(lines_read=2),
        "3 lines, 3 entered",
    ),
}


@pytest.mark.both_stacks
@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_difference_opens_a_case_that_names_it(settled: Payment, tampering: str) -> None:
    tamper, words = TAMPERINGS[tampering]
    tamper()

    said = audit_ledger()

    assert any(words in line for line in said), said
    assert Case.objects.get(kind="books_differ").facts == {"details": said}


@pytest.mark.both_stacks
def test_sums_of_old_reports_are_still_compared(settled: Payment) -> None:
    Statement.objects.update(received_at=F("received_at") - timedelta(days=40))
    assert audit_ledger() == []
    lift(100)

    [said] = audit_ledger()

    assert said.endswith("3 lines, 3 entered: amount ₹387.50, elsewhere ₹388.50")


@pytest.mark.both_stacks
def test_case_closes_by_itself_when_the_entry_is_right_again(settled: Payment) -> None:
    Movement.objects.filter(kind="fee").update(amount_paise=1)
    audit_ledger()
    Movement.objects.filter(kind="fee").update(amount_paise=1_180)

    assert audit_ledger() == []

    assert Case.objects.get().closed_rule == "balanced"


@pytest.mark.both_stacks
def test_case_of_the_day_says_what_is_true_now(settled: Payment) -> None:
    Movement.objects.filter(kind="fee").update(amount_paise=1)
    audit_ledger()
    Movement.objects.filter(kind="fee").update(amount_paise=2)

    said = audit_ledger()

    assert Case.objects.get().facts == {"details": said}


@pytest.mark.both_stacks
def test_row_that_changes_after_its_report_was_read_is_compared_again(settled: Payment) -> None:
    Payment.objects.filter(pk=settled.pk).update(captured_paise=50_001)
    audit_ledger()

    case = Case.objects.get(kind="settled_differs", closed_at=None)
    assert (case.payment, case.facts) == (settled, {"expectedPaise": 50_001, "amountPaise": 50_000})

    Payment.objects.filter(pk=settled.pk).update(captured_paise=50_000)
    audit_ledger()

    assert set(Case.objects.values_list("kind", "closed_rule")) == {
        ("settled_differs", "matched"),
        ("books_differ", "balanced"),
    }


def test_refund_that_fails_after_it_stood_in_a_report_is_a_case(provider: SandboxProcess) -> None:
    refund = advance(ask(settle(provider), 5_000))
    enter(report(line(refund.refund_id, "-50", PaymentType="REFUND")))
    audit_ledger()
    assert not Case.objects.filter(kind="settled_differs").exists()

    finish(provider, refund, "failure")

    assert audit_ledger() == []
    case = Case.objects.get(kind="settled_differs")
    assert (case.refund, case.facts) == (refund, {"expectedPaise": 0, "amountPaise": -5_000})
