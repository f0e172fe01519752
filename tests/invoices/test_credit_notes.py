"""Every refund of an invoiced payment gets a credit note: own numbers, taxes in proportion, to the paisa."""

from collections.abc import Callable

import pytest

from project.core.models import Mail
from project.invoices.actions.issuing import issue
from project.invoices.actions.queueing import queue_missing
from project.invoices.models import Document, DueDocument
from project.invoices.pdf import page
from project.orders.models import Order
from project.payments.models import Payment, Refund, RefundReason
from project.payments.refunds.processing import advance_refund
from project.payments.refunds.requests import request_refund
from tests.buying import item, pay
from tests.factories import make_product, make_user
from tests.invoices.document_helpers import bought, living_in, make_due, nothing_due, pdf_text, says
from tests.sandbox_process import SandboxProcess
from tests.threads import at_once
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


def invoiced(order: Order, provider: SandboxProcess) -> Payment:
    """Pay the order and make its invoice."""
    payment = pay(order, provider)
    make_due()
    return payment


def asked(payment: Payment, amount_paise: int) -> Refund:
    """Ask for a refund as a member of staff."""
    return request_refund(
        payment.pk,
        amount_paise=amount_paise,
        reason=RefundReason.CUSTOMER_REQUEST,
        user=make_user(role="admin"),
    )


def refunded(
    payment: Payment, provider: SandboxProcess, amount_paise: int, lines: list[dict[str, int]] | None = None
) -> Refund:
    """Refund an amount to the end."""
    refund = asked(payment, amount_paise)
    if lines:
        Refund.objects.filter(pk=refund.pk).update(lines=lines)
    advance_refund(refund.pk, cause="clock")
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")
    advance_refund(refund.pk, cause="clock")
    refund.refresh_from_db()
    assert refund.status == "done"
    return refund


def note_of(refund: Refund) -> Document:
    """Make what is due and return the refund's credit note."""
    make_due()
    return Document.objects.get(refund=refund)


def test_note_is_due_as_soon_as_the_refund_is_done(provider: SandboxProcess) -> None:
    payment = invoiced(bought(), provider)

    refund = refunded(payment, provider, 1_000)

    assert DueDocument.objects.get().refund == refund
    assert queue_missing() == 0
    sweep()
    assert Document.objects.filter(refund=refund).count() == 1
    assert nothing_due()


def test_note_of_a_refund_before_its_invoice_is_due_as_soon_as_that_has_its_number(
    provider: SandboxProcess,
) -> None:
    payment = pay(bought(), provider)
    refund = refunded(payment, provider, 1_000)
    assert DueDocument.objects.get().refund is None

    [invoice] = make_due()

    assert invoice.kind == "invoice"
    assert DueDocument.objects.get().refund == refund
    assert note_of(refund).contents["invoice_number"] == invoice.number


@pytest.mark.django_db(transaction=True)
def test_refund_and_invoice_at_once_make_one_note_due(provider: SandboxProcess) -> None:
    refund = asked(pay(bought(), provider), 1_000)
    advance_refund(refund.pk, cause="clock")
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome="success")
    due = DueDocument.objects.get()
    threads: list[Callable[[], object]] = [
        lambda: advance_refund(refund.pk, cause="clock"),
        lambda: advance_refund(refund.pk, cause="webhook"),
        lambda: issue(due),
    ]

    at_once(len(threads), lambda number: threads[number]())

    assert DueDocument.objects.filter(refund=refund).count() == 1


def test_note_that_nobody_noted_is_found(provider: SandboxProcess) -> None:
    refund = refunded(invoiced(bought(), provider), provider, 1_000)
    DueDocument.objects.all().delete()

    assert queue_missing() == 1

    assert note_of(refund).refund == refund


def test_refund_of_everything_takes_the_whole_invoice_back(provider: SandboxProcess) -> None:
    order = bought(make_product(price_paise=35_001), item(make_product(price_paise=1_999), 3))
    payment = invoiced(order, provider)
    invoice = Document.objects.get()

    note = note_of(refunded(payment, provider, order.total_paise))

    for part in ("taxable", "cgst", "sgst", "igst", "rounding", "total"):
        assert says(note).sum(part) == says(invoice).sum(part)
    assert note.number == invoice.number.replace("AKS", "CRN")
    text = pdf_text(note)
    assert "Credit note" in text and invoice.number in text
    mail = Mail.objects.get(kind="credit_note")
    assert (mail.to, mail.attachment) == (order.email, f"document:{note.number}")


def test_parts_add_up_to_the_whole_and_the_last_one_is_exact(provider: SandboxProcess) -> None:
    order = bought(
        make_product(price_paise=33_333),
        make_product(price_paise=10_001, tax_rate_basis_points=300),
        customer=living_in("Kerala", "682001"),
    )
    payment = invoiced(order, provider)
    invoice = says(Document.objects.get())

    notes = [
        says(note_of(refunded(payment, provider, amount)))
        for amount in (101, 20_000, order.total_paise - 20_101)
    ]

    assert [note.total for note in notes] == [101, 20_000, order.total_paise - 20_101]
    for position, row in enumerate(invoice.rows):
        assert sum(note.rows[position].taxable for note in notes) == row.taxable
        assert sum(note.rows[position].igst for note in notes) == row.igst
    numbers = Document.objects.filter(kind="credit_note").order_by("pk").values_list("sequence", flat=True)
    assert list(numbers) == [1, 2, 3]


def test_refund_of_a_line_takes_that_lines_tax_back(provider: SandboxProcess) -> None:
    order = bought(
        make_product(price_paise=118_000), make_product(price_paise=50_000, tax_rate_basis_points=0)
    )
    payment = invoiced(order, provider)

    first, second = says(
        note_of(refunded(payment, provider, 59_000, [{"line": 1, "quantity": 1, "amountPaise": 59_000}]))
    ).rows

    assert (first.taxable, first.cgst, first.sgst, first.total) == (50_000, 4_500, 4_500, 59_000)
    assert second.total == 0


def test_amount_beyond_the_named_line_goes_to_the_others(provider: SandboxProcess) -> None:
    order = bought(make_product(price_paise=10_000), make_product(price_paise=50_000))
    payment = invoiced(order, provider)

    first, second = says(
        note_of(refunded(payment, provider, 30_000, [{"line": 1, "quantity": 1, "amountPaise": 30_000}]))
    ).rows

    assert (first.total, second.total) == (10_000, 20_000)


def test_each_refund_has_one_note_however_often_we_sweep(provider: SandboxProcess) -> None:
    payment = invoiced(bought(), provider)
    refund = refunded(payment, provider, 1_000)

    for _ in range(3):
        note_of(refund)
        queue_missing()

    assert Document.objects.filter(kind="credit_note").count() == 1
    assert Mail.objects.filter(kind="credit_note").count() == 1


def test_refund_that_is_not_done_has_no_note(provider: SandboxProcess) -> None:
    payment = invoiced(bought(), provider)
    asked(payment, 1_000)

    assert queue_missing() == 0
    assert nothing_due()


def test_hindi_note_speaks_hindi(provider: SandboxProcess) -> None:
    payment = invoiced(bought(language="hi"), provider)

    note = note_of(refunded(payment, provider, 10_000))

    assert note.language == "hi"
    assert page(note)["title"] == "क्रेडिट नोट · Credit note"
    assert "आपका क्रेडिट नोट" in Mail.objects.get(kind="credit_note").html
