"""Who decides a refund, how much is left to give back, and what a finished one makes of payment and order."""

from collections.abc import Mapping

from django.conf import settings
from django.db import transaction
from django.db.models import Q, Sum
from django.utils import timezone

from project.accounts.models import User
from project.audit.actions import record as audit
from project.core.errors import (
    InvalidTransition,
    RefundChanged,
    RefundNotPossible,
    SecondPersonNeeded,
)
from project.core.messages import both
from project.core.money import portion, rupees
from project.orders import actions as orders
from project.orders.models import Order, OrderStatus
from project.payments.actions.rows import lock_payment, lock_refund, record
from project.payments.models import (
    CAPTURED,
    PROMISED,
    Payment,
    PaymentStatus,
    Refund,
    RefundOrigin,
    RefundReason,
    RefundStatus,
)
from project.returns.models import Return, ReturnKind

# The provider moves no less than this.
SMALLEST_PAISE = 100
# What the order's own history tells its customer.
_ORDER_STEPS: dict[str, orders.RefundStep] = {
    "refund.started": "started",
    "refund.done": "done",
    "refund.failed": "failed",
}


# -- Decide --------------------------------------------------------------------------------------


@transaction.atomic
def request_refund(
    payment_pk: int,
    *,
    amount_paise: int,
    reason: RefundReason,
    user: User,
    notes: str = "",
    pieces: Mapping[int, int] | None = None,
    seen_refundable_paise: int | None = None,
) -> Refund:
    """Promise this much of the payment back, as a member of staff asks; the sweep sends it.

    What together goes above REFUND_APPROVAL_ABOVE_PAISE waits for a second person. `pieces` of the order's
    lines, counted from 1, say what it is for; the amount stands by itself, as shipping may go with them or
    something be kept. `seen_refundable_paise` is what the caller was shown as left: when somebody else was
    faster, that differs and nothing happens.

    Raises RefundChanged and RefundNotPossible, both with what is left as `data`.
    """
    payment = lock_payment(payment_pk)
    left = payment.refundable_paise
    if seen_refundable_paise is not None and seen_refundable_paise != left:
        raise RefundChanged(f"{payment}: {left} left", data=_left(payment))
    _check_amount(payment, amount_paise)
    given = payment.refunded_paise + payment.refunding_paise
    needs_approval = given + amount_paise > settings.REFUND_APPROVAL_ABOVE_PAISE
    refund = Refund(
        payment=payment,
        amount_paise=amount_paise,
        origin=RefundOrigin.STAFF,
        reason=reason,
        notes=notes,
        lines=line_amounts(payment.order, pieces or {}),
        requested_by=user,
        status=RefundStatus.APPROVAL if needs_approval else RefundStatus.REQUESTED,
    )
    promise(refund, cause="staff", actor=f"user:{user.public_id}")
    _log(refund, "refund.requested", user)
    return refund


@transaction.atomic
def approve_refund(refund_pk: int, *, user: User) -> Refund:
    """Let a refund go that waits for a second person.

    Raises SecondPersonNeeded for the one who asked for it, InvalidTransition when it waits no longer.
    """
    refund = lock_refund(refund_pk)
    if refund.requested_by_id == user.pk:
        raise SecondPersonNeeded(str(refund))
    return _decide(refund, RefundStatus.REQUESTED, "refund.approved", user)


@transaction.atomic
def decline_refund(refund_pk: int, *, user: User) -> Refund:
    """Say no to a refund that waits for a second person; whoever asked for it may take it back too.

    Raises InvalidTransition when it waits no longer.
    """
    refund = lock_refund(refund_pk)
    refund.error_code = "DECLINED"
    return _decide(refund, RefundStatus.FAILED, "refund.declined", user)


