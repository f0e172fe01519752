"""Refunds of what couriers collected: where the customer wants the money, and the transfer that sent it.

No provider can send it back, so somebody does by bank transfer, and records its reference. The customer gives
the UPI id with a code; the order's address is told, and it is fixed while a transfer to it may be under way.
"""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from project.accounts import codes
from project.accounts.models import CodePurpose, User
from project.cod import emails
from project.cod.models import CashOnDelivery, CashStatus
from project.core.bank_fields import masked_upi_id
from project.core.errors import DomainError, InvalidTransition, NotFound
from project.core.money import rupees
from project.events.audit import record as audit
from project.orders import actions as orders
from project.orders.history import record
from project.orders.models import Order
from project.payments.models import Refund, RefundStatus
from project.payments.providers.base import RefundAnswer
from project.payments.refunds.processing import settle_refund

# Of a refund that waits for its transfer, or for somebody to let it go.
UNSENT = (RefundStatus.APPROVAL, RefundStatus.REQUESTED, RefundStatus.UNDER_WAY)

_FIXED = _("We may be sending the money to this UPI ID already. If it is wrong, please write to us")


@codes.commits_refusals
def set_pay_to(order_id: str, *, pay_to: str, code: str, actor: str) -> Order | DomainError:
    """Save the customer's UPI id, to which a refund is sent; idempotent.

    `code` was sent to the order's address. Raises OrderNotFound, CodeExpired, CodeWrong, CodeTooMany;
    InvalidTransition where no refund waits for it, or somebody may be sending money to another one.
    """
    order = orders.get_locked(order_id)
    cash = _lock_collected(order)
    if cash.pay_to == pay_to:
        return order
    unsent = _unsent_statuses(cash)
    if not unsent:
        raise InvalidTransition(f"{order}: no refund waits")
    if cash.pay_to and RefundStatus.UNDER_WAY in unsent:
        raise InvalidTransition(f"{order}: its transfer may be under way", text=_FIXED)
    if refusal := codes.spend(purpose=CodePurpose.PAYOUT, email=order.email, code=code):
        return refusal
    _save_pay_to(order, cash, pay_to, name="order.pay_to_given", cause="code", actor=actor)
    return order


@transaction.atomic
def remove_pay_to(order_id: str, *, actor: str) -> None:
    """Remove a UPI id to which nothing could be sent: the customer is asked for another one. Idempotent.

    Staff enter none themselves. Raises OrderNotFound, InvalidTransition where no refund waits for it.
    """
    order = orders.get_locked(order_id)
    cash = _lock_collected(order)
    if not _unsent_statuses(cash):
        raise InvalidTransition(f"{order}: no refund waits")
    if cash.pay_to:
        _save_pay_to(order, cash, "", name="order.pay_to_removed", cause="staff", actor=actor)


def _lock_collected(order: Order) -> CashOnDelivery:
    """Return the collected cash of the locked order, whose lock is its own. Raises InvalidTransition."""
    cash = CashOnDelivery.objects.filter(order=order).first()
    if cash is None or cash.status != CashStatus.COLLECTED:
        raise InvalidTransition(f"{order}: nothing was collected")
    return cash


def _unsent_statuses(cash: CashOnDelivery) -> set[str]:
    unsent = Refund.objects.filter(payment=cash.payment_id, status__in=UNSENT)
    return set(unsent.values_list("status", flat=True))


def _save_pay_to(
    order: Order, cash: CashOnDelivery, pay_to: str, *, name: str, cause: str, actor: str
) -> None:
    """Save the UPI id of the locked order, log it, and tell the order's address of it."""
    before, after = masked_upi_id(cash.pay_to), masked_upi_id(pay_to)
    cash.pay_to = pay_to
    cash.save(update_fields=["pay_to"])
    order.bump()
    record(order, name, cause=cause, actor=actor, payload={"payTo": after or before})
    audit(name, subject=order.topic, actor=actor, before={"payTo": before}, after={"payTo": after})
    emails.pay_to_changed(order, pay_to=after, removed=before)


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
    audit(
        "refund.sent",
        subject=found.payment.topic,
        actor=user.subject,
        after={
            "refund": refund.refund_id,
            "amount": rupees(refund.amount_paise),
            "bankReference": bank_reference,
            "payTo": masked_upi_id(found.payment.cash_on_delivery.pay_to),
        },
    )
    return settle_refund(refund.pk, answer, cause="staff", actor=user.subject)
