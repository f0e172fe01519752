"""Orders brought to where a test needs them, by the way they get there in the shop."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from project.catalog.models import Product
from project.orders import actions
from project.orders.models import Order, OrderStatus
from project.orders.order_status import UNKNOWN, Shipment, change_order_status
from tests.buying import place
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api

# One way through the statuses; "shipped" is the other one after "dispatched".
WAY = ("processing", "packaging", "dispatched", "out_for_delivery", "delivered")


@transaction.atomic
def pay(order: Order) -> None:
    """Let the order's money arrive."""
    locked = actions.lock_order(order.order_id)
    assert locked is not None
    actions.confirm(locked, payment_id=f"TXN{order.pk}", paid_at=timezone.now(), cause="test")


@transaction.atomic
def refund(order: Order) -> None:
    """Let all of the order's money go back."""
    locked = actions.lock_order(order.order_id)
    assert locked is not None
    actions.mark_refunded(locked, cause="test")


def staff(role: str = "support") -> Api:
    """Return a browser of somebody who works for the shop."""
    return Api(token=log_in(make_user(role=role)))


def move(order: Order, to: str, *, api: Api | None = None, **more: Any) -> Answer:
    """Move the order as staff do; a parcel that leaves has a number."""
    if to in ("dispatched", "shipped"):
        more = {"trackingNumber": "AB1234"} | more
    path = f"/admin-orders/orders/{order.order_id}/status"
    return (api or staff()).other("PATCH", path, {"status": to} | more)


def bring(order: Order, to: str) -> Order:
    """Bring a new order to a status, by the actions that staff's calls end in."""
    if to == "pending":
        return order
    if to == "cancelled":
        advance_order(order, "cancelled")
    else:
        pay(order)
    if to in WAY:
        advance_order(order, *WAY[: WAY.index(to) + 1])
    elif to == "shipped":
        advance_order(order, *WAY[:3], "shipped")
    elif to in ("returned", "refunded"):
        advance_order(order, *WAY, "returned")
    if to == "refunded":
        refund(order)
    order.refresh_from_db()
    assert order.status == to
    return order


def advance_order(order: Order, *statuses: str) -> None:
    """Let a member of staff move the order along; a parcel that leaves has a number."""
    actor = f"user:{make_user(role='support').public_id}"
    for status in statuses:
        shipment = Shipment(tracking_number="AB1234") if status in ("dispatched", "shipped") else UNKNOWN
        change_order_status(order.order_id, to=OrderStatus(status), actor=actor, shipment=shipment)


def order_status(order: Order) -> str:
    """Return the order's current status."""
    return str(Order.objects.values_list("status", flat=True).get(pk=order.pk))


def delivered(product: Product | None = None, quantity: int = 1, *, days_ago: int = 0) -> Order:
    """Return an order that was delivered, some days ago."""
    order = bring(place(product or make_product(), quantity), OrderStatus.DELIVERED)
    Order.objects.filter(pk=order.pk).update(delivered_at=F("delivered_at") - timedelta(days=days_ago))
    order.refresh_from_db()
    return order
