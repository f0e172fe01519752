"""Imports: a file of another shop, a row for each record of it, and where each record went."""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, Literal

from django.conf import settings
from django.db import models
from django.db.models import ExpressionWrapper, Q, Value
from django.utils import timezone

from project.core.identifiers import random_id
from project.core.models import Stateful


class ImportKind(models.TextChoices):
    """Kind of records in the file."""

    PRODUCTS = "products"
    CUSTOMERS = "customers"
    ORDERS = "orders"
    ADDRESSES = "addresses"


class ImportStatus(models.TextChoices):
    """The status of an import."""

    # The worker reads the file.
    READING = "reading"
    # Its headings are unknown: staff say which column is which.
    UNMAPPED = "unmapped"
    # The worker decides on each row's fate, for the preview.
    CHECKING = "checking"
    READY = "ready"
    RUNNING = "running"
    STOPPED = "stopped"
    DONE = "done"
    PUBLISHING = "publishing"
    PUBLISHED = "published"
    TAKING_BACK = "taking_back"
    TAKEN_BACK = "taken_back"
    FAILED = "failed"


# One import at a time writes to the shop.
WRITING = (ImportStatus.RUNNING, ImportStatus.PUBLISHING, ImportStatus.TAKING_BACK)


class Fate(models.TextChoices):
    """Effect of a row on the shop."""

    UNCHECKED = "unchecked"
    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    REFUSED = "refused"


class Step(models.TextChoices):
    """Progress of a row; each step is one transaction."""

    WAITING = "waiting"
    DONE = "done"
    # Something of it is missing, such as a picture: the import can be run again for it.
    INCOMPLETE = "incomplete"
    PUBLISHED = "published"
    TAKEN_BACK = "taken_back"
    # Edited since it was imported, so taking back leaves it as it is.
    LEFT = "left"


# What staff do with an import.
Verb = Literal["run", "stop", "publish", "take_back"]


class Import(Stateful):
    """One file of records; `choices` are made on screen, such as our category for each of theirs."""

    TRANSITIONS: ClassVar[Mapping[str, frozenset[str]]] = {
        ImportStatus.READING: frozenset({ImportStatus.UNMAPPED, ImportStatus.CHECKING, ImportStatus.FAILED}),
        ImportStatus.UNMAPPED: frozenset({ImportStatus.READING, ImportStatus.FAILED}),
        ImportStatus.CHECKING: frozenset({ImportStatus.READY, ImportStatus.FAILED}),
        ImportStatus.READY: frozenset({ImportStatus.CHECKING, ImportStatus.RUNNING}),
        ImportStatus.RUNNING: frozenset({ImportStatus.STOPPED, ImportStatus.DONE}),
        ImportStatus.STOPPED: frozenset({ImportStatus.RUNNING, ImportStatus.TAKING_BACK}),
        ImportStatus.DONE: frozenset(
            {ImportStatus.RUNNING, ImportStatus.PUBLISHING, ImportStatus.TAKING_BACK}
        ),
        ImportStatus.PUBLISHING: frozenset({ImportStatus.DONE, ImportStatus.PUBLISHED}),
        ImportStatus.PUBLISHED: frozenset({ImportStatus.TAKING_BACK}),
        ImportStatus.TAKING_BACK: frozenset({ImportStatus.STOPPED, ImportStatus.TAKEN_BACK}),
        ImportStatus.TAKEN_BACK: frozenset(),
        ImportStatus.FAILED: frozenset(),
    }

    import_id = models.CharField(max_length=20, unique=True, default=partial(random_id, "IMP-", 12))
    kind = models.CharField(max_length=16, choices=ImportKind)
    # The shop software that wrote the file; "other" for columns that were mapped by hand, "" until then.
    source = models.CharField(max_length=16, blank=True)
    status = models.CharField(max_length=24, choices=ImportStatus, default=ImportStatus.READING)
    # Why the file cannot be read (reading.table.Fault).
    problem = models.CharField(max_length=16, blank=True, db_default="")
    file_name = models.CharField(max_length=120)
    choices: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)
    # The options of the products in the file: {name, rows, values}.
    options: "models.JSONField[list[dict[str, Any]], list[dict[str, Any]]]" = models.JSONField(
        default=list, db_default=[]
    )
    language = models.CharField(max_length=2, default="en")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    # Counts the tries; a worker whose number is no longer this one has been given up and stops.
    attempt = models.PositiveIntegerField(default=0)
    # Tries since the last row that was done.
    failures = models.PositiveSmallIntegerField(default=0)
    # When it is due (again): a lease while somebody works on it; null when there is nothing to do.
    next_try_at = models.DateTimeField(null=True, default=timezone.now)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["next_try_at"], condition=Q(next_try_at__isnull=False), name="import_due"),
            models.Index(fields=["created_at"], name="import_created"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=ImportStatus.values), name="import_status_known"),
            # One import at a time writes.
            models.UniqueConstraint(
                ExpressionWrapper(Value(1), models.IntegerField()),
                condition=Q(status__in=WRITING),
                name="import_one_writes",
            ),
        ]

    def __str__(self) -> str:
        return self.import_id

    @property
    def asked_choices(self) -> dict[str, Any]:
        """The choices that staff made, without what the import noted beside them."""
        return {
            name: each for name, each in self.choices.items() if name in ("categories", "taxes", "options")
        }

    @property
    def subject(self) -> str:
        """Name in events and in the audit log."""
        return f"import:{self.import_id}"


