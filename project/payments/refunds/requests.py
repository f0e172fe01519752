"""Refund requests: validate, request, approve, decline and retry refunds."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from project.accounts.models import User
from project.accounts.staff_changes import require_approver
from project.core.errors import IdempotencyMismatch, InvalidTransition
from project.core.money import SMALLEST_PAISE, rupees
from project.core.rights import Right
from project.core.shop import shop
from project.events.audit import record as audit
from project.orders.models import Order, OrderStatus
from project.payments.errors import RefundChanged, RefundNotPossible
from project.payments.models import (
    Case,
    CaseKind,
    Payment,
    PaymentStatus,
    Proposal,
    Refund,
    RefundOrigin,
    RefundReason,
    RefundStatus,
)
from project.payments.refunds.lines import is_withheld_unpaid, line_amounts, scale_lines
from project.payments.refunds.sums import record_refund_change, reserve_refund, update_order_refunded
from project.payments.shared.cases import close_answered_cases, open_case, propose
from project.payments.shared.row_locks import lock_payment, lock_refund


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
    request_key: str = "",
    cancels_order: bool = False,
    is_owed: bool = False,
) -> Refund:
    """Request a refund of the payment for a member of staff; the scheduler sends it.

    Above the shop's limit, summed over the payment's refunds, it waits for approval by a second
    person. `request_key` is the idempotency key. `pieces` are the refunded quantities by order line, counted
    from 1; the amount is independent of them, as shipping may be included or a part kept.
    `seen_refundable_paise` is the refundable amount that the caller had loaded (optimistic lock). A refund
    that `cancels_order` must take all that is left, and cancels the order once the provider has accepted it.
    Declining one that `is_owed` opens a case.

    Raises RefundChanged and RefundNotPossible, both with the refundable amount as `data`; IdempotencyMismatch
    when the key was used for another refund; InvalidTransition when the order cannot be cancelled any more.
    """
    payment = lock_payment(payment_pk)
    made = payment.refunds.filter(request_key=request_key).first() if request_key else None
    if made is not None:
        if (made.amount_paise, made.requested_by_id) != (amount_paise, user.pk):
            raise IdempotencyMismatch(f"{payment}: the key's refund is {made}")
        return made
    left = payment.refundable_paise
    if seen_refundable_paise is not None and seen_refundable_paise != left:
        raise RefundChanged(f"{payment}: {left} left", data=_refundable(payment))
    _check_amount(payment, amount_paise)
    if cancels_order:
        _check_cancellation(payment, amount_paise)
    refund = Refund(
        payment=payment,
        amount_paise=amount_paise,
        cancels_order=cancels_order,
        is_owed=is_owed,
        origin=RefundOrigin.STAFF,
        reason=reason,
        notes=notes,
        lines=scale_lines(line_amounts(payment.order, pieces or {}), amount_paise),
        requested_by=user,
        request_key=request_key,
        status=_initial_status(payment, amount_paise, user),
    )
    reserve_refund(refund, cause="staff", actor=user.subject)
    _log(refund, "refund.requested", user)
    return refund


def _initial_status(payment: Payment, amount_paise: int, user: User | None) -> RefundStatus:
    """Return the initial status of a refund of the locked payment: requested, or waiting for approval.

    A refund by staff needs approval above the shop's limit, summed over the payment's refunds,
    and always when `user` lacks the refund right. A refund by rule needs none.
    """
    if user is None:
        return RefundStatus.REQUESTED
    given = payment.refunded_paise + payment.refund_pending_paise
    small = given + amount_paise <= shop().returns.approval_above_paise
    alone = small and Right.REFUNDS in user.rights
    return RefundStatus.REQUESTED if alone else RefundStatus.APPROVAL


@transaction.atomic
def approve_refund(refund_pk: int, *, user: User) -> Refund:
    """Approve a refund that waits for a second person.

    Raises InvalidTransition unless it waits for approval, else as `require_approver`.
    """
    refund = lock_refund(refund_pk)
    require_approver(user, requested_by=refund.requested_by)
    return _decide(refund, RefundStatus.REQUESTED, "refund.approved", user)


@transaction.atomic
def decline_refund(refund_pk: int, *, user: User, notes: str) -> Refund:
    """Decline a refund that waits for a second person; the person who requested it may withdraw it so, too.

    `notes` are the reason, for whoever requested it.

    Raises InvalidTransition unless it waits for approval.
    """
    refund = lock_refund(refund_pk)
    refund.error_code, refund.decision_notes = "DECLINED", notes
    _decide(refund, RefundStatus.FAILED, "refund.declined", user)
    _reopen_owed_refund_case(refund)
    return refund


def _reopen_owed_refund_case(declined: Refund) -> None:
    """Let open cases propose the refund again; without one, open a case for a refund that is owed."""
    payment, order = declined.payment, declined.payment.order
    waiting = Case.objects.filter(payment=payment, closed_at=None, proposal=Proposal.WAIT)
    if not is_order_over(order):
        # The declined refunds of several returns have a case each.
        others = [case.pk for case in waiting if case.refund and declined not in case.refund.tries()]
        waiting = waiting.exclude(pk__in=others)
    reopened = list(waiting)
    for case in reopened:
        case.payment = payment
        propose(case, Proposal.REFUND)
    is_owed = declined.is_owed or is_order_over(order) or is_withheld_unpaid(declined)
    if not reopened and is_owed:
        facts = {"amountPaise": declined.amount_paise, "orderStatus": order.status}
        open_case(CaseKind.REFUND_DECLINED, refund=declined, facts=facts)


def is_order_over(order: Order) -> bool:
    """Return whether the whole order was cancelled or returned, so that all of its money is owed."""
    return order.status in (OrderStatus.CANCELLED, OrderStatus.RETURNED)


def _decide(refund: Refund, status: RefundStatus, name: str, user: User) -> Refund:
    if refund.status != RefundStatus.APPROVAL:
        raise InvalidTransition(f"{refund} is {refund.status}")
    now = timezone.now()
    refund.next_check_at = now if status == RefundStatus.REQUESTED else None
    refund.save(update_fields=["next_check_at", "error_code", "decision_notes"])
    refund.transition_to(status, decided_by=user, decided_at=now)
    record_refund_change(refund, name, cause="staff", actor=user.subject)
    _log(refund, name, user, before={"status": RefundStatus.APPROVAL})
    close_answered_cases(refund.payment)
    return refund


@transaction.atomic
def retry_refund(refund_pk: int, *, user: User) -> Refund:
    """Retry a failed refund, up to the refundable amount, as a new row with a new id.

    A refund that was approved before, or is owed by a rule, needs no approval.

    Raises InvalidTransition unless it failed and was not retried, RefundNotPossible as `request_refund` does.
    """
    failed = lock_refund(refund_pk)
    if failed.status != RefundStatus.FAILED or Refund.objects.filter(retry_of=failed).exists():
        raise InvalidTransition(f"{failed} is {failed.status}, or tried again")
    if failed.error_code == "DECLINED":
        raise InvalidTransition(f"{failed} was declined")
    may_go = failed.decided_by is not None or failed.origin == RefundOrigin.RULE
    return _request_again(failed, user=user, decided_by=failed.decided_by, needs_approval=not may_go)


@transaction.atomic
def request_declined_refund(refund_pk: int, *, user: User) -> Refund:
    """Request a declined refund again, up to the refundable amount; it may need approval like any other.

    Raises InvalidTransition unless it, or what it was already requested as again, was declined;
    RefundNotPossible as `request_refund` does.
    """
    locked = lock_refund(refund_pk)
    declined = locked.tries()[-1]
    declined.payment = locked.payment
    if declined.error_code != "DECLINED":
        raise InvalidTransition(f"{declined} was not declined")
    return _request_again(declined, user=user, decided_by=None, needs_approval=True)


def _request_again(failed: Refund, *, user: User, decided_by: User | None, needs_approval: bool) -> Refund:
    payment = failed.payment
    # Less when a part was refunded otherwise meanwhile, such as in the provider's console.
    amount = min(failed.amount_paise, payment.refundable_paise)
    _check_amount(payment, amount)
    refund = Refund(
        payment=payment,
        amount_paise=amount,
        origin=failed.origin,
        reason=failed.reason,
        notes=failed.notes,
        lines=scale_lines(failed.lines, amount),
        requested_by=user,
        decided_by=decided_by,
        decided_at=failed.decided_at if decided_by else None,
        retry_of=failed,
        cancels_order=failed.cancels_order,
        is_owed=failed.is_owed,
        status=_initial_status(payment, amount, user if needs_approval else None),
    )
    reserve_refund(refund, cause="staff", actor=user.subject)
    _log(refund, "refund.retried", user, before={"refund": failed.refund_id})
    return refund


def _log(refund: Refund, action: str, user: User, *, before: Mapping[str, str] | None = None) -> None:
    """Write to the audit log, with the reason of a decline, else the refund's notes."""
    audit(
        action,
        subject=refund.payment.topic,
        actor=user.subject,
        before=before,
        after={
            "refund": refund.refund_id,
            "status": refund.status,
            "amount": rupees(refund.amount_paise),
            "reason": refund.reason,
        },
        note=refund.decision_notes or refund.notes,
    )


