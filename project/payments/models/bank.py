"""Bank accounts and their statements, the payouts that should arrive there, and which line is which."""

import zlib
from functools import partial

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce

from project.core.identifiers import random_id
from project.core.limits import MAX_NOTE

MAX_ACCOUNT_NAME = 60
MAX_NARRATION = 500
MAX_REFERENCE = 64


class LineStatus(models.TextChoices):
    """Kind of a statement line with respect to the shop's payouts."""

    # Rent, a customer's transfer: nothing that a payout explains, or would have to.
    OTHER = "other"
    MATCHED = "matched"
    # It names a source of payouts, and no payout explains it.
    UNKNOWN = "unknown"
    # It names a payout that has arrived already.
    TWICE = "twice"
    # Staff say that it is no payout.
    SET_ASIDE = "set_aside"


class PayoutStatus(models.TextChoices):
    """Arrival status of a payout."""

    # Not due, or its day is in no statement yet.
    WAITING = "waiting"
    MATCHED = "matched"
    # Less or more arrived.
    SHORT = "short"
    OVER = "over"
    MISSING = "missing"
    # Refunds ate it up: nothing was sent.
    NOTHING = "nothing"


class MatchRule(models.TextChoices):
    """Source of a match between line and payout."""

    REFERENCE = "reference"
    AMOUNT = "amount"
    STAFF = "staff"


class BankAccount(models.Model):
    """An account of the shop, as staff call it; its number is not needed and not kept."""

    account_id = models.CharField(max_length=16, unique=True, default=partial(random_id, "BNK-", 10))
    name = models.CharField(max_length=MAX_ACCOUNT_NAME, unique=True)
    # What its bank calls the columns, by role, where staff had to say.
    columns: "models.JSONField[dict[str, str], dict[str, str]]" = models.JSONField(default=dict)
    # Where lines are missing between statements: {"after", "before", "missingPaise"}.
    gaps: "models.JSONField[list[dict[str, object]], list[dict[str, object]]]" = models.JSONField(
        default=list
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class BankStatement(models.Model):
    """A statement as uploaded; its lines were stored with it."""

    statement_id = models.CharField(max_length=20, unique=True, default=partial(random_id, "BST-", 12))
    account = models.ForeignKey(BankAccount, on_delete=models.PROTECT, related_name="statements")
    name = models.CharField(max_length=120)
    # SHA-256 of the file; deduplicates statements.
    digest = models.CharField(max_length=64)
    packed = models.BinaryField()
    received_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    received_at = models.DateTimeField(auto_now_add=True)
    total_lines = models.PositiveIntegerField()
    # Of these another statement had brought so many before; they are not stored twice.
    known_lines = models.PositiveIntegerField()
    first_day = models.DateField()
    last_day = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "digest"], name="bank_statement_once"),
        ]

    def __str__(self) -> str:
        return self.statement_id

    @property
    def body(self) -> bytes:
        """The file as received."""
        return zlib.decompress(bytes(self.packed))


class Payout(models.Model):
    """Money that a provider or courier says it sent to our bank."""

    payout_id = models.CharField(max_length=20, unique=True, default=partial(random_id, "PYT-", 12))
    source = models.CharField(max_length=20)
    # The bank's reference; where the source names none, the day: what tells it from the source's others.
    key = models.CharField(max_length=MAX_REFERENCE)
    reference = models.CharField(max_length=MAX_REFERENCE, blank=True)
    expected_on = models.DateField(db_index=True)
    # In no statement on this day, it is missing.
    due_on = models.DateField()
    amount_paise = models.BigIntegerField()
    # The sum of its matched lines.
    arrived_paise = models.BigIntegerField(default=0)
    status = models.CharField(max_length=12, choices=PayoutStatus, default=PayoutStatus.WAITING)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "key"], name="payout_once"),
            models.CheckConstraint(condition=Q(status__in=PayoutStatus.values), name="payout_status_known"),
            models.CheckConstraint(condition=Q(arrived_paise__gte=0), name="payout_arrived_not_negative"),
            models.CheckConstraint(
                condition=~Q(status=PayoutStatus.MATCHED) | Q(arrived_paise=models.F("amount_paise")),
                name="payout_matched_in_full",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.key}"


