"""Webhooks that the shop sends: the endpoints of other programs, and the messages to each."""

from functools import partial
from typing import Literal

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from project.accounts.models import User
from project.core.identifiers import random_id
from project.core.limits import MAX_NAME

MAX_URL = 500
MAX_ANSWER = 500

DeliveryStatus = Literal["delivered", "waiting", "failed"]


class Endpoint(models.Model):
    """An https address of another program, and the types of events that it gets."""

    public_id = models.CharField(max_length=16, unique=True, default=partial(random_id, "H", 12))
    name = models.CharField(max_length=MAX_NAME)
    url = models.CharField(max_length=MAX_URL)
    types = models.JSONField(default=list)
    # Encrypted; the previous one signs, too, until then.
    secret = models.TextField()
    previous_secret = models.TextField(blank=True)
    previous_until = models.DateTimeField(null=True)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="webhook_endpoints")
    created_at = models.DateTimeField(default=timezone.now)
    # Null while it is switched off: what happens meanwhile is not sent.
    active_since = models.DateTimeField(null=True, default=timezone.now)
    # Since when no message was taken; null after one was.
    failing_since = models.DateTimeField(null=True)
    # Events up to here have their messages.
    read_until = models.DateTimeField(default=timezone.now)
    # One worker at a time sends to it.
    leased_until = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.public_id

    @property
    def subject(self) -> str:
        """Name in the audit log."""
        return f"webhook:{self.public_id}"


class Delivery(models.Model):
    """A message to an endpoint with the result of its last try. Every try sends the same id and body."""

    endpoint = models.ForeignKey(Endpoint, on_delete=models.CASCADE, related_name="deliveries")
    message_id = models.CharField(max_length=32, unique=True, default=partial(random_id, "msg_", 20))
    # Null of a test.
    event_id = models.BigIntegerField(null=True)
    # What it happened to; the messages about one thing go out in the order of their events.
    subject = models.CharField(max_length=80)
    type = models.CharField(max_length=40)
    body = models.TextField()
    created_at = models.DateTimeField(default=timezone.now, db_index=True)
    # Null once it is delivered, or has failed for good.
    next_try_at = models.DateTimeField(null=True, default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)
    # Of the last try; null and why when there was no answer.
    status_code = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=40, blank=True)
    answer = models.CharField(max_length=MAX_ANSWER, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["endpoint", "event_id"], name="delivery_event_once"),
            models.CheckConstraint(
                condition=Q(delivered_at=None) | Q(next_try_at=None), name="delivery_done_rests"
            ),
        ]
        indexes = [
            models.Index(
                fields=["endpoint", "subject", "event_id"],
                name="delivery_waiting",
                condition=Q(next_try_at__isnull=False),
            ),
            models.Index(F("endpoint"), F("id").desc(), name="delivery_newest"),
        ]

    def __str__(self) -> str:
        return self.message_id

    @property
    def status(self) -> DeliveryStatus:
        """Return "failed" for a message that is tried no more."""
        return "delivered" if self.delivered_at else "waiting" if self.next_try_at else "failed"
