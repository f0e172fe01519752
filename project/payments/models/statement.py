"""The provider's settlement reports: its payouts to our bank, line by line."""

import zlib
from functools import partial

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from project.core.identifiers import random_id
from project.core.models import Versioned
from project.payments.models.dispute import Dispute
from project.payments.models.payment import Payment
from project.payments.models.refund import Refund


class StatementStatus(models.TextChoices):
    """The status of the import of a report."""

    WAITING = "waiting"
    DONE = "done"
    # Most of its lines are not ours: nothing of it was entered.
    FOREIGN = "foreign"


class Statement(Versioned):
    """A report as received; due for import until every line is entered and reconciled."""

    statement_id = models.CharField(max_length=20, unique=True, default=partial(random_id, "STM-", 12))
    provider = models.CharField(max_length=20)
    status = models.CharField(max_length=12, choices=StatementStatus, default=StatementStatus.WAITING)
    name = models.CharField(max_length=120)
    # SHA-256 of the file; deduplicates reports.
    digest = models.CharField(max_length=64)
    packed = models.BinaryField()
    # Null for the daily job.
    received_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    received_at = models.DateTimeField(auto_now_add=True, db_index=True)
    total_lines = models.PositiveIntegerField()
    # So many have been looked at; those that another report brought before are not entered again.
    lines_read = models.PositiveIntegerField(default=0)
    lines_known = models.PositiveIntegerField(default=0)
    # Over the lines of this file, whoever brought them first.
    amount_paise = models.BigIntegerField()
    fee_paise = models.BigIntegerField()
    first_day = models.DateField()
    last_day = models.DateField()
    next_try_at = models.DateTimeField(null=True, default=timezone.now)
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["next_try_at"], condition=Q(next_try_at__isnull=False), name="statement_due")
        ]
        constraints = [
            models.UniqueConstraint(fields=["provider", "digest"], name="statement_once"),
            models.CheckConstraint(
                condition=Q(status__in=StatementStatus.values), name="statement_status_known"
            ),
        ]

    def __str__(self) -> str:
        return self.statement_id

    @property
    def body(self) -> bytes:
        """The file as received."""
        return zlib.decompress(bytes(self.packed))

    @property
    def settled_paise(self) -> int:
        """Amount that was paid to the bank."""
        return self.amount_paise - self.fee_paise


class StatementLine(models.Model):
    """A line of a report, entered into the ledger; copies in several files are one row."""

    statement = models.ForeignKey(Statement, on_delete=models.PROTECT, related_name="lines")
    number = models.PositiveIntegerField()
    # Of everything the line says, and of the provider whose it is.
    key = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=8)
    word = models.CharField(max_length=40)
    merchant_reference = models.CharField(max_length=100, db_index=True)
    provider_reference = models.CharField(max_length=100)
    instrument = models.CharField(max_length=60, blank=True)
    transacted_on = models.DateField()
    settled_on = models.DateField(db_index=True)
    bank_reference = models.CharField(max_length=64, blank=True)
    amount_paise = models.BigIntegerField()
    fee_paise = models.BigIntegerField()
    payment = models.ForeignKey(Payment, null=True, on_delete=models.PROTECT, related_name="statement_lines")
    refund = models.ForeignKey(Refund, null=True, on_delete=models.PROTECT, related_name="statement_lines")
    # The provider's id of the dispute that a reversal is about; empty where the report names none.
    dispute_reference = models.CharField(max_length=64, blank=True, db_default="")
    # The dispute that a reversal deducted, gave back, or was charged for.
    dispute = models.ForeignKey(Dispute, null=True, on_delete=models.PROTECT, related_name="statement_lines")

    def __str__(self) -> str:
        return f"{self.word} {self.merchant_reference} {self.settled_on}"
