"""A refund at the provider: sent once, asked about until it is final, found when it was made there."""

import logging
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from project.core.errors import PaymentProviderDown
from project.core.leases import claim_due
from project.orders.models import OrderStatus
from project.orders.order_status import change_order_status
from project.payments import emails, hooks
from project.payments.actions import ledger
from project.payments.actions.cases import close_answered_cases, open_case
from project.payments.actions.refund_requests import note_money_back, note_refund, promise
from project.payments.actions.row_locks import lock_payment, lock_refund
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
from project.payments.providers import get_provider
from project.payments.providers.base import AccountRefused, ProviderError, ProviderRefused, RefundAnswer
from project.payments.schedule import REFUND_LATE, next_refund_check

logger = logging.getLogger(__name__)

# Longer than the provider client's own limit for one call, so a lease never ends under a living one.
REFUND_LEASE = timedelta(seconds=45)
# One that waits in line is woken by the end of the one before it; this is for a wake-up that was lost.
LINE_INTERVAL = timedelta(hours=1)
# Refusals that are about us and the moment, not about the refund.
_NOT_NOW = (401, 403, 408, 425, 429)


def take_due_refunds(limit: int = 100) -> list[int]:
    """Claim the refunds that are to be sent or asked about and return their keys."""
    return claim_due(Refund, "next_check_at", lease=REFUND_LEASE, limit=limit)


def advance_refund(refund_pk: int, *, cause: str, actor: str = "") -> Refund:
    """Do what is next for a refund: send it when it is its turn, or ask how it stands. Safe to repeat.

    1. Under the locks: one that waits becomes under way, unless another of its payment is. This is committed
       before the provider hears of it, so a process that dies now leaves a row that is asked about.
    2. Without any transaction: one the provider has confirmed to know is looked up; any other is sent with
       its own id, which the provider's adapter makes safe to repeat.
    3. Under the locks again: settle what the provider says.

    Raises PaymentProviderDown when it gives no usable answer; the refund is due again by its schedule.
    """
    refund = begin_refund(refund_pk, cause=cause)
    if refund.status != RefundStatus.UNDER_WAY:
        return refund
    provider = get_provider(refund.payment.provider)
    known = bool(refund.provider_refund_id)
    try:
        answer = (
            provider.refund_status(refund.refund_id)
            if known
            else provider.create_refund(
                merchant_refund_id=refund.refund_id,
                merchant_order_id=refund.payment.transaction_id,
                amount_paise=refund.amount_paise,
            )
        )
    except ProviderError as error:
        if _is_refusal(error) and not known:
            return _refused(refund_pk, error, cause=cause)
        logger.warning("%s: not known how it stands: %s", refund, error)
        _postpone(refund_pk)
        raise PaymentProviderDown(str(error)) from None
    if answer is None:
        logger.error("%s: the provider took it and no longer knows it", refund)
        return _postpone(refund_pk)
    return settle_refund(refund_pk, answer, cause=cause, actor=actor)


def _is_refusal(error: ProviderError) -> bool:
    """Return whether the provider said no to this refund: it certainly was not made."""
    if isinstance(error, AccountRefused) or not isinstance(error, ProviderRefused):
        return False
    return error.http_status not in _NOT_NOW


@transaction.atomic
def begin_refund(refund_pk: int, *, cause: str) -> Refund:
    """Make the refund under way if it is the oldest of its payment that waits and no other is."""
    refund = lock_refund(refund_pk)
    if refund.status != RefundStatus.REQUESTED:
        return refund
    others = refund.payment.refunds.exclude(pk=refund.pk)
    if others.filter(status=RefundStatus.UNDER_WAY).exists() or (
        others.filter(status=RefundStatus.REQUESTED, pk__lt=refund.pk).exists()
    ):
        refund.next_check_at = timezone.now() + LINE_INTERVAL
        refund.save(update_fields=["next_check_at"])
        return refund
    return _start(refund, cause=cause)


def _start(refund: Refund, *, cause: str) -> Refund:
    refund.transition_to(RefundStatus.UNDER_WAY)
    refund.started_at = timezone.now()
    refund.next_check_at = refund.started_at + REFUND_LEASE
    refund.save(update_fields=["started_at", "next_check_at"])
    ledger.refund_moved(refund, MovementKind.REFUND_STARTED)
    note_refund(refund, "refund.started", cause=cause)
    emails.refund_started(
        refund.payment.order,
        refund_id=refund.refund_id,
        amount_paise=refund.amount_paise,
        due_on=refund.due_on,
    )
    return refund


@transaction.atomic
def settle_refund(refund_pk: int, answer: RefundAnswer, *, cause: str, actor: str = "") -> Refund:
    """Turn the provider's answer into the refund's state; idempotent.

    Only the provider's own word, about our id, order and amount, makes a refund done.
    """
    refund = lock_refund(refund_pk)
    if refund.cancels_order and _is_accepted(refund, answer):
        _cancel_order(refund)
        # Anew, as cancelling changes the order and its payments.
        refund = lock_refund(refund_pk)
    if refund.status != RefundStatus.UNDER_WAY:
        if answer.outcome == "success" and refund.status != RefundStatus.DONE:
            # We count this money as still here.
            _differs(refund, answer)
        return refund
    before = (refund.provider_state, refund.provider_refund_id)
    refund.provider_state = answer.state[:64]
    refund.provider_refund_id = refund.provider_refund_id or answer.provider_refund_id[:80]
    refund.bank_reference = answer.bank_reference or refund.bank_reference
    refund.error_code = answer.error_code[:100]
    refund.detailed_error_code = answer.detailed_error_code[:100]
    if answer.outcome == "success" and not _fits(refund, answer):
        _differs(refund, answer)
    elif answer.outcome == "success":
        return _finish(refund, RefundStatus.DONE, cause=cause, actor=actor)
    elif answer.outcome == "failed":
        return _finish(refund, RefundStatus.FAILED, cause=cause, actor=actor)
    elif answer.outcome == "unknown":
        logger.error("%s: the provider says %r, which we do not know", refund, answer.state)
    _plan(refund)
    refund.save()
    if before != (refund.provider_state, refund.provider_refund_id):
        note_refund(refund, "refund.checked", cause=cause, actor=actor)
    return refund


