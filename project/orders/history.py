"""An order's history: written in the transaction that makes it, told to every screen that shows the order."""

from typing import Any

from project.events.publish import publish
from project.orders.models import Order


def record(
    order: Order, name: str, *, cause: str, actor: str = "", payload: dict[str, Any] | None = None
) -> None:
    """Write what happened to the order and wake every screen that shows it; the caller holds its lock."""
    # What a payment's screen says of its order changes with the order.
    topics = [order.topic, f"staff:orders#{order.order_id}", "staff:dashboard"]
    topics += [f"payment:{key}" for key in order.payments.values_list("transaction_id", flat=True)]
    if order.user is not None:
        topics.append(f"orders:{order.user.public_id}")
    publish(
        name,
        subject=order.topic,
        topics=topics,
        payload={"status": order.status, **(payload or {})},
        actor=actor,
        cause=cause,
    )
