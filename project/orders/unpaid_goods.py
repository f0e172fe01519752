"""The one rule of goods and money: goods whose money is all back move only for a logged reason."""

from project.audit import actions as audit
from project.core.errors import Conflict, ErrorCode
from project.orders import hooks
from project.orders.models import Order, OrderPaymentStatus


class GoodsNotPaid(Conflict):
    """All of the order's money is back or on its way back, so its goods stay where they are."""

    code = ErrorCode.GOODS_NOT_PAID


def require_money(order: Order, *, step: str, actor: str, unpaid_reason: str) -> None:
    """Refuse to bring the locked order's goods, or others in their place, nearer to who has not paid.

    What is promised back counts as gone. An `unpaid_reason` overrides it and is written to the audit log.

    Raises GoodsNotPaid.
    """
    if _is_covered(order):
        return
    if not unpaid_reason:
        raise GoodsNotPaid(
            f"{order} -> {step}: its money is all back", errors={"unpaidReason": ErrorCode.GOODS_NOT_PAID}
        )
    audit.record(
        "order.moved_unpaid", subject=order.topic, actor=actor, after={"status": step}, note=unpaid_reason
    )


def _is_covered(order: Order) -> bool:
    if order.payment_status == OrderPaymentStatus.REFUNDED:
        return False
    return all(covers(order) for covers in hooks.covers_goods)
