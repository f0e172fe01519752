"""Ask to send goods back; decide about it."""

from typing import Annotated

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import File, Form, Query
from ninja.files import UploadedFile

from project.accounts.auth import Anyone, May, actor_of, caller_of
from project.core.idempotency import idempotency_key, prepare_and_run_once, run_once
from project.core.paging import cut_page
from project.core.photos import NewPhotos
from project.core.rights import Right
from project.core.schemas import Success
from project.core.throttle import limited
from project.orders.access import open_order
from project.orders.guards import OrderOpener
from project.orders.models import Order
from project.orders.order_schemas import OrderData, answer_order
from project.returns import actions
from project.returns.models import Return
from project.returns.schemas import (
    ReturnData,
    ReturnIn,
    ReturnMoveIn,
    ReturnPage,
    ReturnQuery,
    ReturnRow,
)
from project.routers import ApiRouter

router = ApiRouter("returns")
Photos = Annotated[list[UploadedFile], File(default_factory=list)]


@router.post("/orders/{order_id}/returns", auth=OrderOpener())
@limited("return", 20, 3600)
def request_return(
    request: HttpRequest, order_id: str, payload: Form[ReturnIn], photos: Photos
) -> Success[OrderData]:
    """Ask to send goods back, for their money or for other pieces; the same Idempotency-Key asks once."""
    order = open_order(caller_of(request), order_id)

    def ask(stored: NewPhotos) -> dict[str, str]:
        asked = actions.request_return(
            order,
            kind=payload.kind,
            reason=payload.reason,
            text=payload.text,
            pieces=payload.pieces(),
            photos=stored,
            actor=actor_of(request),
        )
        return {"returnId": asked.return_id}

    prepare_and_run_once(
        scope=f"return:{order.order_id}",
        key=idempotency_key(request),
        # The photos count by their names and sizes: a browser sends the same ones again.
        body=payload.json_object() | {"photos": [[photo.name, photo.size] for photo in photos]},
        prepare=lambda: actions.stored_photos(
            order, kind=payload.kind, pieces=payload.pieces(), files=photos
        ),
        action=ask,
    )
    return answer_order(Order.objects.get(pk=order.pk))


@router.post("/orders/{order_id}/returns/{return_id}/withdraw", auth=Anyone())
@limited("return", 20, 3600)
def withdraw_return(request: HttpRequest, order_id: str, return_id: str) -> Success[OrderData]:
    """Take a request back, as long as the goods are not on their way."""
    order = open_order(caller_of(request), order_id)
    actions.withdraw(order, return_id, actor=actor_of(request))
    return answer_order(Order.objects.get(pk=order.pk))


@router.get("/admin/returns", auth=May(Right.ORDERS_READ))
@limited("admin-read", 240)
def list_returns(request: HttpRequest, query: Query[ReturnQuery]) -> Success[ReturnPage]:
    """Return requests, the oldest first."""
    found = Return.objects.all() if query.status is None else Return.objects.filter(status=query.status)
    found = found.select_related("order").prefetch_related("lines", "photos", "order__lines")
    rows, pagination = cut_page(found, query)
    return Success(
        data=ReturnPage(returns=[ReturnRow.model_validate(row) for row in rows], pagination=pagination)
    )


@router.post("/admin/returns/{return_id}/status", auth=May(Right.ORDERS_WRITE))
@limited("admin-write", 120)
def move_return(request: HttpRequest, return_id: str, payload: ReturnMoveIn) -> Success[ReturnData]:
    """Approve, reject (with a reason), arrange the pickup, note the goods as back or as replaced.

    With goods that are back, `restock` says which pieces can be sold again; replaced ones leave the stock.
    Where the order's money is all back, `unpaidReason` says why others go out in their place; it is logged.
    The same Idempotency-Key again decides nothing anew.
    """
    actor = actor_of(request)
    found = get_object_or_404(Return, return_id=return_id)

    def move() -> dict[str, str]:
        moved = actions.move_return(
            return_id,
            to=payload.status,
            note=payload.note,
            actor=actor,
            sellable=payload.sellable(),
            certificates=payload.certificates,
            unpaid_reason=payload.unpaid_reason,
        )
        return {"status": moved.status}

    run_once(
        scope=f"return-move:{found.pk}",
        key=idempotency_key(request),
        body=payload.json_object() | {"by": actor},
        action=move,
    )
    return Success(data=ReturnData(request=ReturnRow.model_validate(Return.objects.get(pk=found.pk))))
