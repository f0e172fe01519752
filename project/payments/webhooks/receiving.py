"""Webhook receiving: verify a message and store it once (idempotent), for `processing`."""

from collections.abc import Mapping, Sequence
from operator import attrgetter

from django.db import IntegrityError, transaction
from django.db.models import F

from project.core.throttle import Limit, network_of
from project.payments.errors import SignatureInvalid
from project.payments.models import RefusedMessage, WebhookMessage
from project.payments.providers.registry import adapter_of, get_provider, read_webhook
from project.payments.webhooks.batching import Batcher

# Each is stored, for staff to read.
_REFUSED = Limit(
    "webhook", 600, 60, of_each="network", counts="unverified messages", note="free: verified messages"
)


def receive_webhook(
    *, provider: str, headers: Mapping[str, str], body: bytes, address: str = ""
) -> WebhookMessage:
    """Store a webhook message; idempotent. Its content is never trusted, it triggers a status check.

    A unique key deduplicates: a hundred simultaneous copies are stored as one row.

    Raises SignatureInvalid; the unverified message is stored apart, for staff to read, and never processed.
    Raises RateLimited when one network sends too many of them.
    """
    kept_headers = adapter_of(provider).kept_headers
    kept = {name: value for name, value in headers.items() if name.lower() in kept_headers}
    proof = get_provider(provider).verify_webhook(headers, body)
    if not proof:
        _REFUSED.count(network_of(address))
        _store_refused(provider, headers, kept, body, address)
        raise SignatureInvalid(provider)
    facts = read_webhook(provider, body)
    # Its payment is looked up by who handles it: hundreds of these a second are to pass through one process.
    return _store(
        WebhookMessage(
            provider=provider,
            dedupe_key=facts.dedupe_key,
            event=facts.event[:100],
            merchant_order_id=facts.merchant_order_id[:100],
            state=facts.state[:64],
            proof=proof,
            headers=kept,
            body=body,
        )
    )


def _store_refused(
    provider: str, headers: Mapping[str, str], kept: Mapping[str, str], body: bytes, address: str
) -> None:
    shown = {name.lower() for name in headers} & adapter_of(provider).proof_headers
    row = RefusedMessage.objects.create(
        provider=provider,
        verdict="wrong proof" if shown else "no proof",
        # Only the names of the signature headers: an almost valid secret must not be stored.
        headers={**kept, **dict.fromkeys(sorted(shown), "(sent)")},
        body=body[: RefusedMessage.LONGEST_BODY],
        address=address,
    )
    RefusedMessage.objects.filter(pk__lte=row.pk - RefusedMessage.KEPT).delete()


def _store_alone(message: WebhookMessage) -> WebhookMessage:
    try:
        with transaction.atomic():
            message.save(force_insert=True)
            return message
    except IntegrityError:
        stored = WebhookMessage.objects.get(provider=message.provider, dedupe_key=message.dedupe_key)
        WebhookMessage.objects.filter(pk=stored.pk).update(copies=F("copies") + 1)
        return stored


def _store_together(messages: Sequence[WebhookMessage]) -> Sequence[WebhookMessage]:
    # In one order everywhere: two processes with the same messages would else wait for each other.
    WebhookMessage.objects.bulk_create(sorted(messages, key=attrgetter("provider", "dedupe_key")))
    return messages


# Under load, messages are inserted in batches, so that many share one commit (and its disk sync).
_store = Batcher(together=_store_together, alone=_store_alone)
