"""Refund processing: send each refund once, check it until it is final, import the provider's own."""

import logging
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from project.core.leases import claim_due
from project.orders.models import OrderStatus
from project.orders.order_status import change_order_status
from project.payments.errors import PaymentProviderDown
from project.payments.models import (
    CAPTURED,
    CaseKind,
    MovementKind,
    Payment,
    Refund,
    RefundOrigin,
    RefundReason,
    RefundStatus,
)
from project.payments.providers.base import AccountRefused, ProviderError, ProviderRefused, RefundAnswer
from project.payments.providers.registry import get_provider
from project.payments.refunds import emails
from project.payments.refunds.schedule import REFUND_LATE, next_refund_check
from project.payments.refunds.sums import record_refund_change, reserve_refund, update_order_refunded
from project.payments.shared import ledger
from project.payments.shared.cases import close_answered_cases, open_case, open_overdrawn_case
from project.payments.shared.row_locks import lock_payment, lock_refund
from project.payments.upward_calls import PaymentEvents

logger = logging.getLogger(__name__)

# Longer than the provider client's timeout, so a lease never expires during a call.
REFUND_LEASE = timedelta(seconds=45)
# The end of a refund makes the next one of its payment due; this interval covers a lost wake-up.
QUEUE_INTERVAL = timedelta(hours=1)
# HTTP statuses that are no answer about the refund itself, so it is retried.
_RETRYABLE_STATUSES = (401, 403, 408, 425, 429)


def take_due_refunds(limit: int = 100) -> list[int]:
    """Lease the refunds that are due to be sent or checked and return their keys."""
    return claim_due(Refund, "next_check_at", lease=REFUND_LEASE, limit=limit)


def advance_refund(refund_pk: int, *, cause: str, actor: str = "") -> Refund:
    """Send a refund that is next in the queue of its payment, or check one that was sent. Idempotent.

    1. Under the locks: a requested refund becomes under way, unless another one of its payment is. This is
       committed before the provider is called, so after a crash the refund is due for a check.
    2. Outside any transaction: fetch the status of a refund that the provider has acknowledged; send any
       other with its own id, which the provider's adapter makes idempotent.
    3. Under the locks again: apply the answer.

    Raises PaymentProviderDown without a usable answer; the refund is retried by its schedule.
    """
    refund = begin_refund(refund_pk, cause=cause)
    if refund.status != RefundStatus.UNDER_WAY:
        return refund
    provider = get_provider(refund.payment.provider)
    known = bool(refund.provider_refund_id)
    try:
        answer = (
            provider.refund_status(refund.refund_id, merchant_order_id=refund.payment.transaction_id)
            if known
            else provider.create_refund(
                merchant_refund_id=refund.refund_id,
                merchant_order_id=refund.payment.transaction_id,
                amount_paise=refund.amount_paise,
            )
        )
    except ProviderError as error:
        if _is_refusal(error) and not known:
            return _fail_refused(refund_pk, error, cause=cause, actor=actor)
        logger.warning("%s: its status is not known: %s", refund, error)
        _postpone(refund_pk)
        raise PaymentProviderDown(str(error)) from None
    if answer is None:
        logger.error("%s: the provider took it and no longer knows it", refund)
        return _postpone(refund_pk)
    return settle_refund(refund_pk, answer, cause=cause, actor=actor)


def _is_refusal(error: ProviderError) -> bool:
    """Return whether the provider refused the refund for good, so that it was certainly not made."""
    if isinstance(error, AccountRefused) or not isinstance(error, ProviderRefused):
        return False
    return error.http_status not in _RETRYABLE_STATUSES


@transaction.atomic
def begin_refund(refund_pk: int, *, cause: str) -> Refund:
    """Set the refund under way if none of its payment is and it is the first of those requested."""
    refund = lock_refund(refund_pk)
    if refund.status != RefundStatus.REQUESTED:
        return refund
    others = refund.payment.refunds.exclude(pk=refund.pk)
    if others.filter(status=RefundStatus.UNDER_WAY).exists() or (
        others.filter(status=RefundStatus.REQUESTED, pk__lt=refund.pk).exists()
    ):
        refund.next_check_at = timezone.now() + QUEUE_INTERVAL
        refund.save(update_fields=["next_check_at"])
        return refund
    return _set_under_way(refund, cause=cause)


