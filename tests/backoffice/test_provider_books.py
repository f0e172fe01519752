"""What the comparison of the books says about invoices."""

import pytest

from project.backoffice.provider_books import differences
from project.invoices import actions
from project.invoices.models import Document, DocumentFile, DocumentKind, DueDocument
from project.orders.models import Order
from tests.invoices.papers import bought, paid

pytestmark = pytest.mark.django_db


def said_of(order: Order) -> list[str]:
    """Return what is said of the order's invoices; its money came without a provider, which is said, too."""
    lines = differences(paid={}, returned={})
    return [line for line in lines if line.startswith(order.order_id) and "invoices" in line]


def number_only(order: Order) -> Document:
    """Give the order's invoice its number, as a worker that dies before the PDF leaves it."""
    return Document.objects.create(
        kind=DocumentKind.INVOICE,
        number="AKS/26-27/000001",
        year="26-27",
        sequence=1,
        issued_on="2026-11-21",
        language="en",
        order=order,
        contents={},
    )


def printed(order: Order) -> None:
    """Keep a PDF of the order's invoice."""
    DocumentFile.objects.create(document=number_only(order), pdf=b"%PDF", sha256="0" * 64)


def test_order_that_is_not_paid_wants_no_invoice() -> None:
    order = bought()

    assert said_of(order) == []


def test_invoice_that_is_due_is_no_difference() -> None:
    order = paid(bought())

    assert said_of(order) == []


def test_invoice_with_a_number_and_no_pdf_yet_is_no_difference() -> None:
    order = paid(bought())
    number_only(order)

    assert said_of(order) == []


def test_printed_invoice_is_no_difference() -> None:
    order = paid(bought())
    DueDocument.objects.all().delete()
    printed(order)

    assert said_of(order) == []


def test_missing_invoice_is_named() -> None:
    order = paid(bought())
    DueDocument.objects.all().delete()

    assert said_of(order) == [f"{order.order_id}: 0 invoices printed and 0 due, wanted 1"]


def test_number_whose_pdf_nobody_will_print_is_named() -> None:
    order = paid(bought())
    DueDocument.objects.all().delete()
    number_only(order)

    assert said_of(order) == [f"{order.order_id}: 0 invoices printed and 0 due, wanted 1"]


def test_invoice_that_is_due_once_more_is_named() -> None:
    order = paid(bought())
    printed(order)

    assert said_of(order) == [f"{order.order_id}: 1 invoices printed and 1 due, wanted 1"]


def test_invoice_of_an_order_nobody_paid_is_named() -> None:
    order = bought()
    actions.order_paid(order)

    assert said_of(order) == [f"{order.order_id}: 0 invoices printed and 1 due, wanted 0"]
