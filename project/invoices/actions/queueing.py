"""The queue of due documents: what an order, a cancellation or a refund still needs."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from project.core.leases import claim_due
from project.invoices.models import Document, DocumentKind, DueDocument
from project.invoices.upward_calls import InvoiceEvents
from project.orders.models import Order, OrderStatus
from project.payments.models import Refund, RefundStatus

# An order has an invoice once it is paid, or confirmed as one that the courier is paid for.
INVOICED = Q(paid_at__isnull=False) | Q(cash_on_delivery_at__isnull=False)
# Its invoice is taken back: the courier collected nothing, and will not.
CANCELLED_UNPAID = Q(
    cash_on_delivery_at__isnull=False,
    paid_at=None,
    status__in=(OrderStatus.CANCELLED, OrderStatus.REFUNDED),
)
# While a document is being made nobody else takes it, and one whose maker died is late by this much. On a
# machine so slow that it takes longer than this, two makers still make one document.
LEASE = timedelta(seconds=30)


def queue_invoice(order: Order) -> None:
    """Queue the invoice of the locked order; called in the transaction that confirms it."""
    DueDocument.objects.bulk_create([DueDocument(order=order)], ignore_conflicts=True)


def queue_cancellation(order: Order) -> None:
    """Queue the credit note of the locked order's invoice, where the order ends before anybody paid.

    Called in the transaction that cancels it; like `queue_credit_note`, not before the invoice has its
    number.
    """
    _queue_cancellations(Order.objects.filter(pk=order.pk))


def queue_credit_note(refund: Refund) -> None:
    """Queue the credit note of the locked refund; called in the transaction in which it becomes done.

    Not before the invoice that it reduces has its number: then `issue` queues it, under the same lock.
    """
    order_id = refund.payment.order_id
    if Document.objects.filter(order_id=order_id, kind=DocumentKind.INVOICE).exists():
        queue_credit_notes(Refund.objects.filter(pk=refund.pk))


def queue_missing(*, since: datetime | None = None) -> int:
    """Queue every document that should exist and is neither made nor queued; return how many.

    The safety net below `queue_invoice`, `queue_credit_note` and `issue`: with `since` of orders that were
    paid and refunds that were done from then on, otherwise of all there are, which takes seconds.
    """
    invoice = Document.objects.filter(order=OuterRef("pk"), kind=DocumentKind.INVOICE)
    due = DueDocument.objects.filter(order=OuterRef("pk"), refund=None, is_cancellation=False)
    orders: list[QuerySet[Order]] = [Order.objects.all()]
    refunds = Refund.objects.all()
    if since is not None:
        orders, refunds = recently_invoiced(since), refunds.filter(done_at__gte=since)
    wanted = {
        order.pk: DueDocument(order=order)
        for found in orders
        for order in found.filter(INVOICED).exclude(Exists(invoice)).exclude(Exists(due))[:500]
    }
    DueDocument.objects.bulk_create(wanted.values(), ignore_conflicts=True)
    invoiced = Document.objects.filter(order=OuterRef("payment__order"), kind=DocumentKind.INVOICE)
    notes = queue_credit_notes(refunds.filter(Exists(invoiced)))
    return len(wanted) + notes + sum(_queue_cancellations(found) for found in orders)


def recently_invoiced(since: datetime) -> list[QuerySet[Order]]:
    """Return the orders that were paid from then on, and those whose cash on delivery was confirmed or ended.

    Two queries, as each has an index.
    """
    return [Order.objects.filter(paid_at__gte=since), InvoiceEvents.bound().cash_changed(since)]


def take_due_documents(limit: int = 20) -> list[int]:
    """Claim the documents that are due and return their keys; each is claimed by one caller only."""
    return claim_due(DueDocument, "next_try_at", lease=LEASE, limit=limit)


def _queue_cancellations(orders: "QuerySet[Order]") -> int:
    """Queue the credit notes of these orders' invoices that nobody pays; return how many were missing."""
    documents = Document.objects.filter(order=OuterRef("pk"))
    queued = DueDocument.objects.filter(order=OuterRef("pk"), is_cancellation=True)
    unpaid = orders.filter(CANCELLED_UNPAID).filter(Exists(documents.filter(kind=DocumentKind.INVOICE)))
    unpaid = unpaid.exclude(Exists(documents.filter(kind=DocumentKind.CREDIT_NOTE, refund=None)))
    wanted = [
        DueDocument(order=order, is_cancellation=True) for order in unpaid.exclude(Exists(queued))[:500]
    ]
    DueDocument.objects.bulk_create(wanted, ignore_conflicts=True)
    return len(wanted)


def queue_credit_notes(refunds: QuerySet[Refund]) -> int:
    """Queue the credit notes of these refunds, of orders with an invoice; return how many were missing.

    Only of money that had the invoice, so neither of a second payment nor of one that confirmed no order.
    """
    queued = DueDocument.objects.filter(refund=OuterRef("pk"))
    done = (
        refunds.filter(status=RefundStatus.DONE, payment__fulfils=True, credit_note=None)
        .exclude(Exists(queued))
        .order_by("done_at")
        .values_list("payment__order_id", "pk")
    )
    wanted = [DueDocument(order_id=order, refund_id=refund) for order, refund in done[:500]]
    DueDocument.objects.bulk_create(wanted, ignore_conflicts=True)
    return len(wanted)