class ImportFile(models.Model):
    """The file of an import until it is read: what it says of people is kept in rows alone."""

    of_import = models.OneToOneField(Import, on_delete=models.CASCADE, primary_key=True, related_name="file")
    body = models.BinaryField()
    # The column of each field, where staff have said so; and the headings that they are asked about.
    mapping: "models.JSONField[dict[str, str], dict[str, str]]" = models.JSONField(default=dict)
    columns: "models.JSONField[list[str], list[str]]" = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.of_import_id}"


class ImportRow(models.Model):
    """One record of the file, its fate and what became of it."""

    of_import = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="rows")
    line = models.PositiveIntegerField()
    # The record's own id in the other shop.
    key = models.CharField(max_length=200)
    title = models.CharField(max_length=200)
    # As the reader understood it: {content, problems, notes}.
    record: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField()
    fate = models.CharField(max_length=16, choices=Fate, default=Fate.UNCHECKED)
    step = models.CharField(max_length=16, choices=Step, default=Step.WAITING)
    # Reasons of a refusal, and what else there is to say: {line, column, sentence}.
    problems: "models.JSONField[list[dict[str, Any]], list[dict[str, Any]]]" = models.JSONField(default=list)
    notes: "models.JSONField[list[dict[str, Any]], list[dict[str, Any]]]" = models.JSONField(default=list)
    # The public id of what the row made or changed.
    result = models.CharField(max_length=40, blank=True)
    # Before a change, for taking it back: {state, digest, extra}; the version after it tells later edits.
    before: "models.JSONField[dict[str, Any] | None, dict[str, Any] | None]" = models.JSONField(null=True)
    version_after = models.PositiveIntegerField(null=True)

    class Meta:
        indexes = [models.Index(fields=["of_import", "fate", "step", "line"], name="import_row_fate")]
        constraints = [
            models.UniqueConstraint(fields=["of_import", "line"], name="import_row_line_once"),
            models.CheckConstraint(condition=Q(fate__in=Fate.values), name="import_row_fate_known"),
            models.CheckConstraint(condition=Q(step__in=Step.values), name="import_row_step_known"),
        ]

    def __str__(self) -> str:
        return f"{self.of_import_id}:{self.line}"


class Imported(models.Model):
    """The row of ours that a record of another shop has become; outlives the import."""

    kind = models.CharField(max_length=16, choices=ImportKind)
    source = models.CharField(max_length=16)
    key = models.CharField(max_length=200)
    # The public id of ours.
    result = models.CharField(max_length=40, db_index=True)
    # Of the record and the choices: an equal one changes nothing, whatever has been edited in the shop since.
    digest = models.CharField(max_length=64)
    # What else the kind wants to find again: of a product the keys of its pictures by their addresses.
    extra: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "source", "key"], name="imported_once")]

    def __str__(self) -> str:
        return f"{self.kind}:{self.source}:{self.key}"