class BankLine(models.Model):
    """A line of a statement; the same line of several statements is one row."""

    line_id = models.CharField(max_length=20, unique=True, default=partial(random_id, "BLN-", 12))
    account = models.ForeignKey(BankAccount, on_delete=models.PROTECT, related_name="lines")
    statement = models.ForeignKey(BankStatement, on_delete=models.PROTECT, related_name="lines")
    number = models.PositiveIntegerField()
    # Of day, amount, reference, narration, and which of several equal lines it is.
    key = models.CharField(max_length=64)
    day = models.DateField(db_index=True)
    narration = models.CharField(max_length=MAX_NARRATION, blank=True)
    reference = models.CharField(max_length=MAX_REFERENCE, blank=True)
    # What came, negative what went.
    amount_paise = models.BigIntegerField()
    balance_paise = models.BigIntegerField(null=True)
    status = models.CharField(max_length=12, choices=LineStatus, default=LineStatus.OTHER)
    # The source that its text names; the payout that arrived before, of a second arrival.
    source = models.CharField(max_length=20, blank=True)
    repeats = models.ForeignKey(Payout, null=True, on_delete=models.PROTECT, related_name="repeats")

    class Meta:
        indexes = [
            models.Index(fields=["status", "-day", "-id"], name="bank_line_by_status"),
            models.Index(fields=["-day", "-id"], name="bank_line_newest"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["account", "key"], name="bank_line_once"),
            models.CheckConstraint(condition=Q(status__in=LineStatus.values), name="bank_line_status_known"),
            models.CheckConstraint(condition=~Q(amount_paise=0), name="bank_line_moves_money"),
            models.CheckConstraint(
                condition=Q(status=LineStatus.OTHER) | Q(amount_paise__gt=0), name="bank_line_payout_came"
            ),
            models.CheckConstraint(
                condition=Q(status=LineStatus.TWICE, repeats__isnull=False)
                | (~Q(status=LineStatus.TWICE) & Q(repeats__isnull=True)),
                name="bank_line_repeats_its_payout",
            ),
        ]

    def __str__(self) -> str:
        return self.line_id


# What of a payout a match says arrived.
MATCHED_PAISE = Coalesce("part_paise", "line__amount_paise")


class BankMatch(models.Model):
    """That a line, or a part of it, is a payout; undone, it stays, with who undid it and why."""

    match_id = models.CharField(max_length=20, unique=True, default=partial(random_id, "MAT-", 12))
    line = models.ForeignKey(BankLine, on_delete=models.PROTECT, related_name="matches")
    payout = models.ForeignKey(Payout, on_delete=models.PROTECT, related_name="matches")
    # The payout's part of a line that several payouts share; otherwise all of it is the payout.
    part_paise = models.BigIntegerField(null=True)
    rule = models.CharField(max_length=12, choices=MatchRule)
    note = models.CharField(max_length=MAX_NOTE, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    undone_at = models.DateTimeField(null=True)
    undone_note = models.CharField(max_length=MAX_NOTE, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["line"],
                condition=Q(undone_at__isnull=True, part_paise__isnull=True),
                name="bank_line_is_one_whole_payout",
            ),
            models.UniqueConstraint(
                fields=["line", "payout"],
                condition=Q(undone_at__isnull=True),
                name="bank_line_is_payout_once",
            ),
            models.CheckConstraint(condition=Q(part_paise__gt=0), name="bank_match_part_positive"),
            models.CheckConstraint(
                condition=~Q(rule=MatchRule.STAFF) | (Q(by__isnull=False) & ~Q(note="")),
                name="bank_match_by_staff_has_its_reason",
            ),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=True, undone_by__isnull=True)
                | (Q(undone_at__isnull=False, undone_by__isnull=False) & ~Q(undone_note="")),
                name="bank_match_undone_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.match_id

    @property
    def amount_paise(self) -> int:
        """The part of the payout that arrived by the line."""
        return self.line.amount_paise if self.part_paise is None else self.part_paise
