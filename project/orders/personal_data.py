"""What orders keep of a person: told for the download, kept after the deletion."""

from typing import Any

from project.accounts import personal_data
from project.accounts.models import User
from project.orders.models import Order
from project.orders.order_schemas import order_out


def export(user: User) -> list[dict[str, Any]]:
    """Return the person's orders with all that hangs on them, the newest first.

    Without their private links: a file that lies about must open nothing.
    """
    orders = Order.objects.filter(user=user).order_by("-pk")
    return [
        order_out(order, language=user.language).model_copy(update={"link": None}).json_object()
        for order in orders
    ]


def erase(user: User) -> None:
    """Remove nothing: orders are the books, which the law has a shop keep."""


def register() -> None:
    """Add the app's part to the download and the deletion."""
    personal_data.register("orders", export=export, erase=erase)
