"""Read an order's invoice, have it mailed again; packing slips and address labels, for staff."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from ninja import Query
from pydantic import Field

from project.accounts.auth import Anyone, May, caller_of
from project.core.errors import NotFound
from project.core.identifiers import TRANSACTION_ID_MISSING, required_id
from project.core.rights import Right
from project.core.schemas import ApiModel, Success
from project.core.throttle import Limit, limited
from project.invoices.actions.order_invoice import CopyState, invoice_of, send_again
from project.invoices.actions.printing import pdf_of
from project.invoices.packing_slips import SlipKind, print_slips
from project.orders.access import OrderNotFound, View, open_order, view_of
from project.orders.models import Order
from project.payments.models import Payment
from project.payments.shared.api_names import SEND_INVOICE
from project.routers import ApiRouter

router = ApiRouter("invoices")

_COPY_MESSAGES = {
    CopyState.QUEUED: _("The invoice will be sent to {to}"),
    CopyState.ON_ITS_WAY: _("The invoice is already on its way to {to}"),
    CopyState.SENT: _("The invoice was sent to {to} a moment ago"),
    CopyState.BEING_MADE: _("The invoice is still being made. It will be sent to {to} by itself"),
}
# Copies of one invoice in an hour, whoever asks.
_COPIES = Limit("invoice-copies", 3, 3600, of_each="order", counts="mailed copies of an invoice")
# Orders in one file of packing slips.
MAX_SLIPS = 50


def pdf_response(content: bytes, name: str) -> HttpResponse:
    """Return a PDF that the browser saves under this name, and that no cache keeps."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


class InvoiceCopy(ApiModel):
    """Result of asking for a copy, and its address if the caller may see it."""

    state: CopyState
    to: str | None


@router.get("/orders/{order_id}/invoice.pdf", auth=Anyone())
@limited("invoice", 60)
def get_invoice(request: HttpRequest, order_id: str) -> HttpResponse:
    """Return the invoice as PDF to the order's owner, staff, or who proved its address; 404 to others."""
    invoice = invoice_of(open_order(caller_of(request), order_id))
    if invoice is None:
        raise NotFound(order_id)
    file = pdf_of(invoice.number)
    return pdf_response(file.content, file.name)


@router.post(f"{SEND_INVOICE}/{{transaction_id}}", auth=Anyone())
@limited("send-invoice", 10)
def send_invoice(request: HttpRequest, transaction_id: str) -> Success[InvoiceCopy]:
    """Mail the stored invoice again, to the address given with the order; a body is not read.

    For the order's owner, the holder of its link, and staff.
    """
    transaction = required_id(transaction_id, TRANSACTION_ID_MISSING)
    payment = Payment.objects.select_related("order").filter(transaction_id=transaction).first()
    view = view_of(caller_of(request), payment.order) if payment else None
    if payment is None or view is None:
        raise NotFound(transaction_id)
    _COPIES.count(payment.order.order_id)
    state = send_again(payment)
    shown = view != View.SHARED
    # The holder of the order's link is not shown the address.
    to = payment.order.email if shown else gettext("the email address of the order")
    return Success(
        message=str(_COPY_MESSAGES[state]).format(to=to),
        data=InvoiceCopy(state=state, to=payment.order.email if shown else None),
    )


class SlipsQuery(ApiModel):
    """Kinds of documents, and ids of orders with commas between them."""

    kind: SlipKind = SlipKind.SLIP
    orders: str = Field(min_length=1, max_length=21 * MAX_SLIPS)


@router.get("/admin/slips.pdf", auth=May(Right.ORDERS_WRITE))
@limited("slips", 30)
def get_slips(request: HttpRequest, query: Query[SlipsQuery]) -> HttpResponse:
    """Packing slips or address labels as one PDF, a page for each order as they were asked for."""
    ids = list(dict.fromkeys(query.orders.split(",")))[:MAX_SLIPS]
    wanted = Order.objects.filter(order_id__in=ids).prefetch_related("lines__certificates__certificate")
    found = {order.order_id: order for order in wanted}
    orders = [found[order_id] for order_id in ids if order_id in found]
    if not orders:
        raise OrderNotFound(query.orders)
    return pdf_response(print_slips(orders, query.kind), f"{query.kind}s-{timezone.localdate()}.pdf")