def refund_remaining(
    payment: Payment, *, reason: RefundReason, cause: str, user: User | None = None
) -> Refund | None:
    """Request the refund of all that is left of a locked payment; None if nothing is.

    By rule, or by a member of staff as `user`; then it may need approval.
    """
    if payment.refundable_paise < SMALLEST_PAISE:
        return None
    return _create_owed_refund(Refund(payment=payment, reason=reason), payment.refundable_paise, cause, user)


def _create_owed_refund(refund: Refund, amount_paise: int, cause: str, user: User | None) -> Refund:
    """Create a refund by rule, or by the member of staff whose action makes it owed."""
    refund.amount_paise = amount_paise
    refund.is_owed = True
    refund.origin = RefundOrigin.RULE if user is None else RefundOrigin.STAFF
    refund.requested_by = user
    refund.status = _initial_status(refund.payment, amount_paise, user)
    reserve_refund(refund, cause=cause, actor=user.subject if user else "")
    if user is not None:
        _log(refund, "refund.requested", user)
    return refund


def refund_order(order: Order, by: str) -> None:
    """Request the refund of a locked order that has just been cancelled or returned.

    `by` is the member of staff who did that; blank for its customer or a rule.
    """
    payments = order.payments.select_for_update(of=("self",)).filter(status=PaymentStatus.SUCCESS)
    for payment in payments.order_by("pk"):
        payment.order = order
        refund_remaining(payment, reason=RefundReason.ORDER_CANCELLED, cause="order", user=_staff_user(by))
    update_order_refunded(order, cause="order")


