"""Schemas of lists of orders for their customers: of an account, and of an e-mail address."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Annotated

from django.db.models import Count, Q, Sum
from django.db.models.functions import Coalesce
from pydantic import Field

from project.core.money import CURRENCY, rupees
from project.core.schemas import ApiModel, PageNumber, Pagination, StablePaging
from project.orders.models import Order
from project.orders.order_schemas import OrderItemOut, items_out


class OrderRow(ApiModel):
    """An order in its customer's list."""

    id: str = Field(serialization_alias="_id")
    order_id: str
    status: str
    status_at: datetime
    payment_status: str
    created_at: datetime
    estimated_delivery: date | None
    items: list[OrderItemOut]
    total_amount: float
    currency: str = CURRENCY
    version: int


class OrdersPage(ApiModel):
    """One page of a customer's orders, the newest first; `version` grows with every change of any of them."""

    orders: list[OrderRow]
    pagination: Pagination
    version: int


ORDERS_PER_PAGE = 10


class OwnOrdersQuery(StablePaging):
    """A page of one's own orders."""

    page: PageNumber = 1
    limit: Annotated[int, Field(ge=1, le=50)] = ORDERS_PER_PAGE


def orders_page(user_id: int, *, page: int, limit: int, language: str, as_of: datetime) -> OrdersPage:
    """Return a page of the customer's orders of that moment; GET and the live topic both answer this.

    In one statement each: how many there are with what their versions come to, the orders, their lines.
    """
    mine = Order.objects.filter(user_id=user_id)
    were_there = Q(created_at__lte=as_of)
    figures = mine.aggregate(total=Count("pk", filter=were_there), version=Coalesce(Sum("version"), 0))
    rows = (
        mine.filter(were_there)
        .order_by("-pk")
        .prefetch_related("lines__product")[(page - 1) * limit : page * limit]
    )
    return OrdersPage(
        orders=[
            OrderRow.from_row(
                order,
                id=order.order_id,
                items=items_out(order.lines.all(), language=language),
                total_amount=rupees(order.total_paise),
            )
            for order in rows
        ],
        pagination=Pagination.of(page=page, limit=limit, total=figures["total"], as_of=as_of),
        version=figures["version"],
    )


class TrackedOrder(ApiModel):
    """An order in the list of an e-mail address.

    Without proof of the address the last three are null: nothing there names a thing, a place or money.
    """

    order_id: str
    status: str
    payment_status: str
    created_at: datetime
    item_count: int
    estimated_delivery: date | None
    status_at: datetime | None
    items: list[OrderItemOut] | None
    total_amount: float | None


class TrackedOrders(ApiModel):
    """The orders of an e-mail address, the newest first; `accessToken` is the caller's proof of it."""

    orders: list[TrackedOrder]
    access_token: str | None


class GuestOrders(ApiModel):
    """Orders of the account's address that are in no account yet, the newest first."""

    orders: list[TrackedOrder]


class AdoptedOrders(ApiModel):
    """The orders that came into the account by this call."""

    order_ids: list[str]


def tracked_orders(
    orders: Sequence[Order], *, language: str, access: str | None, accounts: Collection[int | None] = ()
) -> TrackedOrders:
    """Return the orders of one address: whole with the proof that is passed on, and those of `accounts`.

    An account's key is None for orders of guests; the others are redacted.
    """
    rows = [
        tracked_order(order, language=language, whole=access is not None or order.user_id in accounts)
        for order in orders
    ]
    return TrackedOrders(orders=rows, access_token=access)


def tracked_order(order: Order, *, language: str, whole: bool) -> TrackedOrder:
    """Return an order in the list of its address, redacted unless the address is proved."""
    return TrackedOrder(
        order_id=order.order_id,
        status=order.status,
        payment_status=order.payment_status,
        created_at=order.created_at,
        item_count=sum(line.quantity for line in order.lines.all()),
        estimated_delivery=order.estimated_delivery,
        status_at=order.status_at if whole else None,
        items=items_out(order.lines.all(), language=language) if whole else None,
        total_amount=rupees(order.total_paise) if whole else None,
    )
