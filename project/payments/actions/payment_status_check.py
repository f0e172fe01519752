"""Check a payment's status at the provider, and apply the answer to payment and order."""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from project.accounts.models import User
from project.audit.actions import record as audit
from project.catalog.errors import OutOfStock
from project.core.errors import InvalidTransition
from project.core.leases import claim_due
from project.events.publish import touch
from project.orders import actions as orders
from project.orders.models import OrderPaymentStatus, OrderStatus
from project.payments import emails
from project.payments.actions import ledger
from project.payments.actions.cases import close_answered_cases, open_case
from project.payments.actions.payment_history import record
from project.payments.actions.refund_requests import refund_remaining
from project.payments.actions.reversals import reverse_by_answer
from project.payments.actions.row_locks import lock_payment
from project.payments.errors import PaymentProviderDown
from project.payments.models import CAPTURED, CaseKind, Payment, PaymentStatus, RefundReason
from project.payments.providers import get_provider
from project.payments.providers.base import OrderAnswer, ProviderError
from project.payments.schedule import next_check

logger = logging.getLogger(__name__)

# Longer than the provider client's timeout, so a lease never expires during a call.
CHECK_LEASE = timedelta(seconds=30)

# The fields that `settle` saves; status, version and refund sums are written elsewhere.
_SETTLED = (
    "provider_order_id",
    "provider_state",
    "instrument",
    "bank_reference",
    "error_code",
    "detailed_error_code",
    "expires_at",
    "is_open",
    "in_review",
    "checked_at",
    "next_check_at",
    "settled_at",
)
_FINAL = {
    "failed": PaymentStatus.FAILED,
    "cancelled": PaymentStatus.CANCELLED,
    "expired": PaymentStatus.EXPIRED,
}


def take_due_payments(limit: int = 100) -> list[int]:
    """Lease the payments whose check is due and return their keys."""
    return claim_due(Payment, "next_check_at", lease=CHECK_LEASE, limit=limit)


def check(payment_pk: int, *, cause: str, actor: str = "") -> Payment:
    """Fetch the payment's status from the provider, outside any transaction, and apply it. Idempotent.

    A failed call only schedules the next check.

    Raises PaymentProviderDown when the provider gave no usable answer.
    """
    payment = Payment.objects.get(pk=payment_pk)
    try:
        answer = get_provider(payment.provider).order_status(payment.transaction_id)
    except ProviderError as error:
        logger.warning("%s: not checked: %s", payment, error)
        _postpone(payment)
        raise PaymentProviderDown(str(error)) from None
    if answer is None:
        return _unknown_to_provider(payment_pk, cause=cause)
    after_capture = payment.status in CAPTURED
    return settle(payment_pk, answer, cause=cause, actor=actor, after_capture=after_capture)


def check_for_staff(payment_pk: int, *, user: User) -> Payment:
    """Check for a member of staff, and write it to the audit log even if the provider does not answer.

    Raises PaymentProviderDown.
    """
    actor = f"user:{user.public_id}"
    before = Payment.objects.get(pk=payment_pk)
    try:
        return check(payment_pk, cause="staff", actor=actor)
    finally:
        after = Payment.objects.get(pk=payment_pk)
        audit(
            "payment.checked",
            subject=after.topic,
            actor=actor,
            before={"status": before.status},
            after={"status": after.status},
        )


@transaction.atomic
def settle(
    payment_pk: int, answer: OrderAnswer, *, cause: str, actor: str = "", after_capture: bool = False
) -> Payment:
    """Apply the provider's answer to payment and order; idempotent.

    Locks the order, then the payment. Success needs our id, amount and currency; a mismatch opens a case. A
    late failure never undoes success: with `after_capture`, which says that the payment was captured before
    the provider was asked, it is a reversal.
    """
    payment = lock_payment(payment_pk)
    now = timezone.now()
    payment.checked_at = now
    payment.expires_at = answer.expires_at or payment.expires_at
    moved = False
    if not _is_stale(payment, answer):
        before = _snapshot(payment)
        payment.instrument = answer.instrument or payment.instrument
        payment.bank_reference = answer.bank_reference[:64] or payment.bank_reference
        payment.provider_state = answer.state[:64]
        payment.error_code = answer.error_code[:100]
        payment.detailed_error_code = answer.detailed_error_code[:100]
        moved = _apply_answer(payment, answer, now=now, cause=cause, actor=actor)
        if not moved and before != _snapshot(payment):
            moved = True
            payment.bump()
            record(payment, "payment.checked", cause=cause, actor=actor)
    if after_capture and payment.status in CAPTURED:
        moved = reverse_by_answer(payment, answer, cause=cause) or moved
    _schedule_next_check(payment, now)
    if not moved and payment.status == PaymentStatus.PENDING:
        # Update the times of the last and the next check on open pages, without an event in the history.
        payment.bump()
        touch([payment.topic])
    payment.save(update_fields=_SETTLED)
    if moved:
        close_answered_cases(payment)
    return payment


