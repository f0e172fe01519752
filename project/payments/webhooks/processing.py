"""Webhook processing, the job after receiving: check the payment or refund that a stored message names."""

import logging
from datetime import timedelta
from typing import TypeGuard

from django.db import transaction
from django.db.models import F, Subquery
from django.utils import timezone

from project.core.leases import claim_due
from project.core.request_log import continuing
from project.core.shop import one_reading
from project.payments.attempts.status_check import CHECK_LEASE, check_loaded
from project.payments.disputes.actions import apply_dispute_answer, ask_about_dispute, report_unknown_dispute
from project.payments.errors import PaymentProviderDown
from project.payments.models import (
    CAPTURED,
    CaseKind,
    Payment,
    PaymentStatus,
    Refund,
    RefundStatus,
    WebhookMessage,
)
from project.payments.models.payment import is_transaction_id
from project.payments.providers.base import ProviderError, RefundAnswer, WebhookFacts
from project.payments.providers.registry import adapter_of, get_provider, read_webhook
from project.payments.refunds.processing import RetryLater, advance_refund, import_refund, settle_refund
from project.payments.shared.cases import open_case
from project.payments.shared.history import caused_by_message

logger = logging.getLogger(__name__)

# Back-off in seconds between retries of a message whose payment could not be checked.
WEBHOOK_PAUSES = (2, 5, 15, 60, 300, 900, 3600)
# About three days of hourly retries.
MOST_TRIES = 80
# Retries, within minutes, while the provider's status answer is older than the message; then the regular
# schedule of the payment or refund continues.
STALE_ANSWER_TRIES = 5


_DECIDED = ("won", "lost", "closed")


class StatusAnswerStale(RetryLater):
    """The message reports a final status and the provider's status answer, which is older, does not yet."""

    def __init__(self, refund: Refund | None = None) -> None:
        super().__init__("the status answer lags behind the message")
        self.refund = refund


def take_due_webhooks(limit: int = 100) -> list[int]:
    """Claim the messages that are still to be handled and return their keys."""
    return claim_due(WebhookMessage, "next_try_at", lease=CHECK_LEASE, limit=limit)


def handle_webhook(message_pk: int) -> None:
    """Process a stored message: check its payment and its refund at the provider. Idempotent.

    A message about an unknown payment opens a case if the provider has money for it under an id of ours, else
    it is stored without further processing. One about a refund whose payment is not captured yet is retried,
    and so is one that is newer than the provider's status answer; both with back-off.
    """
    message = WebhookMessage.objects.get(pk=message_pk)
    if message.handled_at is not None:
        return
    payment = message.payment or Payment.objects.filter(transaction_id=message.merchant_order_id).first()
    request_id = payment.request_id if payment else ""
    with one_reading(), continuing(request_id), caused_by_message(message.message_id):
        _handle(message, payment)


def _handle(message: WebhookMessage, payment: Payment | None) -> None:
    before = payment.status if payment is not None else ""
    try:
        facts = read_webhook(message.provider, bytes(message.body))
        if payment is None:
            report_unknown_payment(message.provider, facts)
        refund = process_message(message.provider, payment, facts)
    except (PaymentProviderDown, RetryLater) as reason:
        is_stale = isinstance(reason, StatusAnswerStale)
        refund = reason.refund if isinstance(reason, StatusAnswerStale) else None
        if message.attempts < (STALE_ANSWER_TRIES if is_stale else MOST_TRIES):
            pause = WEBHOOK_PAUSES[min(message.attempts, len(WEBHOOK_PAUSES) - 1)]
            WebhookMessage.objects.filter(pk=message.pk, handled_at=None).update(
                payment=payment,
                refund=refund,
                attempts=F("attempts") + 1,
                next_try_at=timezone.now() + timedelta(seconds=pause),
            )
            return
        logger.error("message %s is given up: %s", message, reason)
    payment = payment or (refund.payment if refund else None)
    after = Subquery(Payment.objects.filter(pk=payment.pk).values("status")) if payment else ""
    WebhookMessage.objects.filter(pk=message.pk, handled_at=None).update(
        payment=payment,
        refund=refund,
        status_before=before,
        status_after=after,
        handled_at=timezone.now(),
        next_try_at=None,
    )


def process_message(provider: str, payment: Payment | None, facts: WebhookFacts) -> Refund | None:
    """Check the payment, the refund or the dispute that the message names; return the refund.

    Raises PaymentProviderDown without an answer, RetryLater when our rows are not ready for it,
    StatusAnswerStale when the provider's status answer is older than the message.
    """
    if facts.is_dispute:
        _follow_dispute(provider, payment, facts)
        return None
    if asks_about_payment(payment, facts):
        payment = check_loaded(payment, cause="webhook")
        if not facts.is_refund and _lags(payment, facts):
            raise StatusAnswerStale
    if not facts.is_refund:
        return None
    refund = _follow_refund(payment, facts)
    ended = facts.claims in ("success", "failed")
    if ended and refund is not None and refund.status == RefundStatus.UNDER_WAY:
        raise StatusAnswerStale(refund)
    return refund