def _set_under_way(refund: Refund, *, cause: str) -> Refund:
    now = timezone.now()
    refund.transition_to(RefundStatus.UNDER_WAY, started_at=now, next_check_at=now + REFUND_LEASE)
    ledger.enter_refund(refund, MovementKind.REFUND_STARTED)
    record_refund_change(refund, "refund.started", cause=cause)
    emails.refund_started(refund)
    return refund


@transaction.atomic
def settle_refund(refund_pk: int, answer: RefundAnswer, *, cause: str, actor: str = "") -> Refund:
    """Apply the provider's answer to the refund; idempotent.

    Only an answer with our id, order and amount sets a refund to done; a mismatch opens a case.
    """
    refund = lock_refund(refund_pk)
    if refund.cancels_order and _is_accepted(refund, answer):
        _cancel_order(refund)
        # Reload: cancelling changed the order and its payments.
        refund = lock_refund(refund_pk)
    if refund.status != RefundStatus.UNDER_WAY:
        if answer.outcome == "success" and refund.status != RefundStatus.DONE:
            # Our rows count this amount as not refunded.
            _open_difference_case(refund, answer)
        return refund
    before = (refund.provider_state, refund.provider_refund_id)
    refund.provider_state = answer.state[:64]
    refund.provider_refund_id = refund.provider_refund_id or answer.provider_refund_id[:80]
    refund.bank_reference = answer.bank_reference or refund.bank_reference
    refund.error_code = answer.error_code[:100]
    refund.detailed_error_code = answer.detailed_error_code[:100]
    if answer.outcome == "success" and not _matches(refund, answer):
        _open_difference_case(refund, answer)
    elif answer.outcome == "success":
        return _finish(refund, RefundStatus.DONE, cause=cause, actor=actor)
    elif answer.outcome == "failed":
        return _finish(refund, RefundStatus.FAILED, cause=cause, actor=actor)
    elif answer.outcome == "unknown":
        logger.error("%s: the provider says %r, which we do not know", refund, answer.state)
    _schedule_check(refund)
    refund.save()
    if before != (refund.provider_state, refund.provider_refund_id):
        record_refund_change(refund, "refund.checked", cause=cause, actor=actor)
    return refund


def _is_accepted(refund: Refund, answer: RefundAnswer) -> bool:
    if refund.status != RefundStatus.UNDER_WAY:
        return False
    return answer.outcome == "pending" or (answer.outcome == "success" and _matches(refund, answer))


def _cancel_order(refund: Refund) -> None:
    """Cancel the locked refund's order for the member of staff who asked for it, and release its stock.

    An order whose status has changed meanwhile, so that it cannot be cancelled, keeps that status.
    """
    order, user = refund.payment.order, refund.requested_by
    assert user is not None
    if OrderStatus.CANCELLED in order.next_by_hand:
        change_order_status(order.order_id, to=OrderStatus.CANCELLED, actor=user.subject)
    elif order.status != OrderStatus.CANCELLED:
        logger.warning("%s: not cancelled with %s, as it is %s", order, refund, order.status)


def _matches(refund: Refund, answer: RefundAnswer) -> bool:
    return (
        answer.amount_paise == refund.amount_paise
        and answer.merchant_refund_id in ("", refund.refund_id)
        and answer.merchant_order_id in ("", refund.payment.transaction_id)
    )


def _open_difference_case(refund: Refund, answer: RefundAnswer) -> None:
    open_case(
        CaseKind.REFUND_DIFFERS,
        refund=refund,
        facts={
            "expectedPaise": refund.amount_paise,
            "amountPaise": answer.amount_paise,
            "state": answer.state,
            "providerRefundId": answer.provider_refund_id,
        },
    )


def _finish(refund: Refund, status: RefundStatus, *, cause: str, actor: str = "") -> Refund:
    """Finish a locked refund: sums, ledger, order, mail, cases, and the next refund of the queue."""
    was_under_way = refund.status == RefundStatus.UNDER_WAY
    refund.next_check_at = None
    done = status == RefundStatus.DONE
    if done:
        refund.done_at = timezone.now()
    refund.save()
    refund.transition_to(status)
    if was_under_way:
        ledger.enter_refund(refund, MovementKind.REFUND_DONE if done else MovementKind.REFUND_FAILED)
    record_refund_change(refund, "refund.done" if done else "refund.failed", cause=cause, actor=actor)
    if done:
        emails.refund_done(refund)
        update_order_refunded(refund.payment.order, cause=cause)
        PaymentEvents.bound().after_refund(refund)
    else:
        open_case(
            CaseKind.REFUND_FAILED,
            refund=refund,
            facts={
                "amountPaise": refund.amount_paise,
                "code": refund.error_code,
                "state": refund.provider_state,
            },
        )
    close_answered_cases(refund.payment)
    _wake_next(refund)
    return refund


