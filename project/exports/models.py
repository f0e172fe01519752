"""Exports: one row for each file somebody asked for; the row is the work."""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from project.core.identifiers import random_id
from project.core.models import Stateful


class ExportKind(models.TextChoices):
    """Kind of data that is exported."""

    TRANSACTIONS = "transactions"
    ORDERS = "orders"
    USERS = "users"
    DISCOUNTS = "discounts"
    TAX = "tax"
    GSTR1 = "gstr1"
    EINVOICES = "einvoices"
    TALLY = "tally"
    PAYOUTS = "payouts"


class ExportFormat(models.TextChoices):
    """Format of the file."""

    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"
    XML = "xml"


class ExportStatus(models.TextChoices):
    """The status of an export."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    # Nothing matched: there is no file, and the screen says so.
    EMPTY = "empty"
    FAILED = "failed"
    CANCELLED = "cancelled"
    # The file is gone.
    EXPIRED = "expired"


UNDER_WAY = (ExportStatus.WAITING, ExportStatus.RUNNING)


class Export(Stateful):
    """One file somebody asked for. Only who asked for it gets it; it goes when its time is over."""

    TRANSITIONS: ClassVar[Mapping[str, frozenset[str]]] = {
        ExportStatus.WAITING: frozenset({ExportStatus.RUNNING, ExportStatus.CANCELLED}),
        ExportStatus.RUNNING: frozenset(
            {ExportStatus.DONE, ExportStatus.EMPTY, ExportStatus.FAILED, ExportStatus.CANCELLED}
        ),
        ExportStatus.DONE: frozenset({ExportStatus.EXPIRED}),
        ExportStatus.EMPTY: frozenset(),
        ExportStatus.FAILED: frozenset(),
        ExportStatus.CANCELLED: frozenset(),
        ExportStatus.EXPIRED: frozenset(),
    }

    export_id = models.CharField(max_length=20, unique=True, default=partial(random_id, "EXP-", 12))
    kind = models.CharField(max_length=16, choices=ExportKind)
    file_format = models.CharField(max_length=4, choices=ExportFormat)
    status = models.CharField(max_length=24, choices=ExportStatus, default=ExportStatus.WAITING)
    # As the list's own query takes them, without page and limit; checked before the row is made.
    filters: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)
    # Names, addresses and numbers in full; otherwise masked.
    full = models.BooleanField(default=False)
    language = models.CharField(max_length=2, default="en")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    # Of the list's rows; a tax document can be several lines of the file.
    rows_done = models.PositiveIntegerField(default=0)
    rows_total = models.PositiveIntegerField(null=True)
    size = models.PositiveBigIntegerField(default=0)
    # Counts the tries; a writer whose number is no longer this one has been given up and stops.
    attempt = models.PositiveSmallIntegerField(default=0)
    # When it is due (again): a lease while somebody writes; null when there is nothing left to do.
    next_try_at = models.DateTimeField(null=True, default=timezone.now)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    # When the file goes.
    expires_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["next_try_at"], condition=Q(next_try_at__isnull=False), name="export_due"),
            models.Index(fields=["made_by", "-id"], name="export_newest"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=ExportStatus.values), name="export_status_known"),
        ]

    def __str__(self) -> str:
        return self.export_id

    @property
    def personal_data(self) -> str:
        """The choice between masked and full personal data, as the API names it."""
        return "full" if self.full else "masked"

    @property
    def subject(self) -> str:
        """Name in events and in the audit log."""
        return f"export:{self.export_id}"

    @property
    def stored_name(self) -> str:
        """Name of this attempt's file in the storage; the last attempt's file is handed out."""
        return f"{self.export_id}.{self.attempt}.{self.file_format}"

    @property
    def file_name(self) -> str:
        """File name of the download."""
        day = timezone.localtime(self.created_at).strftime("%Y-%m-%d")
        return f"{self.kind}-{day}-{self.export_id[-4:]}.{self.file_format}"
