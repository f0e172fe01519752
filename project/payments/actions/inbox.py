"""The provider's messages: proven, stored once, answered at once; what they claim is only a hint to look."""

import hashlib
from collections.abc import Mapping
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from project.core.errors import PaymentProviderDown, SignatureInvalid
from project.payments.actions.settling import CHECK_LEASE, check
from project.payments.models import Payment, WebhookMessage
from project.payments.providers import get_provider
from project.payments.providers.base import ProviderUnreadable, WebhookFacts

# Pauses between tries of a message whose payment could not be checked.
WEBHOOK_PAUSES = (2, 5, 15, 60, 300, 900, 3600)
# Never the Authorization header: it is a constant secret.
_KEPT_HEADERS = frozenset({"content-type", "user-agent", "x-phonepe-checksum-key-id", "x-request-id"})


def receive_webhook(*, provider: str, headers: Mapping[str, str], body: bytes) -> WebhookMessage:
    """Store a message of the provider; what it claims is only a hint to look.

    The unique key decides whether it is new: a hundred copies at once make one row.

    Raises SignatureInvalid, and nothing is kept.
    """
    adapter = get_provider(provider)
    if not adapter.verify_webhook(headers, body):
        raise SignatureInvalid(provider)
    try:
        facts = adapter.parse_webhook(body)
    except ProviderUnreadable:
        # Signed, so it is theirs: kept for a person to read, there is nothing to look up.
        facts = WebhookFacts(
            event="unreadable",
            merchant_order_id="",
            provider_order_id="",
            merchant_refund_id="",
            provider_refund_id="",
            state="",
            amount_paise=None,
            dedupe_key=f"unreadable:{hashlib.sha256(body).hexdigest()}",
            raw={},
        )
    kept = {name: value for name, value in headers.items() if name.lower() in _KEPT_HEADERS}
    try:
        with transaction.atomic():
            return _store(provider, facts, kept, body)
    except IntegrityError:
        message = WebhookMessage.objects.get(provider=provider, dedupe_key=facts.dedupe_key)
        WebhookMessage.objects.filter(pk=message.pk).update(copies=F("copies") + 1)
        return message


def _store(provider: str, facts: WebhookFacts, headers: Mapping[str, str], body: bytes) -> WebhookMessage:
    payment = Payment.objects.filter(transaction_id=facts.merchant_order_id).first()
    return WebhookMessage.objects.create(
        provider=provider,
        dedupe_key=facts.dedupe_key,
        event=facts.event[:100],
        merchant_order_id=facts.merchant_order_id[:100],
        state=facts.state[:64],
        headers=dict(headers),
        body=body,
        payment=payment,
    )


def take_due_webhooks(limit: int = 100) -> list[int]:
    """Claim the messages that are still to be handled and return their keys."""
    now = timezone.now()
    due = WebhookMessage.objects.filter(next_try_at__lte=now).order_by("next_try_at")
    return [
        pk
        for pk, seen in due.values_list("pk", "next_try_at")[:limit]
        if WebhookMessage.objects.filter(pk=pk, next_try_at=seen).update(next_try_at=now + CHECK_LEASE)
    ]


def handle_webhook(message_pk: int) -> None:
    """Do what a stored message hints at: ask the provider about its payment. Safe to repeat.

    One about an order we do not know is kept and needs nothing more.
    """
    message = WebhookMessage.objects.select_related("payment").get(pk=message_pk)
    if message.handled_at is not None:
        return
    payment = message.payment or Payment.objects.filter(transaction_id=message.merchant_order_id).first()
    before = after = ""
    if payment is not None:
        before = payment.status
        try:
            after = check(payment.pk, cause="webhook").status
        except PaymentProviderDown:
            pause = WEBHOOK_PAUSES[min(message.attempts, len(WEBHOOK_PAUSES) - 1)]
            WebhookMessage.objects.filter(pk=message_pk, handled_at=None).update(
                attempts=F("attempts") + 1, next_try_at=timezone.now() + timedelta(seconds=pause)
            )
            return
    WebhookMessage.objects.filter(pk=message_pk, handled_at=None).update(
        payment=payment,
        status_before=before,
        status_after=after,
        handled_at=timezone.now(),
        next_try_at=None,
    )