def _snapshot(payment: Payment) -> tuple[str, ...]:
    return (
        payment.instrument,
        payment.bank_reference,
        payment.error_code,
        payment.detailed_error_code,
        payment.provider_state,
    )


def _is_stale(payment: Payment, answer: OrderAnswer) -> bool:
    """Return whether the answer is older than the payment's status: answers can arrive out of order."""
    if payment.status in CAPTURED:
        return answer.outcome != "success"
    return payment.status != PaymentStatus.PENDING and answer.outcome in ("pending", "unknown")


def fits(payment: Payment, answer: OrderAnswer) -> bool:
    """Return whether the answer is a success of this payment, with its id, amount and currency."""
    return answer.outcome == "success" and _mismatch(payment, answer) is None


def _apply_answer(payment: Payment, answer: OrderAnswer, *, now: datetime, cause: str, actor: str) -> bool:
    """Apply an answer that is not stale; True when anything changed."""
    if fault := _mismatch(payment, answer):
        payment.in_review = True
        payment.is_open = False
        return open_case(fault, payment=payment, facts=_facts(payment, answer))
    payment.provider_order_id = payment.provider_order_id or answer.provider_order_id[:80]
    if answer.outcome == "success":
        return _succeed(payment, answer, now=now, cause=cause, actor=actor)
    if answer.outcome in _FINAL:
        return fail(payment, _FINAL[answer.outcome], now=now, cause=cause, actor=actor)
    if answer.outcome == "unknown":
        logger.error("%s: the provider says %r, which we do not know", payment, answer.state)
    return False


def _mismatch(payment: Payment, answer: OrderAnswer) -> CaseKind | None:
    """Return the case to open when a success differs from the payment in id, amount or currency."""
    if answer.outcome != "success":
        return None
    if answer.merchant_order_id and answer.merchant_order_id != payment.transaction_id:
        return CaseKind.ID_DIFFERS
    known = payment.provider_order_id
    if known and answer.provider_order_id and answer.provider_order_id != known:
        return CaseKind.ID_DIFFERS
    if (
        # A wrong amount that was recorded as captured is no mismatch any more.
        answer.amount_paise != (payment.captured_paise or payment.amount_paise)
        or (answer.currency or payment.currency) != payment.currency
    ):
        return CaseKind.AMOUNT_DIFFERS
    return None


def _succeed(payment: Payment, answer: OrderAnswer, *, now: datetime, cause: str, actor: str) -> bool:
    if payment.status in CAPTURED:
        return False
    order = payment.order
    owed: CaseKind | None = None
    if order.payment_status in (OrderPaymentStatus.PAID, OrderPaymentStatus.REFUNDED):
        owed = CaseKind.PAID_TWICE
    else:
        try:
            with transaction.atomic():
                orders.confirm(
                    order, payment_id=payment.transaction_id, paid_at=now, cause=cause, actor=actor
                )
        except OutOfStock:
            owed = CaseKind.PAID_WITHOUT_STOCK
        except InvalidTransition:
            owed = CaseKind.PAID_AFTER_CANCEL
        if owed is not None:
            order.refresh_from_db()
    record_capture(payment, payment.amount_paise, fulfils=owed is None, now=now)
    record(payment, "payment.succeeded", cause=cause, actor=actor)
    if owed is not None:
        open_case(owed, payment=payment, facts=_facts(payment, answer))
        _refund_unusable_payment(payment, owed)
    return True


def record_capture(payment: Payment, amount_paise: int, *, fulfils: bool, now: datetime) -> None:
    """Record the capture of a confirmed payment: row and ledger entry."""
    payment.transition_to(PaymentStatus.SUCCESS)
    payment.captured_paise = amount_paise
    payment.fulfils = fulfils
    payment.settled_at = now
    payment.is_open = False
    payment.in_review = False
    payment.save(update_fields=["captured_paise", "fulfils", "settled_at", "is_open", "in_review"])
    ledger.captured(payment)


