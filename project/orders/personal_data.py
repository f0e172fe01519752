"""A person's data in orders: exported for their download; paid orders are kept when it is erased."""

from typing import Any

from django.db.models import QuerySet

from project.accounts import personal_data
from project.accounts.models import User
from project.core.language import current_language
from project.orders import retention
from project.orders.actions import cancel_unpaid
from project.orders.models import Order, OrderStatus
from project.orders.order_schemas import order_out


def export(user: User) -> list[dict[str, Any]]:
    """Return the person's orders with all that hangs on them, the newest first.

    Without their private links: a file that lies about must open nothing.
    """
    return _exported_orders(Order.objects.filter(user=user), user.language)


def export_address(email: str) -> list[dict[str, Any]]:
    """Return the orders of an address, whether or not they belong to an account."""
    return _exported_orders(Order.objects.filter(email=email), current_language())


def erase_address(email: str) -> personal_data.Erased:
    """Take the person out of the guest's orders that were never paid; an open one is cancelled.

    The others are kept for accounting. One that a late payment can still reach follows with the daily job.
    """
    guest = Order.objects.filter(email=email, user=None)
    for order_id in list(guest.filter(status=OrderStatus.PENDING).values_list("order_id", flat=True)):
        cancel_unpaid(order_id, cause="erasure")
    erased = retention.erase_buyers(guest)
    return personal_data.Erased(erased=erased, kept=guest.count())


def _exported_orders(orders: QuerySet[Order], language: str) -> list[dict[str, Any]]:
    return [
        order_out(order, language=language).model_copy(update={"link": None}).json_object()
        for order in orders.order_by("-pk")
    ]


def erase(user: User) -> None:
    """Remove nothing: orders are accounting records, which the law requires a shop to keep."""


def register() -> None:
    """Add the app's part to the download and the deletion."""
    personal_data.register(
        "orders",
        export=export,
        erase=erase,
        export_address=export_address,
        erase_address=erase_address,
    )
