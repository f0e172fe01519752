"""Base models of all apps: statuses that move one way, versions, idempotency keys."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.db import connections, models
from django.db.models import F, QuerySet
from django.db.models.sql import UpdateQuery
from django.utils import timezone

from project.core.errors import InvalidTransition

_KEY_IN_LINK = re.compile(r"\?key=[\w-]+")


def bump_rows(rows: "QuerySet[Any]", columns: Mapping[str, Any], *read: str) -> list[tuple[Any, ...]]:
    """Set these columns of the rows and count their versions up; return the columns to `read` of each.

    One statement does it, and locks the rows.
    """
    query: Any = rows.query.chain(UpdateQuery)
    query.add_update_values({**columns, "version": F("version") + 1})
    statement, parameters = query.get_compiler(rows.db).as_sql()
    with connections[rows.db].cursor() as cursor:
        cursor.execute(f"{statement} RETURNING {', '.join(read)}", parameters)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


class Versioned(models.Model):
    """A row whose `version` grows with every change that anyone can see.

    It is bumped under the row's lock, so versions are in commit order and a screen may keep the newest.
    """

    version = models.PositiveIntegerField(default=1)

    class Meta:
        abstract = True

    def bump(self, **columns: Any) -> None:
        """Set these columns, if any, and count the version up; the caller holds the row's lock."""
        self._update(type(self)._base_manager.filter(pk=self.pk), columns)

    def _update(self, rows: "QuerySet[Any]", columns: Mapping[str, Any]) -> bool:
        """Set columns and version of `rows`, which are this one or none, in one statement; False for none."""
        found = bump_rows(rows, columns, "version")
        for name, value in {**columns, "version": found[0][0]}.items() if found else ():
            setattr(self, name, value)
        return bool(found)


class Stateful(Versioned):
    """A row whose `status` only moves along TRANSITIONS."""

    TRANSITIONS: ClassVar[Mapping[str, frozenset[str]]]

    status = models.CharField(max_length=24)

    class Meta:
        abstract = True

    def transition_to(self, new: str, **columns: Any) -> bool:
        """Move to `new`, set these columns and count the version up; False when it is there already.

        The WHERE names the status we read, so of two callers at once one wins.

        Raises InvalidTransition when the table does not allow the move.
        """
        if new != self.status and new in self.TRANSITIONS[self.status] and self._set_status(new, columns):
            return True
        if self.status == new:
            return False
        raise InvalidTransition(f"{self}: {self.status} -> {new}")

    def take_back_transition(self, earlier: str, **columns: Any) -> None:
        """Move back along the transition from `earlier`, for an undo; set these columns, bump the version.

        Raises InvalidTransition.
        """
        if self.status not in self.TRANSITIONS[earlier] or not self._set_status(earlier, columns):
            raise InvalidTransition(f"{self}: {self.status} is not taken back to {earlier}")

    def _set_status(self, new: str, columns: Mapping[str, Any]) -> bool:
        read = type(self)._base_manager.filter(pk=self.pk, status=self.status)
        if self._update(read, {"status": new, **columns}):
            return True
        self.refresh_from_db(fields=["status", "version"])
        return False


class IdempotencyKey(models.Model):
    """One request a caller named, and what it made; inserted before anything else happens."""

    scope = models.CharField(max_length=64)
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    result = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scope", "key"], name="idempotency_key_once")]

    def __str__(self) -> str:
        return f"{self.scope}:{self.key}"


class MailStatus(models.TextChoices):
    """The status of a mail."""

    DUE = "due"
    # Leased by a worker that hands it to the mail server; after the lease expires, it is sent again under the
    # same id.
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"


@dataclass(frozen=True)
class RenderedMail:
    """A mail's subject and its two bodies."""

    subject: str
    text: str
    html: str


