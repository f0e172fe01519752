"""Goods of a refunded order move towards the customer only with a reason in the audit log."""

from project.core.errors import Conflict, ErrorCode
from project.events import audit
from project.orders.models import Order, OrderPaymentStatus
from project.orders.upward_calls import OrderEvents


def require_money(order: Order, *, step: str, actor: str, unpaid_reason: str) -> None:
    """Refuse a step that moves the locked order's goods, or replacements, to a customer who has not paid.

    Open refunds count as refunded. An `unpaid_reason` overrides the check and goes into the audit log.

    Raises GOODS_NOT_PAID.
    """
    is_refunded = order.payment_status == OrderPaymentStatus.REFUNDED
    if not is_refunded and OrderEvents.bound().covers_goods(order):
        return
    if not unpaid_reason:
        raise Conflict(
            f"{order} -> {step}: its money is all back",
            errors={"unpaidReason": ErrorCode.GOODS_NOT_PAID},
            code=ErrorCode.GOODS_NOT_PAID,
        )
    audit.record(
        "order.moved_unpaid", subject=order.topic, actor=actor, after={"status": step}, note=unpaid_reason
    )
