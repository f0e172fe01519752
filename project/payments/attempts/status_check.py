"""Check a payment's status at the provider, and apply the answer to payment and order."""

import contextlib
import logging
from datetime import datetime, timedelta
from typing import assert_never

from django.db import transaction
from django.utils import timezone

from project.accounts.models import User
from project.catalog.errors import OutOfStock
from project.core.leases import claim_due
from project.core.request_log import continuing
from project.events.audit import record as audit
from project.events.publish import touch
from project.orders import actions as orders
from project.orders import holds
from project.orders.models import Order, OrderStatus
from project.payments.attempts import emails
from project.payments.attempts.decisions import (
    Capture,
    Decision,
    Fail,
    LogError,
    OpenCase,
    RecordCheck,
    RecordChecked,
    RecordFacts,
    RefreshPages,
    RefundTrial,
    RefundUnusable,
    Review,
    ScheduleNextCheck,
    SetReversed,
    decide_on_answer,
    decide_on_failed_call,
)
from project.payments.disputes.reversals import reverse_by_answer
from project.payments.errors import PaymentProviderDown
from project.payments.models import CAPTURED, CaseKind, Payment, PaymentStatus, RefundReason
from project.payments.providers.base import OrderAnswer, ProviderError
from project.payments.providers.registry import get_provider
from project.payments.refunds.requests import refund_remaining
from project.payments.shared import ledger
from project.payments.shared.cases import close_answered_cases, open_case
from project.payments.shared.history import record
from project.payments.shared.row_locks import lock_payment
from project.payments.upward_calls import PaymentEvents

logger = logging.getLogger(__name__)

# Longer than the provider client's timeout, so a lease never expires during a call.
CHECK_LEASE = timedelta(seconds=30)

