"""Refund sums of payments and orders: reserve an amount, recalculate with each change of a refund."""

from django.db.models import F, Q, Sum

from project.orders import actions as orders
from project.orders.models import Order
from project.payments.models import CAPTURED, PROMISED, CaseKind, PaymentStatus, Refund, RefundStatus
from project.payments.refunds.lines import withhold_refunded
from project.payments.shared.cases import open_case
from project.payments.shared.history import record

# Refund events that the order's history shows to its customer.
_ORDER_EVENTS: dict[str, orders.RefundStep] = {
    "refund.started": "started",
    "refund.done": "done",
    "refund.failed": "failed",
}


def reserve_refund(refund: Refund, *, cause: str, actor: str = "") -> Refund:
    """Insert a refund of a locked payment and reserve its amount; due at once unless it needs approval."""
    if refund.status == RefundStatus.REQUESTED:
        refund.next_check_at = refund.requested_at
    # First the sum, so that the check constraint refuses an excess before the row is inserted.
    refund.payment.refund_pending_paise += refund.amount_paise
    refund.payment.save(update_fields=["refund_pending_paise"])
    refund.save()
    record_refund_change(refund, "refund.requested", cause=cause, actor=actor)
    if refund.status == RefundStatus.APPROVAL:
        open_case(CaseKind.REFUND_APPROVAL, refund=refund, facts={"amountPaise": refund.amount_paise})
    return refund


def record_refund_change(refund: Refund, name: str, *, cause: str, actor: str = "") -> None:
    """Recalculate the payment's refund sums and the pieces to send, record and publish the refund's event."""
    payment = refund.payment
    sums = payment.refunds.aggregate(
        done=Sum("amount_paise", filter=Q(status=RefundStatus.DONE), default=0),
        promised=Sum("amount_paise", filter=Q(status__in=PROMISED), default=0),
    )
    payment.bump(refunded_paise=sums["done"], refund_pending_paise=sums["promised"])
    if payment.status == PaymentStatus.SUCCESS and payment.refunded_paise == payment.captured_paise:
        payment.transition_to(PaymentStatus.REFUNDED)
    withhold_refunded(payment, cause="refund", actor=actor)
    payload = {"refund": refund.refund_id, "refundStatus": refund.status, "amountPaise": refund.amount_paise}
    finished = name in ("refund.done", "refund.failed", "refund.declined")
    topics = [f"staff:refunds#{refund.refund_id}"] if finished else []
    record(payment, name, cause=cause, actor=actor, payload=payload, topics=topics)
    step = _ORDER_EVENTS.get(name)
    if step is not None:
        orders.record_refund(payment.order, step, amount_paise=refund.amount_paise, cause=cause)
    else:
        # The order's page shows its refunds and reloads them when the order's version changes.
        payment.order.bump()


def update_order_refunded(order: Order, *, cause: str) -> None:
    """Set the locked order to refunded once all captured money is refunded, reversed or lost.

    One whose total the courier has yet to collect is not: what came back was another payment of it.
    """
    if not order.awaits_cash and is_money_back(order):
        orders.mark_refunded(order, cause=cause)


def is_money_back(order: Order) -> bool:
    """Return whether all money captured for the order is refunded, reversed or lost."""
    sums = order.payments.filter(status__in=CAPTURED).aggregate(
        captured=Sum("captured_paise", default=0),
        back=Sum(F("refunded_paise") + F("reversed_paise") + F("dispute_lost_paise"), default=0),
    )
    return bool(0 < sums["captured"] <= sums["back"])
