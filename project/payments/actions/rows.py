"""Payment rows: locking them in the one order, claiming those that are due, telling the screens."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from project.events.publish import publish
from project.orders.models import Order
from project.payments.models import Payment, Refund

# The provider's message that is being followed; what happens meanwhile happens because of it.
_followed: ContextVar[str] = ContextVar("followed_message", default="")


@contextmanager
def because_of(message_id: str) -> Iterator[None]:
    """Note this message of the provider with everything recorded inside."""
    token = _followed.set(message_id)
    try:
        yield
    finally:
        _followed.reset(token)


def lock_payment(payment_pk: int) -> Payment:
    """Lock the payment's order, then the payment; always in this order."""
    order_pk = Payment.objects.values_list("order_id", flat=True).get(pk=payment_pk)
    order = Order.objects.select_for_update(of=("self",)).get(pk=order_pk)
    payment = Payment.objects.select_for_update(of=("self",)).get(pk=payment_pk)
    payment.order = order
    return payment


def lock_refund(refund_pk: int) -> Refund:
    """Lock the refund's order, its payment, then the refund."""
    payment = lock_payment(Refund.objects.values_list("payment_id", flat=True).get(pk=refund_pk))
    refund = Refund.objects.select_for_update(of=("self",)).get(pk=refund_pk)
    refund.payment = payment
    return refund


def record(
    payment: Payment, name: str, *, cause: str, actor: str = "", payload: Mapping[str, Any] | None = None
) -> None:
    """Write what happened to the payment into history and name the screens that show it."""
    publish(
        name,
        subject=payment.topic,
        topics=[
            payment.topic,
            payment.order.topic,
            f"staff:transactions#{payment.transaction_id}",
            "staff:payment-health",
            "staff:dashboard",
        ],
        payload={
            "status": payment.status,
            "order": payment.order.order_id,
            **({"message": message} if (message := _followed.get()) else {}),
            **(payload or {}),
        },
        actor=actor,
        cause=cause,
    )
