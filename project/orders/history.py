"""The history of an order: record an event and publish it to the topics that show the order."""

from collections.abc import Sequence
from typing import Any

from project.events.publish import publish
from project.orders.models import Order

# Counts the version, as pages show it, though the order is as it was.
MAIL_SENT = "order.mail_sent"


def list_topics(order: Order) -> list[str]:
    """Return the topics of staff's lists that show the order, and count its money."""
    code = ["staff:discounts"] if order.discount_code_id is not None else []
    return [f"staff:orders#{order.order_id}", *code]


def record(
    order: Order,
    name: str,
    *,
    cause: str,
    actor: str = "",
    payload: dict[str, Any] | None = None,
    topics: Sequence[str] = (),
    minor: bool = False,
    is_new: bool = False,
) -> None:
    """Record an event of the locked order and publish it to its pages' topics, and to `topics`.

    Neither the dashboard nor the pages of the order's payments show a `minor` one; an order that `is_new` has
    no payments.
    """
    topics = [order.topic, *list_topics(order), *topics]
    if not minor:
        topics.append("staff:dashboard")
    if not (minor or is_new):
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
