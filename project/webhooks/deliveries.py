"""Messages of webhooks: written from events, sent in order with back-off, kept for a month.

1. The worker's clock writes a message for each new event of an endpoint's types. A message keeps its bytes,
   so that every try sends the same.
2. It claims the endpoints that have due messages. Each is served by one thread at a time, and a slow one
   delays no other. Messages about one thing go out in the order of their events: a later one waits until the
   earlier one is delivered, or has failed for good.
3. What fails is tried again by the schedule of Standard Webhooks, for about three days. An endpoint that took
   nothing for so long, or answers 410, is switched off, and the admins get a mail.

A worker that dies in the middle leaves the message due: it is sent again, under the same id.
"""

import logging
import random
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from project.core.leases import claim
from project.core.retention import old_slices
from project.events.models import Event
from project.webhooks import sending
from project.webhooks.actions import SECRETS, switch_off
from project.webhooks.catalogue import TYPE_OF_EVENT, body_of
from project.webhooks.models import MAX_ANSWER, Delivery, Endpoint

logger = logging.getLogger(__name__)

# Seconds from one try to the next; after the last the message has failed.
PAUSES: Final = (5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400)
GIVES_UP_AFTER: Final = timedelta(days=3)
KEPT: Final = timedelta(days=30)
# An event can be committed so much later than it was written.
LATE_COMMITS: Final = timedelta(minutes=2)
MOST_AT_ONCE: Final = 500
# An endpoint is left to the next claim after so long; its lease is longer by the last try.
_BUSY_SECONDS: Final = 5.0
_LEASE: Final = timedelta(seconds=90)
_GONE: Final = 410


def take_due_endpoints(limit: int) -> list[int]:
    """Write the messages of new events, and claim the endpoints that have due ones; return their keys."""
    active = list(Endpoint.objects.exclude(active_since=None))
    if not active:
        return []
    for endpoint in active:
        _write_messages(endpoint)
    due = Endpoint.objects.filter(Exists(_due_messages(OuterRef("pk"))))
    return [
        row.pk for row in claim(due.exclude(active_since=None), "leased_until", lease=_LEASE, limit=limit)
    ]


def _write_messages(endpoint: Endpoint) -> None:
    """Write a message for each new event of the endpoint's types; two workers at once write it once."""
    started = timezone.now()
    assert endpoint.active_since is not None
    names = [name for name, kind in TYPE_OF_EVENT.items() if kind in endpoint.types]
    written = Delivery.objects.filter(endpoint=endpoint, event_id=OuterRef("pk"))
    found = list(
        Event.objects.filter(
            name__in=names, created_at__gte=max(endpoint.active_since, endpoint.read_until - LATE_COMMITS)
        )
        .exclude(Exists(written))
        .order_by("created_at", "pk")[:MOST_AT_ONCE]
    )
    Delivery.objects.bulk_create(_messages(endpoint, found), ignore_conflicts=True)
    read_until = found[-1].created_at if len(found) == MOST_AT_ONCE else started
    # A write each second would be worth nothing: what is read twice is written once.
    if read_until > endpoint.read_until + LATE_COMMITS / 4:
        Endpoint.objects.filter(pk=endpoint.pk).update(read_until=read_until)


def _messages(endpoint: Endpoint, events: list[Event]) -> Iterator[Delivery]:
    for event in events:
        if (body := body_of(event)) is not None:
            yield Delivery(
                endpoint=endpoint,
                event_id=event.pk,
                subject=event.subject,
                type=TYPE_OF_EVENT[event.name],
                body=body,
            )


def _due_messages(endpoint: Any) -> QuerySet[Delivery]:
    """Return the due messages of an endpoint (its key or an OuterRef); about one thing the earliest alone."""
    earlier = Delivery.objects.filter(
        endpoint=OuterRef("endpoint"),
        subject=OuterRef("subject"),
        event_id__lt=OuterRef("event_id"),
        next_try_at__isnull=False,
    )
    due = Delivery.objects.filter(endpoint=endpoint, next_try_at__lte=timezone.now())
    return due.exclude(Exists(earlier))


def deliver(endpoint_pk: int) -> None:
    """Send the due messages of a claimed endpoint, one after the other, for some seconds."""
    ends = time.monotonic() + _BUSY_SECONDS
    while time.monotonic() < ends:
        message = _due_messages(endpoint_pk).select_related("endpoint").order_by("event_id", "pk").first()
        if message is None or message.endpoint.active_since is None:
            break
        _try(message)
    Endpoint.objects.filter(pk=endpoint_pk).update(leased_until=timezone.now())


def _try(message: Delivery) -> None:
    endpoint, now = message.endpoint, timezone.now()
    stored = [endpoint.secret]
    if endpoint.previous_until and endpoint.previous_until > now:
        stored.append(endpoint.previous_secret)
    keys = [key for secret in stored if (key := SECRETS.decrypted(secret))]
    if keys:
        outcome = sending.send(
            url=endpoint.url, keys=keys, message_id=message.message_id, body=message.body, now=now
        )
    else:
        outcome = sending.Outcome(error="secret")
    _record(message, outcome, now)


@transaction.atomic
def _record(message: Delivery, outcome: sending.Outcome, tried_at: datetime) -> None:
    """Record a try; the endpoint may have been changed or deleted meanwhile."""
    endpoint = Endpoint.objects.select_for_update().filter(pk=message.endpoint_id).first()
    if endpoint is None:
        return
    message.attempts += 1
    message.tried_at = tried_at
    message.status_code, message.error = outcome.status_code, outcome.error
    message.answer = outcome.answer[:MAX_ANSWER]
    message.next_try_at = None if outcome.is_taken else _next_try(message.attempts)
    message.delivered_at = timezone.now() if outcome.is_taken else None
    message.save()
    failing_since = None if outcome.is_taken else endpoint.failing_since or tried_at
    if failing_since != endpoint.failing_since:
        endpoint.failing_since = failing_since
        endpoint.save(update_fields=["failing_since"])
    too_long = failing_since is not None and failing_since <= timezone.now() - GIVES_UP_AFTER
    if endpoint.active_since and (too_long or outcome.status_code == _GONE):
        logger.error("webhook endpoint %s is switched off: it takes no messages", endpoint)
        switch_off(endpoint)


def _next_try(attempts: int) -> datetime | None:
    if attempts > len(PAUSES):
        return None
    # Messages that failed together are not tried again together.
    return timezone.now() + timedelta(seconds=PAUSES[attempts - 1] * random.uniform(0.9, 1.1))


def forget_old_deliveries() -> int:
    """Delete the messages whose time is over; return how many."""
    slices = old_slices(Delivery.objects.all(), "created_at", before=timezone.now() - KEPT)
    return sum(part.delete()[0] for part in slices)
