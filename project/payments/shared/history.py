"""The history of a payment: record an event and publish it to the topics that show the payment."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from structlog.contextvars import bound_contextvars

from project.events.publish import publish
from project.payments.models import Payment

# Id of the webhook message that is being processed; events recorded meanwhile carry it.
_current_message: ContextVar[str] = ContextVar("followed_message", default="")


@contextmanager
def caused_by_message(message_id: str) -> Iterator[None]:
    """Add this webhook message's id to every payment event and log line inside the context."""
    token = _current_message.set(message_id)
    try:
        with bound_contextvars(webhook=message_id):
            yield
    finally:
        _current_message.reset(token)


def record(
    payment: Payment,
    name: str,
    *,
    cause: str,
    actor: str = "",
    payload: Mapping[str, Any] | None = None,
    topics: Iterable[str] = (),
) -> None:
    """Record an event of the payment and publish it to the topics of the pages that show the payment."""
    publish(
        name,
        subject=payment.topic,
        topics=[
            payment.topic,
            payment.order.topic,
            f"staff:transactions#{payment.transaction_id}",
            "staff:payment-health",
            "staff:dashboard",
            *topics,
        ],
        payload={
            "status": payment.status,
            "order": payment.order.order_id,
            **({"message": message} if (message := _current_message.get()) else {}),
            **(payload or {}),
        },
        actor=actor,
        cause=cause,
    )
