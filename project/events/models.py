"""What happened: the append-only history that timelines show and the live hubs tail."""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper


class CurrentTransaction(models.Func):
    """The writing transaction's number on Postgres, 0 on SQLite (which has one writer at a time).

    A reader that only trusts rows of transactions below the oldest running one misses none; a plain id
    cursor would, because a lower id can commit later.
    """

    output_field = models.BigIntegerField()
    template = "0"

    def as_postgresql(self, compiler: Any, connection: BaseDatabaseWrapper, **context: Any) -> Any:
        """Return the expression for Postgres."""
        return super().as_sql(
            compiler, connection, template="(pg_current_xact_id()::text::bigint)", **context
        )


class Event(models.Model):
    """One thing that happened, written in the transaction that made it happen. Never changed."""

    xid = models.BigIntegerField(default=0, editable=False)
    name = models.CharField(max_length=64)
    # What it happened to: "order:AKS-…", "payment:TXN…".
    subject = models.CharField(max_length=80)
    # Live topics whose answer changed; a list's row stands behind '#': "staff:transactions#TXN…".
    topics = models.JSONField(default=list)
    payload = models.JSONField(default=dict)
    # Who ("user:5", "system") and through what ("webhook", "clock", "return", "staff").
    actor = models.CharField(max_length=64, blank=True)
    cause = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        indexes = [
            models.Index(fields=["subject", "id"], name="event_subject"),
            models.Index(fields=["xid", "id"], name="event_cursor"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.subject}"
