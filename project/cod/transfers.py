"""Refunds of what couriers collected: where the customer wants the money, and the transfer that sent it.

No provider can send it back, so somebody does by bank transfer, and records its reference.
"""

from django.db import transaction

from project.accounts.models import User
from project.audit.actions import record as audit
from project.cod.models import CashOnDelivery, CashStatus
from project.core.errors import InvalidTransition, NotFound
from project.core.money import rupees
from project.orders import actions as orders
from project.orders.history import record
from project.orders.models import Order
from project.payments.actions import settle_refund
from project.payments.models import Refund, RefundStatus
from project.payments.providers.base import RefundAnswer


@transaction.atomic
def set_pay_to(order_id: str, *, pay_to: str, actor: str) -> Order:
    """Save the customer's UPI id, to which money of a delivered order goes back.

    Raises OrderNotFound, InvalidTransition where no courier has collected anything.
    """
    order = orders.get_locked(order_id)
    cash = CashOnDelivery.objects.filter(order=order).first()
    if cash is None or cash.status != CashStatus.COLLECTED:
        raise InvalidTransition(f"{order}: nothing was collected")
    if cash.pay_to != pay_to:
        cash.pay_to = pay_to
        cash.save(update_fields=["pay_to"])
        order.bump()
        record(order, "order.pay_to_given", cause="customer", actor=actor)
    return order


@transaction.atomic
def record_transfer(refund_id: str, *, bank_reference: str, user: User) -> Refund:
    """Record the transfer by which a refund of collected cash was sent. Idempotent with the same reference.

    Raises NotFound; InvalidTransition unless it waits for its transfer, also when another one was recorded.
    """
    found = Refund.objects.select_related("payment__order").filter(refund_id=refund_id).first()
    if found is None or not found.payment.is_cash:
        raise NotFound(refund_id)
    orders.get_locked(found.payment.order.order_id)
    refund = Refund.objects.get(pk=found.pk)
    if refund.status == RefundStatus.DONE and refund.bank_reference == bank_reference:
        return refund
    if refund.status != RefundStatus.UNDER_WAY:
        raise InvalidTransition(f"{refund} is {refund.status}")
    answer = RefundAnswer(
        state="SENT",
        outcome="success",
        merchant_refund_id=refund.refund_id,
        provider_refund_id=refund.refund_id,
        merchant_order_id=found.payment.transaction_id,
        amount_paise=refund.amount_paise,
        error_code="",
        detailed_error_code="",
        bank_reference=bank_reference,
        raw={},
    )
    actor = f"user:{user.public_id}"
    audit(
        "refund.sent",
        subject=found.payment.topic,
        actor=actor,
        after={
            "refund": refund.refund_id,
            "amount": rupees(refund.amount_paise),
            "bankReference": bank_reference,
        },
    )
    return settle_refund(refund.pk, answer, cause="staff", actor=actor)
