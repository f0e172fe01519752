"""The invoice of an order: shown on its page, mailed again."""

from datetime import timedelta
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _

from project.core.errors import Conflict, ErrorCode
from project.core.models import Mail, MailStatus
from project.invoices import emails
from project.invoices.models import Document, DocumentKind
from project.orders.actions import lock_order
from project.orders.models import Order
from project.payments.models import Payment


def invoice_of(order: Order) -> Document | None:
    """Return the order's invoice once its PDF exists."""
    return Document.objects.filter(order=order, kind=DocumentKind.INVOICE, file__isnull=False).first()


def of_order(order: Order) -> dict[str, Any]:
    """Return what an order's page says about its invoice."""
    found = invoice_of(order)
    if found is None:
        return {}
    return {"invoice": {"number": found.number, "url": f"/api/orders/{order.order_id}/invoice.pdf"}}


def number_of_order() -> Subquery:
    """Return the number of an order's invoice whose PDF exists, as a column of the order."""
    invoices = Document.objects.filter(order=OuterRef("pk"), kind=DocumentKind.INVOICE, file__isnull=False)
    return Subquery(invoices.values("number")[:1])


# Debounce: an invoice mail that is queued, or was sent within this time, is not sent again.
RESEND_PAUSE = timedelta(minutes=2)


class InvoiceNotReady(Conflict):
    """The order has no invoice (yet): it is made when the payment is recorded."""

    code = ErrorCode.INVOICE_NOT_READY


class NoAddress(InvoiceNotReady):
    """The customer's address was erased: there is nowhere to send the invoice to."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(
            detail,
            text=_("This order has no email address any more: the invoice cannot be sent"),
        )


class CopyState(StrEnum):
    """Outcome of a request to mail the invoice again."""

    # A copy is written and leaves next.
    QUEUED = "queued"
    # An earlier mail has not left yet.
    ON_ITS_WAY = "on_its_way"
    # A mail left a moment ago.
    SENT = "sent"
    # The invoice has no file yet; it is mailed once it has.
    BEING_MADE = "being_made"


@transaction.atomic
def send_again(payment: Payment) -> CopyState:
    """Mail the invoice of the payment's order again, to the order's own address; return the outcome.

    Raises InvoiceNotReady for an order that was not paid with this payment, NoAddress for an erased customer.
    """
    order = lock_order(payment.order.order_id)
    assert order is not None  # payments protect their orders
    if not payment.fulfils:
        raise InvoiceNotReady(str(payment))
    if order.is_erased:
        raise NoAddress(str(payment))
    invoice = invoice_of(order)
    if invoice is None:
        return CopyState.BEING_MADE
    sent = Mail.objects.filter(reference=order.topic, kind__in=emails.INVOICE_MAILS)
    if sent.filter(status__in=(MailStatus.DUE, MailStatus.SENDING)).exists():
        return CopyState.ON_ITS_WAY
    now = timezone.now()
    if sent.filter(sent_at__range=(now - RESEND_PAUSE, now + RESEND_PAUSE)).exists():
        return CopyState.SENT
    emails.invoice_again(order, invoice, copy=sent.count())
    return CopyState.QUEUED
