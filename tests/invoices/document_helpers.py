"""Orders with their money in, and the documents the worker makes of them."""

from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from project.catalog.models import Product
from project.core.storage.files import PRIVATE, read
from project.invoices.actions.printing import make_document
from project.invoices.actions.queueing import take_due_documents
from project.invoices.contents import Contents
from project.invoices.models import Document, DocumentFile, DueDocument
from project.orders import actions as orders
from project.orders.models import Order
from tests.buying import GUEST, guest_body, item, new_key
from tests.factories import make_product
from tests.http import Api
from tests.invoices.pdf_reading import page_texts


def living_in(state: str, pincode: str, **person: str) -> dict[str, Any]:
    """Return a guest who lives there."""
    return GUEST | person | {"address": GUEST["address"] | {"state": state, "pincode": pincode}}


def bought(
    *wanted: Product | dict[str, Any], customer: dict[str, Any] = GUEST, language: str = "en", **body: Any
) -> Order:
    """Place an order for a piece of each product, or for what `item` says."""
    items = [each if isinstance(each, dict) else item(each) for each in wanted or (make_product(),)]
    answer = Api(language=language).post(
        "/orders/create-guest-order", guest_body(*items, customerInfo=customer, **body), key=new_key()
    )
    return Order.objects.get(order_id=answer.data["orderId"])


@transaction.atomic
def paid(order: Order) -> Order:
    """Let the order's money arrive, without a provider."""
    locked = orders.lock_order(order.order_id)
    assert locked is not None
    orders.confirm(locked, payment_id=f"TXN{order.pk}", paid_at=timezone.now(), cause="test")
    return locked


def make_due(*, day: date | None = None) -> list[Document]:
    """Make what is due, as the worker does, on this day in India."""
    clock = timezone.localdate if day is None else lambda: day
    made = [make_document(pk, clock=clock) for pk in take_due_documents()]
    return [document for document in made if document is not None]


def invoice_for(order: Order) -> Document:
    """Return the invoice of an order that is paid here and now."""
    paid(order)
    [document] = make_due()
    return document


def says(document: Document) -> Contents:
    """Return what stands on the document."""
    return Contents.from_json(document.contents)


def pdf_text(document: Document) -> str:
    """Return the text of the document's PDF."""
    return "\n".join(page_texts(pdf_bytes(document)))


def pdf_bytes(document: Document) -> bytes:
    """Return the document's PDF."""
    return read(PRIVATE, DocumentFile.objects.get(document=document).name)


def nothing_due() -> bool:
    """Return whether every document is made."""
    return not DueDocument.objects.exists()
