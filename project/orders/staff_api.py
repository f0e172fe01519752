"""Orders for staff: find them, read one, move them along."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Sum
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query

from project.accounts.auth import May, actor_of
from project.core.errors import DomainError
from project.core.idempotency import idempotency_key, run_once
from project.core.language import current_language
from project.core.rights import Right
from project.core.schemas import BoundedPagination, Success
from project.core.throttle import limited
from project.orders import order_status, piece_certificates, status_undo
from project.orders.access import OrderNotFound, View
from project.orders.models import Order
from project.orders.order_list import find_orders
from project.orders.order_schemas import order_out
from project.orders.order_status import Shipment
from project.orders.staff_schemas import (
    AdminOrderData,
    AdminOrderList,
    AdminOrderMoved,
    AdminOrderSummary,
    FreeCertificates,
    OrdersQuery,
    PieceCertificateIn,
    admin_order,
    admin_orders,
    free_certificates,
    with_rows,
)
from project.orders.status_schemas import (
    BulkMoved,
    BulkMoveIn,
    BulkOrderIn,
    BulkResult,
    OrderMoveIn,
    UndoMovesIn,
)
from project.routers import ApiRouter

router = ApiRouter("orders")


@router.get("/admin-orders/orders", auth=May(Right.ORDERS_READ))
@router.get("/admin/orders", auth=May(Right.ORDERS_READ), operation_id="listAdminOrders")
@limited("admin-read", 240)
def search_admin_orders(request: HttpRequest, query: Query[OrdersQuery]) -> Success[AdminOrderList]:
    """Return a page of the filtered orders, the newest first, with figures over all of them."""
    found = find_orders(query.to_filter(), page=query.page, limit=query.limit, as_of=query.as_of)
    figures = found.statistics
    pagination = BoundedPagination.of(
        page=query.page,
        limit=query.limit,
        total=figures.total - found.arrived,
        has_more=found.has_more,
        as_of=query.as_of,
    )
    orders = admin_orders(list(with_rows(found.rows)))
    summary = AdminOrderSummary.model_validate(figures)
    return Success(data=AdminOrderList(orders=orders, pagination=pagination, summary=summary))


@router.get("/admin/orders/{order_id}", auth=May(Right.ORDERS_READ))
@limited("admin-read", 240)
def get_admin_order(request: HttpRequest, order_id: str) -> Success[AdminOrderData]:
    """One order with all of its history."""
    return Success(data=_read(order_id))


def _read(order_id: str) -> AdminOrderData:
    order = with_rows(Order.objects.filter(order_id=order_id)).first()
    if order is None:
        raise OrderNotFound(order_id)
    return admin_order(order, order_out(order, language=current_language(), view=View.STAFF))


@router.patch("/admin-orders/orders/{order_id}/status", auth=May(Right.ORDERS_WRITE))
@router.put("/admin/orders/{order_id}/status", auth=May(Right.ORDERS_WRITE), operation_id="setOrderStatus")
@limited("admin-write", 120)
def move_order(request: HttpRequest, order_id: str, payload: OrderMoveIn) -> Success[AdminOrderMoved]:
    """Move the order along; only next statuses are allowed, "confirmed" and "refunded" follow the money."""
    actor = actor_of(request)

    def change_status() -> dict[str, Any]:
        order = order_status.change_order_status(
            order_id,
            to=payload.status,
            note=payload.notes,
            shipment=payload.to_shipment(),
            actor=actor,
            seen=payload.seen.to_seen() if payload.seen else None,
            unpaid_reason=payload.unpaid_reason,
            without_certificates=payload.without_certificates,
        )
        return {"undo": order.version}

    moved = _change_status_once(request, order_id, payload.json_object(), change_status)
    undo = moved.get("undo") if status_undo.undoable_orders([order_id], actor=actor) else None
    data = AdminOrderMoved(**vars(_read(order_id)), undo=undo)
    return Success(message=_("Order status updated successfully"), data=data)


def _change_status_once(
    request: HttpRequest, order_id: str, body: Mapping[str, Any], change: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    pk = Order.objects.values_list("pk", flat=True).filter(order_id=order_id).first()
    if pk is None:
        raise OrderNotFound(order_id)
    return run_once(
        scope=f"move:{pk}",
        key=idempotency_key(request),
        body={**body, "by": actor_of(request)},
        action=change,
    )


@router.post("/admin-orders/bulk-status", auth=May(Right.ORDERS_WRITE))
@limited("admin-write", 120)
def move_orders(request: HttpRequest, payload: BulkMoveIn) -> Success[BulkMoved]:
    """Move many orders to one status, each by itself: one that may not go does not hold the others back.

    With an Idempotency-Key each order is moved once, and the same request again gets the same answer.
    """
    results = [_change_status_in_bulk(request, payload, order) for order in payload.orders]
    moved = [result.order_id for result in results if result.ok]
    undoable = status_undo.undoable_orders(moved, actor=actor_of(request))
    for result in results:
        if result.order_id not in undoable:
            result.undo = None
    return Success(data=BulkMoved(results=results, moved=len(moved)))


def _change_status_in_bulk(request: HttpRequest, payload: BulkMoveIn, wanted: BulkOrderIn) -> BulkResult:
    def change_status() -> dict[str, Any]:
        order = order_status.change_order_status(
            wanted.order_id,
            to=payload.status,
            note=payload.notes,
            shipment=Shipment(wanted.carrier, wanted.tracking_number),
            actor=actor_of(request),
            seen=wanted.seen.to_seen() if wanted.seen else None,
            without_certificates=payload.without_certificates,
            through_processing=payload.through_processing,
        )
        return {"status": order.status, "pieces": _pieces(order), "undo": order.version}

    body = wanted.json_object() | {
        "status": payload.status,
        "notes": payload.notes,
        "withoutCertificates": payload.without_certificates,
        "throughProcessing": payload.through_processing,
    }
    try:
        moved = _change_status_once(request, wanted.order_id, body, change_status)
    except DomainError as error:
        return _refused(wanted.order_id, error)
    pieces = moved.get("pieces")
    text = _("Refund for {withheld} of {ordered} pieces, {sent} sent").format(**pieces) if pieces else ""
    return _result(wanted.order_id, moved["status"], message=text, undo=moved.get("undo"))


def _refused(order_id: str, error: DomainError) -> BulkResult:
    status = Order.objects.filter(order_id=order_id).values_list("status", flat=True).first()
    return _result(order_id, status or "", code=error.code, message=error.sentence)


def _result(
    order_id: str, status: str, *, code: str = "", message: str = "", undo: int | None = None
) -> BulkResult:
    return BulkResult(order_id=order_id, ok=not code, status=status, code=code, message=message, undo=undo)


@router.post("/admin-orders/undo-status", auth=May(Right.ORDERS_WRITE))
@limited("admin-write", 120)
def undo_moves(request: HttpRequest, payload: UndoMovesIn) -> Success[BulkMoved]:
    """Undo status changes that the caller has just made, each by itself; idempotent.

    Refused when none of them can be undone any more.
    """
    results, refusals = [], []
    for wanted in payload.orders:
        try:
            order = status_undo.undo_status_change(
                wanted.order_id, version=wanted.version, actor=actor_of(request)
            )
        except DomainError as error:
            refusals.append(error)
            results.append(_refused(wanted.order_id, error))
        else:
            results.append(_result(order.order_id, order.status))
    undone = len(results) - len(refusals)
    if not undone:
        raise refusals[0]
    text = _("Status change undone")
    if refusals:
        text = _("Undone for {undone} of {count} orders. {reason}").format(
            undone=undone, count=len(results), reason=refusals[0].sentence
        )
    return Success(message=text, data=BulkMoved(results=results, moved=undone))


def _pieces(order: Order) -> dict[str, int]:
    """Return how many pieces of the order were sent and how many not; {} before the dispatch, or of all."""
    sums: dict[str, int] = order.lines.aggregate(
        ordered=Sum("quantity"), withheld=Sum("withheld"), sent=Sum("sent")
    )
    return sums if sums["withheld"] and sums["sent"] else {}


@router.get("/admin/orders/{order_id}/lines/{line}/certificates", auth=May(Right.ORDERS_WRITE))
@limited("admin-read", 240)
def list_free_certificates(request: HttpRequest, order_id: str, line: int) -> Success[FreeCertificates]:
    """Return the certificates that the pieces of a line can be given, the newest first."""
    order = Order.objects.filter(order_id=order_id).first()
    if order is None:
        raise OrderNotFound(order_id)
    return Success(data=free_certificates(order, line))


@router.put("/admin/orders/{order_id}/lines/{line}/pieces/{piece}/certificate", auth=May(Right.ORDERS_WRITE))
@limited("admin-write", 120)
def give_certificate(
    request: HttpRequest, order_id: str, line: int, piece: int, payload: PieceCertificateIn
) -> Success[AdminOrderData]:
    """Give a piece its certificate, or until the dispatch another one; idempotent."""
    piece_certificates.give_certificate(
        order_id,
        line=line,
        piece=piece,
        number=payload.number,
        seen=payload.seen,
        actor=actor_of(request),
    )
    return Success(data=_read(order_id))


@router.delete(
    "/admin/orders/{order_id}/lines/{line}/pieces/{piece}/certificate", auth=May(Right.ORDERS_WRITE)
)
@limited("admin-write", 120)
def take_back_certificate(
    request: HttpRequest, order_id: str, line: int, piece: int, seen: str | None = None
) -> Success[AdminOrderData]:
    """Take back the certificate of a piece that is in the house; idempotent."""
    piece_certificates.take_back_certificate(
        order_id, line=line, piece=piece, seen=seen, actor=actor_of(request)
    )
    return Success(data=_read(order_id))