# The fields that an applied answer saves; status, version and refund sums are written elsewhere. A capture
# saves them with its own, in one statement.
_CHECKED = (
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


def take_due_payments(limit: int = 100) -> list[int]:
    """Lease the payments whose check is due and return their keys."""
    return claim_due(Payment, "next_check_at", lease=CHECK_LEASE, limit=limit)


def check(payment_pk: int, *, cause: str, actor: str = "") -> Payment:
    """Fetch the payment's status from the provider, outside any transaction, and apply it. Idempotent.

    A failed call only schedules the next check. Of cash on delivery nobody knows more than our own rows.

    Raises PaymentProviderDown when the provider gave no usable answer.
    """
    return check_loaded(Payment.objects.get(pk=payment_pk), cause=cause, actor=actor)


def check_loaded(payment: Payment, *, cause: str, actor: str = "") -> Payment:
    """Do the same for a payment that has just been read, and return the checked one."""
    if payment.is_cash:
        return payment
    with continuing(payment.request_id):
        return _check(payment, cause=cause, actor=actor)


def _check(payment: Payment, *, cause: str, actor: str) -> Payment:
    try:
        answer = get_provider(payment.provider).order_status(payment.transaction_id)
    except ProviderError as error:
        logger.warning("%s: not checked: %s", payment, error)
        _postpone(payment)
        raise PaymentProviderDown(str(error)) from None
    after_capture = payment.status in CAPTURED
    checked = apply_provider_answer(payment.pk, answer, cause=cause, actor=actor, after_capture=after_capture)
    if checked.status != payment.status:
        logger.info("%s: %s, was %s (%s)", checked, checked.status, payment.status, cause)
    return checked


def check_pending(order: Order) -> None:
    """Check the order's pending payments; one whose provider does not answer stays as it is."""
    for payment in order.payments.filter(status=PaymentStatus.PENDING):
        with contextlib.suppress(PaymentProviderDown):
            check_loaded(payment, cause="return")


def check_for_staff(payment_pk: int, *, user: User) -> Payment:
    """Check for a member of staff, and write it to the audit log even if the provider does not answer.

    Raises PaymentProviderDown.
    """
    before = Payment.objects.get(pk=payment_pk)
    try:
        return check(payment_pk, cause="staff", actor=user.subject)
    finally:
        after = Payment.objects.get(pk=payment_pk)
        audit(
            "payment.checked",
            subject=after.topic,
            actor=user.subject,
            before={"status": before.status},
            after={"status": after.status},
        )


@transaction.atomic
def apply_provider_answer(
    payment_pk: int,
    answer: OrderAnswer | None,
    *,
    cause: str,
    actor: str = "",
    after_capture: bool = False,
) -> Payment:
    """Apply the provider's answer to payment and order; `None`: it does not know the payment. Idempotent.

    Locks the order, then the payment, decides (see `decide_on_answer`) and applies the decisions in order.
    """
    payment = lock_payment(payment_pk)
    now = timezone.now()
    recorded = False
    decisions = decide_on_answer(payment, payment.order, answer, now, after_capture=after_capture)
    for decision in decisions:
        recorded |= _apply(decision, payment, recorded=recorded, now=now, cause=cause, actor=actor)
    if not any(isinstance(decision, Capture) for decision in decisions):
        payment.save(update_fields=_CHECKED)
    if recorded:
        close_answered_cases(payment)
    return payment


def _apply(
    decision: Decision, payment: Payment, *, recorded: bool, now: datetime, cause: str, actor: str
) -> bool:
    """Apply one decision to the locked payment; True when it recorded an event about the answer.

    `recorded` says that an earlier decision did.
    """
    match decision:
        case RecordCheck():
            payment.checked_at = decision.at
            payment.expires_at = decision.expires_at
        case RecordFacts():
            for name, value in vars(decision).items():
                setattr(payment, name, value)
        case Review():
            payment.in_review = True
            payment.is_open = False
            return open_case(decision.kind, payment=payment, facts=decision.facts)
        case Capture():
            _capture(decision, payment, now=now, cause=cause, actor=actor)
            return True
        case RefundUnusable():
            _refund_unusable_payment(payment, decision.kind)
        case RefundTrial():
            refund_remaining(payment, reason=RefundReason.OTHER, cause="payment_trial")
        case Fail():
            return fail(payment, decision.status, now=now, cause=cause, actor=actor)
        case SetReversed():
            return reverse_by_answer(payment, decision.paise, state=decision.state, cause=cause, actor=actor)
        case RecordChecked():
            if not recorded:
                payment.bump()
                record(payment, "payment.checked", cause=cause, actor=actor)
                return True
        case RefreshPages():
            if not recorded:
                # The times of the last and the next check, without an event in the history.
                payment.bump()
                touch([payment.topic])
        case LogError():
            logger.error("%s: %s", payment, decision.message)
        case OpenCase():
            open_case(decision.kind, payment=payment, facts=decision.facts)
        case ScheduleNextCheck():
            payment.next_check_at = decision.at
        case _:
            assert_never(decision)
    return False


def _capture(decision: Capture, payment: Payment, *, now: datetime, cause: str, actor: str) -> None:
    """Confirm the order with the payment if it fulfils it, and record the capture."""
    if decision.fulfils:
        order = payment.order
        try:
            # An order that holds its pieces finds them: only a late payment may have to take this back.
            with transaction.atomic(savepoint=order.held_until is None):
                PaymentEvents.bound().before_payment(order)
                orders.confirm(
                    order, payment_id=payment.transaction_id, paid_at=now, cause=cause, actor=actor
                )
        except OutOfStock:
            order.refresh_from_db()
            for instead in decision.without_stock:
                _apply(instead, payment, recorded=True, now=now, cause=cause, actor=actor)
            return
    record_capture(payment, payment.amount_paise, fulfils=decision.fulfils, now=now)
    record(payment, "payment.succeeded", cause=cause, actor=actor)


def record_capture(payment: Payment, amount_paise: int, *, fulfils: bool, now: datetime) -> None:
    """Record the capture of a confirmed payment, with what its check has found: row and ledger entry."""
    payment.settled_at, payment.is_open, payment.in_review, payment.next_check_at = now, False, False, None
    checked = {name: getattr(payment, name) for name in _CHECKED}
    payment.transition_to(PaymentStatus.SUCCESS, captured_paise=amount_paise, fulfils=fulfils, **checked)
    ledger.enter_capture(payment)


def _refund_unusable_payment(payment: Payment, owed: CaseKind) -> None:
    """Refund a captured payment that cannot fulfil its order."""
    if owed != CaseKind.PAID_WITHOUT_STOCK:
        twice = owed == CaseKind.PAID_TWICE
        reason = RefundReason.DUPLICATE_PAYMENT if twice else RefundReason.ORDER_CANCELLED
        refund_remaining(payment, reason=reason, cause=owed)
        return
    # Cancelling requests the refund of what was paid for the order, from rows of its own: read ours again.
    order = payment.order
    orders.cancel_unpaid(order.order_id, cause=owed)
    payment.refresh_from_db()
    order.refresh_from_db()
    payment.order = order


def fail(
    payment: Payment,
    status: PaymentStatus,
    *,
    now: datetime,
    cause: str,
    actor: str,
    mail_customer: bool = True,
) -> bool:
    """End the locked payment with this status, unless it has ended; the caller saves its other fields.

    Without another pending payment the order's payment status becomes failed, and its customer gets a mail.
    """
    if payment.status != PaymentStatus.PENDING:
        return False
    payment.transition_to(status)
    payment.settled_at = now
    payment.is_open = False
    record(payment, f"payment.{status.lower()}", cause=cause, actor=actor)
    others = payment.order.payments.exclude(pk=payment.pk)
    if not others.filter(status=PaymentStatus.PENDING).exists():
        orders.update_payment_status(payment.order, failed=True, cause=cause)
        _end_hold(payment.order, status, cause=cause)
        if mail_customer and payment.order.status == OrderStatus.PENDING:
            emails.payment_failed(payment)
    return True


def _end_hold(order: Order, status: PaymentStatus, *, cause: str) -> None:
    """End the locked order's hold after its last pending attempt; a new one holds the stock again."""
    if PaymentEvents.bound().keeps_hold(order):
        return
    if status in (PaymentStatus.CANCELLED, PaymentStatus.EXPIRED):
        # The customer left.
        holds.release_hold(order, cause=cause)
    else:
        orders.shorten_hold(order, cause=cause)


def _postpone(payment: Payment) -> None:
    """Schedule the next check after a failed call; the status does not change."""
    with transaction.atomic():
        locked = lock_payment(payment.pk)
        now = timezone.now()
        for decision in decide_on_failed_call(locked, now):
            _apply(decision, locked, recorded=False, now=now, cause="", actor="")
        locked.save(update_fields=["next_check_at"])
