"""Changes of webhook endpoints and of their messages by admins, all in the audit log."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from project.accounts.models import User
from project.core.encryption import Cipher
from project.core.errors import Conflict, ErrorCode, Invalid, NotFound
from project.core.outbound import AddressRefused, public_address
from project.events import audit
from project.webhooks import emails
from project.webhooks.catalogue import TEST, json_body
from project.webhooks.models import Delivery, Endpoint
from project.webhooks.sending import new_secret

SECRETS: Final = Cipher("webhooks")
MOST_ENDPOINTS: Final = 10
# After a rotation both secrets sign for so long, while the receiver gets the new one.
BOTH_SIGN: Final = timedelta(days=1)


def create_endpoint(user: User, *, name: str, url: str, types: Collection[str]) -> tuple[Endpoint, str]:
    """Create an endpoint; return it and its secret, which is never readable again.

    Raises Invalid for an address that is not public, Conflict when there are enough.
    """
    _require_public(url)
    secret = new_secret()
    with transaction.atomic():
        if Endpoint.objects.count() >= MOST_ENDPOINTS:
            raise Conflict(text=_("There are {count} webhooks already").format(count=MOST_ENDPOINTS))
        endpoint = Endpoint.objects.create(
            name=name, url=url, types=sorted(types), secret=SECRETS.encrypted(secret), made_by=user
        )
        audit.record(
            "webhook.created", subject=endpoint.subject, actor=user.subject, after=_snapshot(endpoint)
        )
    return endpoint, secret


def change_endpoint(
    public_id: str, *, name: str, url: str, types: Collection[str], active: bool, actor: str
) -> Endpoint:
    """Change an endpoint, or switch it on or off. Raises NotFound, Invalid for a private address.

    Switching off needs no address: its host may be gone.
    """
    if active:
        _require_public(url)
    with transaction.atomic():
        endpoint = _lock(public_id)
        before = _snapshot(endpoint)
        endpoint.name, endpoint.url, endpoint.types = name, url, sorted(types)
        if active and endpoint.active_since is None:
            endpoint.active_since = endpoint.read_until = timezone.now()
            endpoint.failing_since = None
        elif not active:
            endpoint.active_since = None
        endpoint.save()
        after = _snapshot(endpoint)
        if after != before:
            audit.record("webhook.changed", subject=endpoint.subject, actor=actor, before=before, after=after)
    return endpoint


@transaction.atomic
def rotate_secret(public_id: str, *, actor: str) -> tuple[Endpoint, str]:
    """Give the endpoint a new secret; the previous one signs, too, for a day. Raises NotFound."""
    endpoint, secret = _lock(public_id), new_secret()
    endpoint.previous_secret, endpoint.secret = endpoint.secret, SECRETS.encrypted(secret)
    endpoint.previous_until = timezone.now() + BOTH_SIGN
    endpoint.save(update_fields=["previous_secret", "secret", "previous_until"])
    audit.record("webhook.secret_rotated", subject=endpoint.subject, actor=actor)
    return endpoint, secret


@transaction.atomic
def delete_endpoint(public_id: str, *, actor: str) -> None:
    """Delete an endpoint and its log. Raises NotFound."""
    endpoint = _lock(public_id)
    audit.record("webhook.deleted", subject=endpoint.subject, actor=actor, before=_snapshot(endpoint))
    endpoint.delete()


def switch_off(endpoint: Endpoint) -> None:
    """Switch the locked endpoint off, as it takes no messages, and mail the admins."""
    before = _snapshot(endpoint)
    endpoint.active_since = None
    endpoint.save(update_fields=["active_since"])
    audit.record(
        "webhook.switched_off",
        subject=endpoint.subject,
        actor="worker",
        before=before,
        after=_snapshot(endpoint),
    )
    emails.switched_off(endpoint)


@transaction.atomic
def send_test(public_id: str) -> Delivery:
    """Write a test message, which the worker sends at once. Raises NotFound, Conflict while it is off."""
    endpoint = _lock(public_id)
    if endpoint.active_since is None:
        raise Conflict(text=_("This webhook is switched off"))
    message = Delivery(endpoint=endpoint, type=TEST, body=json_body(TEST, timezone.now(), None))
    message.subject = message.message_id
    message.save()
    return message


@transaction.atomic
def replay(public_id: str, *, actor: str, message_id: str = "", failed_since: datetime | None = None) -> int:
    """Send one message again, or all that failed since a time, under the same ids; return how many.

    Raises NotFound.
    """
    endpoint = _lock(public_id)
    chosen = endpoint.deliveries.filter(message_id=message_id)
    if failed_since is not None:
        chosen = endpoint.deliveries.filter(created_at__gte=failed_since, next_try_at=None, delivered_at=None)
    count = chosen.update(next_try_at=timezone.now(), delivered_at=None, attempts=0)
    if message_id and not count:
        raise NotFound(message_id)
    audit.record("webhook.replayed", subject=endpoint.subject, actor=actor, after={"messages": count})
    return count


def _require_public(url: str) -> None:
    try:
        public_address(url)
    except AddressRefused as refusal:
        code = ErrorCode.WEBHOOK_ADDRESS_REFUSED
        raise Invalid(f"{url}: {refusal}", code=code, errors={"url": code}) from None


def _lock(public_id: str) -> Endpoint:
    endpoint = Endpoint.objects.select_for_update().filter(public_id=public_id).first()
    if endpoint is None:
        raise NotFound(public_id)
    return endpoint


def _snapshot(endpoint: Endpoint) -> Mapping[str, Any]:
    return {
        "name": endpoint.name,
        "url": endpoint.url,
        "types": endpoint.types,
        "active": "yes" if endpoint.active_since else "no",
    }
