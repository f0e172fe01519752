"""Payment rows: locking them in the one order, and telling the screens what became of them."""

from collections.abc import Mapping
from typing import Any

from project.events.publish import publish
from project.orders.models import Order
from project.payments.models import Payment


def lock_payment(payment_pk: int) -> Payment:
    """Lock the payment's order, then the payment; always in this order."""
    order_pk = Payment.objects.values_list("order_id", flat=True).get(pk=payment_pk)
    order = Order.objects.select_for_update(of=("self",)).get(pk=order_pk)
    payment = Payment.objects.select_for_update(of=("self",)).get(pk=payment_pk)
    payment.order = order
    return payment


def record(
    payment: Payment, name: str, *, cause: str, actor: str = "", payload: Mapping[str, Any] | None = None
) -> None:
    publish(
        name,
        subject=payment.topic,
        topics=[
            payment.topic,
            payment.order.topic,
            f"staff:transactions#{payment.transaction_id}",
            "staff:dashboard",
        ],
        payload={"status": payment.status, "order": payment.order.order_id, **(payload or {})},
        actor=actor,
        cause=cause,
    )
