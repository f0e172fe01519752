"""Append-only events, which timelines show and the live hubs read, and the log of what staff did."""

from django.db import models
from django.utils import timezone

from project.core.limits import MAX_NOTE


class Event(models.Model):
    """One thing that happened, written in the transaction that made it happen. Never changed."""

    name = models.CharField(max_length=64)
    # What it happened to: "order:AKS-…", "payment:TXN…".
    subject = models.CharField(max_length=80)
    # Live topics whose answer changed; a list's row stands behind '#': "staff:transactions#TXN…".
    topics = models.JSONField(default=list)
    payload = models.JSONField(default=dict)
    # Who ("user:5", "system") and through what ("webhook", "clock", "return", "staff").
    actor = models.CharField(max_length=64, blank=True)
    cause = models.CharField(max_length=64, blank=True)
    # Of the request that caused it, as in the log.
    request_id = models.CharField(max_length=32, blank=True, db_default="")
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        indexes = [
            models.Index(fields=["subject", "id"], name="event_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.subject}"


class AuditEntry(models.Model):
    """One thing a person (or a command) did. The database refuses to change a row that is written."""

    at = models.DateTimeField(default=timezone.now, db_index=True)
    # "user:U…" or the name of a command.
    actor = models.CharField(max_length=64, db_index=True)
    # What was done, such as "order.moved"; the screen has a sentence for each.
    action = models.CharField(max_length=40, db_index=True)
    # What it was done to, such as "order:AKS-…".
    subject = models.CharField(max_length=96, db_index=True)
    # Only the fields that changed.
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    note = models.CharField(max_length=MAX_NOTE, blank=True)
    # The network address the request came from; empty for a command.
    address = models.CharField(max_length=64, blank=True)
    # Public id of the API token that the actor's program called with.
    api_token = models.CharField(max_length=16, blank=True, db_default="")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.action} {self.subject}"