def _decide(refund: Refund, status: RefundStatus, name: str, user: User) -> Refund:
    if refund.status != RefundStatus.APPROVAL:
        raise InvalidTransition(f"{refund} is {refund.status}")
    refund.transition_to(status)
    refund.decided_by = user
    refund.decided_at = timezone.now()
    refund.next_check_at = timezone.now() if status == RefundStatus.REQUESTED else None
    refund.save(update_fields=["decided_by", "decided_at", "next_check_at", "error_code"])
    note_refund(refund, name, cause="staff", actor=f"user:{user.public_id}")
    _log(refund, name, user, before={"status": RefundStatus.APPROVAL})
    return refund


@transaction.atomic
def retry_refund(refund_pk: int, *, user: User) -> Refund:
    """Try a failed refund again: a new row with a new id. What was approved once needs no second approval.

    Raises InvalidTransition unless it failed and was not tried again, RefundNotPossible as a request does.
    """
    failed = lock_refund(refund_pk)
    payment = failed.payment
    if failed.status != RefundStatus.FAILED or Refund.objects.filter(retry_of=failed).exists():
        raise InvalidTransition(f"{failed} is {failed.status}, or tried again")
    if failed.error_code == "DECLINED":
        raise InvalidTransition(f"{failed} was declined")
    _check_amount(payment, failed.amount_paise)
    refund = Refund(
        payment=payment,
        amount_paise=failed.amount_paise,
        origin=failed.origin,
        reason=failed.reason,
        notes=failed.notes,
        lines=failed.lines,
        requested_by=user,
        decided_by=failed.decided_by,
        decided_at=failed.decided_at,
        retry_of=failed,
    )
    promise(refund, cause="staff", actor=f"user:{user.public_id}")
    _log(refund, "refund.retried", user, before={"refund": failed.refund_id})
    return refund


def _log(refund: Refund, action: str, user: User, *, before: Mapping[str, str] | None = None) -> None:
    """Write into the log of what staff do; its notes are the refund's own."""
    audit(
        action,
        subject=refund.payment.topic,
        actor=f"user:{user.public_id}",
        before=before,
        after={
            "refund": refund.refund_id,
            "status": refund.status,
            "amount": rupees(refund.amount_paise),
            "reason": refund.reason,
        },
        note=refund.notes,
    )


def give_back(payment: Payment, *, reason: RefundReason, cause: str) -> Refund | None:
    """Promise back all that is left of a locked payment, because a rule says so; None if nothing is."""
    if payment.refundable_paise < SMALLEST_PAISE:
        return None
    refund = Refund(
        payment=payment,
        amount_paise=payment.refundable_paise,
        origin=RefundOrigin.RULE,
        reason=reason,
    )
    return promise(refund, cause=cause)


def refund_order(order: Order) -> None:
    """Give back what was paid for a locked order that has just been cancelled or come back."""
    payments = order.payments.select_for_update(of=("self",)).filter(status=PaymentStatus.SUCCESS)
    for payment in payments.order_by("pk"):
        payment.order = order
        give_back(payment, reason=RefundReason.ORDER_CANCELLED, cause="order")
    note_money_back(order, cause="order")


def refund_return(request: Return) -> None:
    """Give back what was paid for goods that have come back, of a locked order; replacements cost nothing.

    An order that came back as a whole gets all of its money, shipping too.
    """
    order = request.order
    if request.kind != ReturnKind.RETURN:
        return
    if order.status == OrderStatus.RETURNED:
        refund_order(order)
        return
    paid = order.payments.select_for_update(of=("self",)).filter(fulfils=True, status=PaymentStatus.SUCCESS)
    payment = paid.first()
    if payment is None:
        return
    payment.order = order
    numbers = {line.pk: number for number, line in enumerate(order.lines.all(), start=1)}
    lines = line_amounts(order, {numbers[row.line_id]: row.quantity for row in request.lines.all()})
    amount = min(sum(line["amountPaise"] for line in lines), payment.refundable_paise)
    if amount >= SMALLEST_PAISE:
        refund = Refund(
            payment=payment,
            amount_paise=amount,
            origin=RefundOrigin.RULE,
            reason=RefundReason.CUSTOMER_REQUEST,
            notes=str(request),
            lines=lines,
        )
        promise(refund, cause="goods_back")


