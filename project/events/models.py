"""Append-only events, which timelines show and the live hubs read."""

from django.db import models


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
