"""What staff do with an order."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Router
from pydantic import AfterValidator, Field

from project.accounts.auth import May, signed_in
from project.core.language import current_language
from project.core.rights import Right
from project.core.schemas import ApiModel, Success
from project.core.throttle import limited
from project.orders import actions
from project.orders.access import View
from project.orders.actions import Shipment
from project.orders.models import OrderStatus
from project.orders.order_schemas import OrderData, order_out

router = Router(tags=["orders"], by_alias=True)


class OrderMoveIn(ApiModel):
    """Where staff move an order; `note` is read by its customer."""

    status: OrderStatus
    note: Annotated[str, Field(max_length=500), AfterValidator(str.strip)] = ""
    carrier: Annotated[str, Field(max_length=40), AfterValidator(str.strip)] = ""
    tracking_number: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9 /_-]*$")] = ""


@router.post(
    "/admin/orders/{order_id}/status",
    response=Success[OrderData],
    auth=May(Right.ORDERS_WRITE),
    operation_id="moveOrder",
)
@limited("admin-write", 120)
def move_order(request: HttpRequest, order_id: str, payload: OrderMoveIn) -> Success[OrderData]:
    """Move the order along; only next statuses are allowed, "confirmed" and "refunded" follow the money."""
    user = signed_in(request)
    order = actions.move_order(
        order_id,
        to=payload.status,
        note=payload.note,
        shipment=Shipment(payload.carrier, payload.tracking_number.strip()),
        actor=f"user:{user.public_id}",
    )
    return Success(data=OrderData(order=order_out(order, language=current_language(), view=View.STAFF)))