def report_unknown_payment(provider: str, facts: WebhookFacts) -> None:
    """Open a case for money that the provider has for a payment that is not here, as after a restore.

    Other systems of the same merchant have ids of another form; their messages are no business of ours.

    Raises PaymentProviderDown.
    """
    transaction_id = facts.merchant_order_id
    if (
        facts.is_refund
        or facts.is_dispute
        or facts.claims != "success"
        or not is_transaction_id(transaction_id)
    ):
        return
    try:
        answer = get_provider(provider).order_status(transaction_id)
    except ProviderError as error:
        raise PaymentProviderDown(str(error)) from None
    if answer is None or answer.outcome != "success":
        return
    details = [f"{transaction_id} ({answer.provider_order_id or '–'})", answer.bank_reference or "–"]
    with transaction.atomic():
        open_case(
            CaseKind.PAID_UNKNOWN,
            subject=f"payment:{transaction_id}",
            facts={"amountPaise": answer.amount_paise, "details": details},
        )


def _follow_dispute(provider: str, payment: Payment | None, facts: WebhookFacts) -> None:
    """Ask the provider about the dispute that the message names; a case where it cannot be asked."""
    if not (facts.provider_dispute_id and adapter_of(provider).reports_disputes):
        name = payment.transaction_id if payment is not None else facts.merchant_order_id
        if name and not is_transaction_id(name):
            return  # of another system of the same merchant
        report_unknown_dispute(name, facts.provider_dispute_id, facts.amount_paise)
        return
    answer = ask_about_dispute(provider, facts.provider_dispute_id)
    if answer is None:
        logger.error(
            "a message names dispute %r, which the provider does not know", facts.provider_dispute_id
        )
        return
    if payment is not None and payment.status not in CAPTURED:
        check_loaded(payment, cause="webhook")
    apply_dispute_answer(provider, answer, cause="webhook")
    # A message that is older than the answer changes nothing; a newer one is followed once the answer has it.
    if facts.dispute_claims in _DECIDED and answer.outcome not in _DECIDED:
        raise StatusAnswerStale


def _lags(payment: Payment, facts: WebhookFacts) -> bool:
    """Return whether the message is newer than the status answer that was applied just now."""
    if payment.in_review or payment.status in CAPTURED:
        return False
    over = facts.claims in ("failed", "cancelled")
    return facts.claims == "success" or (over and payment.status == PaymentStatus.PENDING)


def asks_about_payment(payment: Payment | None, facts: WebhookFacts) -> TypeGuard[Payment]:
    """Return whether to check the payment itself; a refund of a captured payment does not need it."""
    return payment is not None and not (facts.is_refund and payment.status in CAPTURED)


def _follow_refund(payment: Payment | None, facts: WebhookFacts) -> Refund | None:
    refund = named_refund(facts)
    if refund is not None and refund.status == RefundStatus.UNDER_WAY:
        return advance_refund(refund.pk, cause="webhook")
    payment = refund.payment if refund is not None else payment
    if payment is None or (refund is not None and refund.status != RefundStatus.FAILED):
        return refund
    answer = look_up_refund(payment, refund, facts)
    if answer is None:
        return refund
    if refund is not None:
        return settle_refund(refund.pk, answer, cause="webhook")
    return import_refund(payment.pk, answer, cause="webhook")


def named_refund(facts: WebhookFacts) -> Refund | None:
    """Return our refund that the message names, by our id or the provider's."""
    ours = Refund.objects.select_related("payment")
    refund = None
    if facts.merchant_refund_id:
        refund = ours.filter(refund_id=facts.merchant_refund_id).first()
    if refund is None and facts.provider_refund_id:
        refund = ours.filter(provider_refund_id=facts.provider_refund_id).first()
    return refund


def look_up_refund(payment: Payment, refund: Refund | None, facts: WebhookFacts) -> RefundAnswer | None:
    """Fetch the status of the refund that the message names; None when the provider does not know it.

    Raises PaymentProviderDown.
    """
    name = refund.refund_id if refund is not None else facts.merchant_refund_id
    try:
        answer = get_provider(payment.provider).refund_status(name, merchant_order_id=payment.transaction_id)
    except ValueError:
        answer = None  # neither one of our ids nor a valid one for the provider
    except ProviderError as error:
        raise PaymentProviderDown(str(error)) from None
    if answer is None:
        logger.error("%s: a message names refund %r, which cannot be looked up", payment, name)
    return answer
