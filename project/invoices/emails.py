"""The mails that carry an invoice or a credit note, to the order's own address."""

from project.core.language import format_day
from project.core.mail import queue_mail
from project.core.money import format_rupees
from project.invoices.contents import Contents
from project.invoices.models import Document
from project.invoices.pdf import payment_line
from project.orders.emails import is_withheld
from project.orders.models import Order

INVOICE_MAILS = ("invoice", "invoice_copy")


def document_issued(order: Order, document: Document) -> None:
    """Send the invoice or the credit note, once; not to an address that nobody proved and that has enough."""
    if not is_withheld(order):
        _mail(order, document, str(document.kind), f"{document.kind}:{document.number}")


def invoice_again(order: Order, invoice: Document, *, copy: int) -> None:
    """Send the invoice because somebody asked; `copy` counts how often it was sent before."""
    _mail(order, invoice, "invoice_copy", f"invoice:{invoice.number}:copy:{copy}")


def _mail(order: Order, document: Document, kind: str, dedupe_key: str) -> None:
    contents = Contents.from_json(document.contents)
    queue_mail(
        kind=kind,
        dedupe_key=dedupe_key,
        reference=order.topic,
        to=order.email,
        language=document.language,
        attachment=f"document:{document.number}",
        context={
            "name": order.name,
            "order_id": order.order_id,
            "order_link": order.link(),
            "number": document.number,
            "day": format_day(document.issued_on, document.language),
            "total": format_rupees(contents.total),
            "invoice_number": contents.invoice_number,
            "bill_of_supply": not contents.is_taxed,
            "payment": payment_line(contents, document.language),
            # A credit note without a refund takes back an invoice that nobody paid.
            "unpaid": not contents.refund_id,
        },
    )