def _staff_user(actor: str) -> User | None:
    """Return whom `actor` ("user:<public id>") names, None for a blank one."""
    return User.objects.get(public_id=actor.removeprefix("user:")) if actor else None


def refund_return(order: Order, pieces: Mapping[int, int], *, notes: str, by: str) -> None:
    """Request the refund of these returned pieces of a locked order's lines, by primary key.

    An order that was returned as a whole is refunded completely, including shipping. `by` is the member of
    staff who recorded the return.
    """
    if order.status == OrderStatus.RETURNED:
        refund_order(order, by)
        return
    paid = order.payments.select_for_update(of=("self",)).filter(fulfils=True, status=PaymentStatus.SUCCESS)
    payment = paid.first()
    if payment is None:
        return
    payment.order = order
    numbers = {line.pk: number for number, line in enumerate(order.lines.all(), start=1)}
    lines = line_amounts(order, {numbers[line]: quantity for line, quantity in pieces.items()})
    amount = min(sum(line["amountPaise"] for line in lines), payment.refundable_paise)
    if amount >= SMALLEST_PAISE:
        refund = Refund(
            payment=payment,
            reason=RefundReason.CUSTOMER_REQUEST,
            notes=notes,
            lines=scale_lines(lines, amount),
        )
        _create_owed_refund(refund, amount, "goods_back", _staff_user(by))


def _check_amount(payment: Payment, amount_paise: int) -> None:
    left = payment.refundable_paise
    if payment.status == PaymentStatus.SUCCESS and left < amount_paise <= left + payment.disputed_paise:
        text = _(
            "The customer's bank claims this money in a dispute. It can be refunded once the dispute is "
            "decided"
        )
    elif payment.status != PaymentStatus.SUCCESS or left <= 0:
        text = _("Nothing is left to refund on this payment")
    elif amount_paise > left:
        text = _("The amount is more than what is left to refund")
    elif amount_paise < SMALLEST_PAISE:
        text = _("At least ₹1 can be refunded")
    elif 0 < left - amount_paise < SMALLEST_PAISE:
        text = _("Less than ₹1 would be left, which could never be refunded. Please refund all of it")
    else:
        return
    raise RefundNotPossible(
        f"{payment}: {amount_paise} of {left}",
        data=_refundable(payment),
        text=text,
    )


def _check_cancellation(payment: Payment, amount_paise: int) -> None:
    if amount_paise != payment.refundable_paise:
        raise RefundNotPossible(
            f"{payment}: {payment.refundable_paise - amount_paise} would stay",
            data=_refundable(payment),
            text=_("An order is cancelled together with a refund only when all that is left goes back"),
        )
    order = payment.order
    if OrderStatus.CANCELLED not in (order.status, *order.next_by_hand):
        raise InvalidTransition(f"{order} is {order.status}")


def _refundable(payment: Payment) -> dict[str, float]:
    return {"refundable": rupees(payment.refundable_paise)}
