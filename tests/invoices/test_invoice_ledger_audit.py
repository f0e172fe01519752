"""The ledger audit of invoices and credit notes."""

from collections.abc import Callable

import pytest

from project.invoices.actions.issuing import issue
from project.invoices.actions.queueing import queue_invoice, queue_missing
from project.invoices.ledger_audit import differences
from project.invoices.models import Document, DocumentFile, DocumentKind, DueDocument, Series
from project.orders.models import Order
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Case, Payment, Refund
from tests.buying import pay
from tests.disabled_triggers import without_triggers
from tests.invoices.document_helpers import bought, paid
from tests.payments.refund_helpers import advance, ask, finish
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db


def found_differences() -> list[str]:
    """Return the differences that the audit lists."""
    return list(differences())


def number_only(order: Order) -> Document:
    """Give the order's invoice its number, as a worker that dies before the PDF leaves it."""
    return issue(DueDocument.objects.select_related("order").get(order=order))


def number_due() -> None:
    """Give all that is due its number."""
    for due in DueDocument.objects.select_related("order", "refund"):
        issue(due)


def printed(document: Document) -> None:
    """Keep a PDF of the document; nothing of it is due any more."""
    DueDocument.objects.filter(refund=document.refund, order=document.order).delete()
    DocumentFile.objects.create(document=document, pdf=b"%PDF", sha256="0" * 64)


def returned(payment: Payment, provider: SandboxProcess, amount_paise: int = 10_000) -> Refund:
    """Give some of the payment back, to the end."""
    return finish(provider, advance(ask(payment, amount_paise)))


@pytest.fixture
def refund(provider: SandboxProcess) -> Refund:
    """A refund of an invoiced order, with its credit note printed."""
    payment = pay(bought(), provider)
    number_due()
    printed(Document.objects.get())
    refund = returned(payment, provider)
    number_due()
    printed(Document.objects.get(refund=refund))
    return refund


def test_order_that_is_not_paid_wants_no_invoice() -> None:
    bought()

    assert found_differences() == []


def test_invoice_that_is_due_is_no_difference() -> None:
    paid(bought())

    assert found_differences() == []


def test_invoice_with_a_number_and_no_pdf_yet_is_no_difference() -> None:
    order = paid(bought())
    number_only(order)

    assert found_differences() == []


def test_printed_invoice_is_no_difference() -> None:
    order = paid(bought())
    printed(number_only(order))

    assert found_differences() == []


def test_missing_invoice_is_named() -> None:
    order = paid(bought())
    DueDocument.objects.all().delete()

    assert found_differences() == [f"{order.order_id}: 0 invoices printed and 0 due, wanted 1"]


def test_number_whose_pdf_nobody_will_print_is_named() -> None:
    order = paid(bought())
    number_only(order)
    DueDocument.objects.all().delete()

    assert found_differences() == [f"{order.order_id}: 0 invoices printed and 0 due, wanted 1"]


def test_invoice_that_is_due_once_more_is_named() -> None:
    order = paid(bought())
    printed(number_only(order))
    DueDocument.objects.create(order=order)

    assert found_differences() == [f"{order.order_id}: 1 invoices printed and 1 due, wanted 1"]


def test_invoice_of_an_order_nobody_paid_is_named() -> None:
    order = bought()
    queue_invoice(order)

    assert found_differences() == [f"{order.order_id}: 0 invoices printed and 1 due, wanted 0"]


def test_refunds_with_their_credit_notes_are_no_difference(refund: Refund, provider: SandboxProcess) -> None:
    returned(refund.payment, provider, 5_000)

    # One is printed, one is due.
    assert found_differences() == []
    number_due()
    assert found_differences() == []
    assert audit_ledger() == []


def test_refund_without_an_invoice_wants_no_credit_note_yet(provider: SandboxProcess) -> None:
    returned(pay(bought(), provider), provider)

    assert found_differences() == []


def test_refund_that_is_not_done_wants_no_credit_note(provider: SandboxProcess) -> None:
    payment = pay(bought(), provider)
    number_due()
    advance(ask(payment, 10_000))

    assert found_differences() == []


def test_credit_note_nobody_noted_opens_a_case_that_closes_when_it_is_made(provider: SandboxProcess) -> None:
    payment = pay(bought(), provider)
    number_only(payment.order)
    refund = returned(payment, provider)
    DueDocument.objects.filter(refund=refund).delete()

    assert audit_ledger() == [f"{refund}: 0 credit notes printed and 0 due, wanted 1"]
    assert Case.objects.get().kind == "books_differ"

    assert queue_missing() == 1
    assert audit_ledger() == []
    assert Case.objects.get().closed_rule == "balanced"


def test_number_left_out_is_named() -> None:
    invoice = number_only(paid(bought()))
    Series.objects.update(last=2)

    (found,) = found_differences()

    assert found == f"invoice {invoice.year}: 1 numbers given or skipped, the highest 1; counted 2"


@pytest.mark.both_stacks
def test_tax_moved_to_the_value_of_an_invoice_is_named() -> None:
    invoice = number_only(paid(bought()))
    invoice.contents["rows"][0]["taxable"] += 100
    invoice.contents["rows"][0]["igst"] -= 100
    with without_triggers("invoices_document"):
        invoice.save()

    (found,) = found_differences()

    assert found.startswith(f"{invoice} of {invoice.order}: tax")


# What is changed behind the rules' back, and what is said of it.
TAMPERINGS: dict[str, tuple[Callable[[], object], str]] = {
    "a credit note of another amount": (
        lambda: Refund.objects.update(amount_paise=9_999),
        "gives back ₹100, and RFD… ₹99.99",
    ),
    "a credit note of a refund that failed": (
        lambda: Refund.objects.update(status="failed"),
        "RFD…: 1 credit notes printed and 0 due, wanted 0",
    ),
    "a credit note of money that bought nothing": (
        lambda: Payment.objects.update(fulfils=False),
        "RFD…: 1 credit notes printed and 0 due, wanted 0",
    ),
    "a credit note that is due once more": (
        lambda: DueDocument.objects.create(order=Order.objects.get(), refund=Refund.objects.get()),
        "RFD…: 1 credit notes printed and 1 due, wanted 1",
    ),
    "a credit note of another order": (
        lambda: Payment.objects.update(order=bought()),
        "is about another refund, invoice or order than RFD…",
    ),
}


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_wrong_credit_note_is_named_in_the_proof_of_the_books(refund: Refund, tampering: str) -> None:
    tamper, words = TAMPERINGS[tampering]
    tamper()

    found = audit_ledger()

    assert any(words.replace("RFD…", refund.refund_id) in line for line in found), found
    assert Case.objects.get(kind="books_differ").facts == {"details": found}


def test_credit_note_whose_pdf_nobody_will_print_is_named(provider: SandboxProcess) -> None:
    payment = pay(bought(), provider)
    number_due()
    refund = returned(payment, provider)
    number_due()
    DueDocument.objects.filter(refund=refund).delete()

    assert found_differences() == [f"{refund}: 0 credit notes printed and 0 due, wanted 1"]


def test_credit_note_that_cannot_be_read_is_named(provider: SandboxProcess) -> None:
    payment = pay(bought(), provider)
    invoice = number_only(payment.order)
    refund = returned(payment, provider)
    note = Document.objects.create(
        kind=DocumentKind.CREDIT_NOTE,
        number="CRN/26-27/000001",
        year="26-27",
        sequence=1,
        issued_on=invoice.issued_on,
        language="en",
        order=payment.order,
        refund=refund,
        contents={},
    )

    assert f"{note}: cannot be read" in found_differences()