def line_amounts(order: Order, pieces: Mapping[int, int]) -> list[dict[str, int]]:
    """Return what was paid for so many pieces of each line (counted from 1), discount and tax shared out.

    Raises RefundNotPossible for pieces the order does not have.
    """
    lines = dict(enumerate(order.lines.all(), start=1))
    paid, prices = order.total_paise - order.shipping_paise, sum(line.total_paise for line in lines.values())
    amounts = []
    for number, quantity in pieces.items():
        if number not in lines or not 1 <= quantity <= lines[number].quantity:
            raise RefundNotPossible(f"{order}: line {number}", text=both("refund.no_such_pieces"))
        line = lines[number]
        paise = portion(paid, line.total_paise * quantity, prices * line.quantity)
        amounts.append({"line": number, "quantity": quantity, "amountPaise": paise})
    return amounts


def _check_amount(payment: Payment, amount_paise: int) -> None:
    left = payment.refundable_paise
    if payment.status != PaymentStatus.SUCCESS or left <= 0:
        problem = "nothing_left"
    elif amount_paise > left:
        problem = "too_much"
    elif amount_paise < SMALLEST_PAISE:
        problem = "too_little"
    elif 0 < left - amount_paise < SMALLEST_PAISE:
        problem = "rest_too_little"
    else:
        return
    raise RefundNotPossible(
        f"{payment}: {amount_paise} of {left}: {problem}", data=_left(payment), text=both(f"refund.{problem}")
    )


def _left(payment: Payment) -> dict[str, float]:
    return {"refundable": rupees(payment.refundable_paise)}


# -- What every change of a refund does ----------------------------------------------------------


def promise(refund: Refund, *, cause: str, actor: str = "") -> Refund:
    """Write a new refund of a locked payment and set its amount aside; due at once unless it must wait."""
    if refund.status == RefundStatus.REQUESTED:
        refund.next_check_at = refund.requested_at
    # First the sum, so that the database refuses more than was captured before there is a row.
    refund.payment.refunding_paise += refund.amount_paise
    refund.payment.save(update_fields=["refunding_paise"])
    refund.save()
    note_refund(refund, "refund.requested", cause=cause, actor=actor)
    return refund


def note_refund(refund: Refund, name: str, *, cause: str, actor: str = "") -> None:
    """Bring the payment's sums in line with its refunds, and show the change wherever it is seen."""
    payment = refund.payment
    sums = payment.refunds.aggregate(
        done=Sum("amount_paise", filter=Q(status=RefundStatus.DONE), default=0),
        promised=Sum("amount_paise", filter=Q(status__in=PROMISED), default=0),
    )
    payment.refunded_paise, payment.refunding_paise = sums["done"], sums["promised"]
    payment.save(update_fields=["refunded_paise", "refunding_paise"])
    if payment.status == PaymentStatus.SUCCESS and payment.refunded_paise == payment.captured_paise:
        payment.transition_to(PaymentStatus.REFUNDED)
    payment.bump()
    payload = {"refund": refund.refund_id, "refundStatus": refund.status, "amountPaise": refund.amount_paise}
    record(payment, name, cause=cause, actor=actor, payload=payload)
    step = _ORDER_STEPS.get(name)
    if step is not None:
        orders.note_refund(payment.order, step, amount_paise=refund.amount_paise, cause=cause)
    else:
        # Its page tells of refunds beside it and asks again when the order's version has changed.
        payment.order.bump()


def note_money_back(order: Order, *, cause: str) -> None:
    """Move the locked order to refunded once all its money is back; before that it stays where it is."""
    sums = order.payments.filter(status__in=CAPTURED).aggregate(
        captured=Sum("captured_paise", default=0), refunded=Sum("refunded_paise", default=0)
    )
    if sums["captured"] and sums["captured"] == sums["refunded"]:
        orders.note_refunded(order, cause=cause)
