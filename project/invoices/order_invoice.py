"""The invoice of an order, as pages show it."""

from typing import Any

from django.db.models import OuterRef, Subquery

from project.invoices.models import Document, DocumentKind
from project.orders.models import Order


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