class Mail(models.Model):
    """One mail to one address: a row first, sent by a job until the mail server has it."""

    # Set by `project.core.mail`, which imports this module.
    renderer: ClassVar[Callable[["Mail"], RenderedMail]]

    # What it is about, once: "order:AKS-…:received". The database refuses a second.
    dedupe_key = models.CharField(max_length=160, unique=True)
    kind = models.CharField(max_length=40)
    reference = models.CharField(max_length=80, blank=True, db_index=True)
    to = models.EmailField()
    language = models.CharField(max_length=2, default="en")
    # The facts it is rendered from, frozen when it was queued.
    context: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(
        default=dict, db_default={}
    )
    stored_subject = models.CharField(max_length=200, blank=True, db_column="subject")
    stored_text = models.TextField(blank=True, db_column="text")
    # NULL until rendered: the previous release postpones such a mail, where it would send an empty one.
    stored_html = models.TextField(blank=True, null=True, db_column="html")  # noqa: DJ001
    # The file that goes with it: "document:AKS/26-27/000001" (see mail.load_attachment).
    attachment = models.CharField(max_length=60, blank=True)
    status = models.CharField(max_length=8, choices=MailStatus, default=MailStatus.DUE)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(default=timezone.now)
    last_error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True)
    reported_late_at = models.DateTimeField(null=True)
    # Of the request that caused it, as in the log.
    request_id = models.CharField(max_length=32, blank=True, db_default="")

    class Meta:
        indexes = [
            models.Index(
                fields=["next_try_at"],
                condition=models.Q(status__in=[MailStatus.DUE, MailStatus.SENDING]),
                name="mail_under_way",
            ),
            models.Index(
                fields=["created_at"], condition=models.Q(status=MailStatus.FAILED), name="mail_failed"
            ),
            models.Index(fields=["to", "created_at"], name="mail_by_recipient"),
        ]
        constraints = [
            models.CheckConstraint(condition=models.Q(status__in=MailStatus.values), name="mail_status_known")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.reference}"

    @property
    def content(self) -> RenderedMail:
        """Return the texts that were sent, or will be: rendered now where they are not stored yet."""
        return type(self).renderer(self)

    @property
    def subject(self) -> str:
        """Return the subject."""
        return self.content.subject

    @property
    def text(self) -> str:
        """Return the plain text."""
        return self.content.text

    @property
    def html(self) -> str:
        """Return the HTML."""
        return self.content.html

    @property
    def text_without_keys(self) -> str:
        """The text without the secrets of private links, for whoever is not its recipient."""
        return _KEY_IN_LINK.sub("", self.text)


class FileRemoval(models.Model):
    """A file that no row names (yet), and when it is to be removed; `core.storage.files` has the rules."""

    # A key of settings.STORAGES, and the file's name there.
    store = models.CharField(max_length=16)
    name = models.CharField(max_length=160)
    due_at = models.DateTimeField(db_index=True)
    # Rows that name it may still come; False once its removal has begun.
    reserved = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["store", "name"], name="file_removal_once")]

    def __str__(self) -> str:
        return f"{self.store}:{self.name}"


class Heartbeat(models.Model):
    """Time of the last round of a part of the worker.

    The worker's clock ("worker"), a queued job ("queue"), the watcher ("watch"), base backups ("backup",
    "backup failed"; deploy/backup/take), and the audit of changes ("ledger audit"): all that changed before
    that moment is audited.
    """

    name = models.CharField(primary_key=True, max_length=16)
    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class OperatorAlert(models.Model):
    """The last alert about a fault by each channel; none: operators were not told since it was last over."""

    fault = models.CharField(primary_key=True, max_length=16)
    mailed_at = models.DateTimeField(null=True)
    webhook_at = models.DateTimeField(null=True)
    # When these moments changed last.
    seen_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.fault


class HealthReport(models.Model):
    """The newest result of each health check, in one row."""

    # By the check's name, as the operations page has them.
    results: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{len(self.results)} checks"


class RowChecksum(models.Model):
    """A part of the checksum of a block of a table's rows (`row_checksums`); all parts are added up."""

    table_name = models.CharField(max_length=63)
    # The keys from block × 1000 on.
    block = models.BigIntegerField()
    total = models.BigIntegerField()
    # Each hash times the row's place in the block: it tells which row differs.
    weighted = models.BigIntegerField()
    # Made by `merge`; all others are as the triggers wrote them.
    is_merged = models.BooleanField()

    class Meta:
        indexes = [
            models.Index(fields=["table_name", "block"], name="row_checksum_block"),
            models.Index(
                fields=["table_name", "block"],
                condition=models.Q(is_merged=False),
                name="row_checksum_unmerged",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_name} {self.block}"


class SettingsVersion(models.Model):
    """The shop's settings as somebody saved them; `core.shop` reads the newest. Never changed."""

    number = models.PositiveIntegerField(primary_key=True)
    # By section and field, as core.shop_settings names them.
    values = models.JSONField()
    # "user:U…"
    author = models.CharField(max_length=64)
    # The version whose values these are again.
    restored_from = models.PositiveIntegerField(null=True)
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(number__gte=1), name="settings_version_counts_from_one")
        ]

    def __str__(self) -> str:
        return f"settings {self.number}"


class Connection(models.Model):
    """An entry of an admin: the shop's address, mail server or payment keys (`core.connections`)."""

    name = models.CharField(primary_key=True, max_length=16)
    version = models.PositiveIntegerField()
    # Fields that staff may read again, and the others, encrypted.
    values = models.JSONField()
    secrets = models.TextField()
    saved_at = models.DateTimeField(default=timezone.now)
    # "user:U…"
    saved_by = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.name