def _is_accepted(refund: Refund, answer: RefundAnswer) -> bool:
    if refund.status != RefundStatus.UNDER_WAY:
        return False
    return answer.outcome == "pending" or (answer.outcome == "success" and _fits(refund, answer))


def _cancel_order(refund: Refund) -> None:
    """Cancel the locked refund's order for whoever asked for it; pieces still in the house go back on sale.

    An order that was moved on meanwhile, for which a reason is on record, stays where it is.
    """
    order, user = refund.payment.order, refund.requested_by
    assert user is not None
    if OrderStatus.CANCELLED in order.next_by_hand:
        change_order_status(order.order_id, to=OrderStatus.CANCELLED, actor=f"user:{user.public_id}")
    elif order.status != OrderStatus.CANCELLED:
        logger.warning("%s: not cancelled with %s, as it is %s", order, refund, order.status)


def _fits(refund: Refund, answer: RefundAnswer) -> bool:
    return (
        answer.amount_paise == refund.amount_paise
        and answer.merchant_refund_id in ("", refund.refund_id)
        and answer.merchant_order_id in ("", refund.payment.transaction_id)
    )


def _differs(refund: Refund, answer: RefundAnswer) -> None:
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
    """End a locked refund: its sums, the ledger, the order, the next in line, and who is told."""
    was_under_way = refund.status == RefundStatus.UNDER_WAY
    refund.next_check_at = None
    done = status == RefundStatus.DONE
    if done:
        refund.done_at = timezone.now()
    refund.save()
    refund.transition_to(status)
    if was_under_way:
        ledger.refund_moved(refund, MovementKind.REFUND_DONE if done else MovementKind.REFUND_FAILED)
    note_refund(refund, "refund.done" if done else "refund.failed", cause=cause, actor=actor)
    if done:
        emails.refund_done(
            refund.payment.order,
            refund_id=refund.refund_id,
            amount_paise=refund.amount_paise,
            bank_reference=refund.bank_reference,
        )
        note_money_back(refund.payment.order, cause=cause)
        for told in hooks.after_refund:
            told(refund)
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
def _refused(refund_pk: int, refusal: ProviderError, *, cause: str) -> Refund:
    refund = lock_refund(refund_pk)
    if refund.status != RefundStatus.UNDER_WAY or refund.provider_refund_id:
        return refund  # another caller's answer was better
    logger.error("%s: the provider refuses it: %s", refund, refusal)
    code = refusal.code if isinstance(refusal, ProviderRefused) else ""
    refund.error_code = (code or "REFUSED")[:100]
    return _finish(refund, RefundStatus.FAILED, cause=cause)


@transaction.atomic
def _postpone(refund_pk: int) -> Refund:
    refund = lock_refund(refund_pk)
    if refund.status == RefundStatus.UNDER_WAY:
        _plan(refund)
        refund.save(update_fields=["next_check_at"])
    return refund


def _plan(refund: Refund) -> None:
    """Set when a refund under way is asked about next; one that takes too long is a case."""
    now = timezone.now()
    started_at = refund.started_at or now
    refund.next_check_at = next_refund_check(
        started_at=started_at, heard=bool(refund.provider_refund_id), now=now
    )
    if now - started_at > REFUND_LATE:
        open_case(CaseKind.REFUND_STUCK, refund=refund, facts={"state": refund.provider_state})


class NotYet(Exception):
    """What the provider reports does not fit our books now and will when they have caught up."""


@transaction.atomic
def import_refund(payment_pk: int, answer: RefundAnswer, *, cause: str) -> Refund | None:
    """Take a refund that was made in the provider's console into our books; None when it cannot be.

    Money that is gone comes before money that is only promised: waiting refunds of ours give way to it. One
    that failed there moved nothing.

    Raises NotYet while the payment's own money is not in our books, or a refund of ours is under way.
    """
    payment = lock_payment(payment_pk)
    if answer.merchant_order_id not in ("", payment.transaction_id) or answer.outcome == "failed":
        return None
    if payment.status not in CAPTURED:
        raise NotYet(str(payment))
    if payment.refunds.filter(status=RefundStatus.UNDER_WAY).exists():
        raise NotYet(f"{payment}: another refund is under way")
    amount = answer.amount_paise or 0
    make_room(payment, amount, cause=cause)
    if not 0 < amount <= payment.refundable_paise:
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
    promise(refund, cause=cause)
    _start(refund, cause=cause)
    close_answered_cases(payment)
    return settle_refund(refund.pk, answer, cause=cause)


def make_room(payment: Payment, amount_paise: int, *, cause: str) -> None:
    """Let waiting refunds of the locked payment give way, the newest first, until so much is left of it."""
    waiting = payment.refunds.filter(status__in=(RefundStatus.REQUESTED, RefundStatus.APPROVAL))
    for refund in waiting.order_by("-pk"):
        if payment.kept_paise >= amount_paise:
            break
        refund.payment = payment
        refund.error_code = "SUPERSEDED"
        _finish(refund, RefundStatus.FAILED, cause=cause)