def _refund_unusable_payment(payment: Payment, owed: CaseKind) -> None:
    """Refund a captured payment that cannot fulfil its order."""
    if owed != CaseKind.PAID_WITHOUT_STOCK:
        twice = owed == CaseKind.PAID_TWICE
        reason = RefundReason.DUPLICATE_PAYMENT if twice else RefundReason.ORDER_CANCELLED
        refund_remaining(payment, reason=reason, cause=owed)
        return
    # Cancelling requests the refund of what was paid for the order.
    order = payment.order
    orders.cancel_unpaid(order.order_id, cause=owed)
    payment.refresh_from_db()
    order.refresh_from_db()
    payment.order = order


def fail(payment: Payment, status: PaymentStatus, *, now: datetime, cause: str, actor: str) -> bool:
    if payment.status != PaymentStatus.PENDING:
        return False
    payment.transition_to(status)
    payment.settled_at = now
    payment.is_open = False
    record(payment, f"payment.{status.lower()}", cause=cause, actor=actor)
    others = payment.order.payments.exclude(pk=payment.pk)
    if not others.filter(status=PaymentStatus.PENDING).exists():
        orders.update_payment_status(payment.order, failed=True, cause=cause)
        if status in (PaymentStatus.CANCELLED, PaymentStatus.EXPIRED):
            # The customer left. A new payment takes a new stock hold.
            orders.release_hold(payment.order, cause=cause)
        if payment.order.status == OrderStatus.PENDING:
            emails.payment_failed(payment)
    return True


def _unknown_to_provider(payment_pk: int, *, cause: str) -> Payment:
    """Handle an id that the provider does not know; the payment expires after its lifetime."""
    with transaction.atomic():
        payment = lock_payment(payment_pk)
        now = timezone.now()
        payment.checked_at = now
        lifetime = timedelta(seconds=settings.PAYMENT_EXPIRES_AFTER)
        never_opened = not payment.provider_order_id
        if never_opened and payment.status == PaymentStatus.PENDING and now > payment.initiated_at + lifetime:
            fail(payment, PaymentStatus.EXPIRED, now=now, cause=cause, actor="")
        elif not never_opened:
            logger.error("%s: the provider opened it and no longer knows it", payment)
        _schedule_next_check(payment, now)
        payment.save()
        return payment


def _schedule_next_check(payment: Payment, now: datetime) -> None:
    """Set when the locked payment is checked next; a pending one that is never checked again opens a case."""
    due = _next_check_at(payment, now)
    if due is None and payment.status == PaymentStatus.PENDING and not payment.in_review:
        open_case(CaseKind.NEVER_SETTLED, payment=payment, facts={"expectedPaise": payment.amount_paise})
    payment.next_check_at = due


def _next_check_at(payment: Payment, now: datetime) -> datetime | None:
    if payment.status in CAPTURED:
        return None
    if payment.in_review:
        # Keep checking: the provider may correct its answer before staff resolve the case.
        return next_check(initiated_at=payment.initiated_at, expires_at=payment.initiated_at, now=now)
    expires_at = payment.expires_at or payment.initiated_at + timedelta(
        seconds=settings.PAYMENT_EXPIRES_AFTER
    )
    if payment.status != PaymentStatus.PENDING:
        # Final by the provider's answer; late success is checked for at the slow end of the schedule.
        expires_at = min(expires_at, payment.settled_at or now)
    return next_check(initiated_at=payment.initiated_at, expires_at=expires_at, now=now)


def _facts(payment: Payment, answer: OrderAnswer) -> dict[str, Any]:
    """Return the facts of a case about this answer."""
    return {
        "expectedPaise": payment.amount_paise,
        "state": answer.state,
        "amountPaise": answer.amount_paise,
        "currency": answer.currency,
        "providerOrderId": answer.provider_order_id,
    }


def _postpone(payment: Payment) -> None:
    """Schedule the next check after a failed call; the status does not change."""
    with transaction.atomic():
        locked = lock_payment(payment.pk)
        _schedule_next_check(locked, timezone.now())
        locked.save(update_fields=["next_check_at"])