def _wake_next(refund: Refund) -> None:
    waiting = refund.payment.refunds.filter(status=RefundStatus.REQUESTED).order_by("pk").first()
    if waiting is not None:
        Refund.objects.filter(pk=waiting.pk).update(next_check_at=timezone.now())


@transaction.atomic
def _fail_refused(refund_pk: int, refusal: ProviderError, *, cause: str, actor: str) -> Refund:
    refund = lock_refund(refund_pk)
    if refund.status != RefundStatus.UNDER_WAY or refund.provider_refund_id:
        return refund  # a concurrent call has got an answer
    logger.error("%s: the provider refuses it: %s", refund, refusal)
    code = refusal.code if isinstance(refusal, ProviderRefused) else ""
    refund.error_code = (code or "REFUSED")[:100]
    return _finish(refund, RefundStatus.FAILED, cause=cause, actor=actor)


@transaction.atomic
def _postpone(refund_pk: int) -> Refund:
    refund = lock_refund(refund_pk)
    if refund.status == RefundStatus.UNDER_WAY:
        _schedule_check(refund)
        refund.save(update_fields=["next_check_at"])
    return refund


def _schedule_check(refund: Refund) -> None:
    """Set when a refund under way is checked next; an overdue one opens a case."""
    now = timezone.now()
    started_at = refund.started_at or now
    refund.next_check_at = next_refund_check(
        started_at=started_at, acknowledged=bool(refund.provider_refund_id), now=now
    )
    if now - started_at > REFUND_LATE:
        open_case(CaseKind.REFUND_STUCK, refund=refund, facts={"state": refund.provider_state})


class RetryLater(Exception):
    """The answer cannot be applied to our rows yet; retry later."""


@transaction.atomic
def import_refund(payment_pk: int, answer: RefundAnswer, *, cause: str) -> Refund | None:
    """Import a refund that was made in the provider's console; None when it cannot be imported.

    It supersedes our waiting refunds, as its money is already gone. A failed one is ignored.

    Raises RetryLater while the payment is not captured, or a refund of ours is under way.
    """
    payment = lock_payment(payment_pk)
    if answer.merchant_order_id not in ("", payment.transaction_id) or answer.outcome == "failed":
        return None
    known = payment.refunds.filter(refund_id=answer.merchant_refund_id).first()
    if known is not None:
        # Two messages about it arrived together.
        return settle_refund(known.pk, answer, cause=cause)
    if payment.status not in CAPTURED:
        raise RetryLater(str(payment))
    if payment.refunds.filter(status=RefundStatus.UNDER_WAY).exists():
        raise RetryLater(f"{payment}: another refund is under way")
    amount = answer.amount_paise or 0
    supersede_waiting_refunds(payment, amount, cause=cause)
    retained = payment.retained_paise
    # The provider has sent the money, also what a bank disputes.
    if not 0 < amount <= retained + payment.disputed_paise:
        open_case(
            CaseKind.REFUND_DIFFERS,
            payment=payment,
            facts={
                "refundId": answer.merchant_refund_id,
                "amountPaise": answer.amount_paise,
                "refundablePaise": payment.refundable_paise,
                "state": answer.state,
            },
        )
        return None
    refund = Refund(
        refund_id=answer.merchant_refund_id,
        payment=payment,
        amount_paise=amount,
        origin=RefundOrigin.CONSOLE,
        reason=RefundReason.OTHER,
    )
    reserve_refund(refund, cause=cause)
    _set_under_way(refund, cause=cause)
    open_overdrawn_case(payment, retained_before=retained, amount_paise=amount)
    close_answered_cases(payment)
    return settle_refund(refund.pk, answer, cause=cause)


def supersede_waiting_refunds(payment: Payment, amount_paise: int, *, cause: str, actor: str = "") -> None:
    """Fail waiting refunds of the locked payment, the newest first, until this amount is refundable."""
    waiting = payment.refunds.filter(status__in=(RefundStatus.REQUESTED, RefundStatus.APPROVAL))
    for refund in waiting.order_by("-pk"):
        if payment.retained_paise >= amount_paise:
            break
        refund.payment = payment
        refund.error_code = "SUPERSEDED"
        _finish(refund, RefundStatus.FAILED, cause=cause, actor=actor)
