"""The verbs of imports: upload a file, decide, work through the rows, take back.

A job works through the rows of the import's phase, each in one transaction that also notes its step. So a job
that dies is only late, one that is stopped ends after the row it is at, and no row is done twice.
"""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from project.accounts.models import User
from project.core.errors import Conflict, ErrorCode, Invalid, InvalidTransition, NotFound
from project.core.leases import claim_due
from project.core.locks import lock_names
from project.events.audit import record as record_audit
from project.events.publish import publish
from project.move_in import steps
from project.move_in.kind import Kind, Record, note
from project.move_in.kinds import KINDS, kind_of
from project.move_in.models import (
    WRITING,
    Fate,
    Import,
    ImportKind,
    ImportRow,
    ImportStatus,
    Step,
    Verb,
)
from project.move_in.reading.table import Table, Unreadable, read_table

logger = logging.getLogger(__name__)

MOST_ROWS: Final = 5_000
MOST_BYTES: Final = 10 * 1024 * 1024
MOST_KEY: Final = 200
# Longer than a row takes, its pictures included; each row renews it.
LEASE: Final = timedelta(minutes=3)
# A job ends after this long and is due again at once: other work has its turn.
SECONDS_A_JOB: Final = 20.0
TELL_EVERY_SECONDS: Final = 1.0
ATTEMPTS: Final = 5
PAUSE: Final = timedelta(seconds=5)
KEPT: Final = timedelta(days=30)

_UNREADABLE: Final = {
    "encoding": gettext_lazy("This file's letters cannot be read. Please save it as CSV UTF-8 or as XLSX"),
    "not_a_table": gettext_lazy("This file is no table. Please choose a CSV or XLSX file"),
    "empty": gettext_lazy("This file has no lines below its headings"),
    "too_large": gettext_lazy("This file is too large: at most 10 MB and 5,000 records. Please split it"),
    "locked": gettext_lazy("This file is locked with a password. Please save it without one"),
}
_BEGINS: Final[Mapping[str, ImportStatus]] = {
    "run": ImportStatus.RUNNING,
    "publish": ImportStatus.PUBLISHING,
    "take_back": ImportStatus.TAKING_BACK,
}
_FINISHED = Q(step__in=[Step.DONE, Step.INCOMPLETE])


class GivenUp(Exception):
    """The import was stopped, or somebody else works on it by now."""


class ColumnsUnknown(Invalid):
    """The headings are unknown; `data` has them, and the fields they may be mapped to."""

    code = ErrorCode.COLUMNS_UNKNOWN


def upload(
    name: ImportKind, *, body: bytes, file_name: str, mapping: Mapping[str, str], language: str, user: User
) -> Import:
    """Read a file into rows, which the worker then checks for the preview.

    Raises Invalid for a file that is no table, ColumnsUnknown.
    """
    kind = KINDS[name]
    try:
        if len(body) > MOST_BYTES:
            raise Unreadable("too_large")
        table = read_table(body)
        source = _source(kind, table, mapping)
        records = []
        for record in kind_of(name, source).read(table, source, mapping):
            records.append(record)
            if len(records) > MOST_ROWS:
                raise Unreadable("too_large")
        if not records:
            raise Unreadable("empty")
    except Unreadable as error:
        sentence = _UNREADABLE[error.problem]
        raise Invalid(file_name, text=sentence, code=ErrorCode.FILE_UNREADABLE) from error
    with transaction.atomic():
        last = Import.objects.filter(kind=name, source=source).order_by("-pk").first()
        made = Import.objects.create(
            kind=name,
            source=source,
            file_name=file_name[-120:],
            choices=last.asked_choices if last else {},
            language=language,
            made_by=user,
        )
        ImportRow.objects.bulk_create(_rows(made, records), batch_size=500)
        told = {"kind": name, "source": source, "file": made.file_name, "rows": len(records)}
        record_audit("import.uploaded", subject=made.subject, actor=user.subject, after=told)
        _tell(made, actor=user.subject)
    return made


def _source(kind: Kind, table: Table, mapping: Mapping[str, str]) -> str:
    unknown = set(mapping) - set(kind.fields) or set(mapping.values()) - set(table.columns)
    source = kind.recognised(table.columns) or ("other" if mapping and not unknown else "")
    if not source:
        columns = [column for column in table.columns if column][:200]
        fields = [{"name": name, "label": str(label)} for name, label in kind.fields.items()]
        raise ColumnsUnknown("unknown columns", data={"columns": columns, "fields": fields})
    return source


def _rows(made: Import, records: list[Record]) -> list[ImportRow]:
    lines: dict[str, int] = {}
    rows = []
    for record in records:
        problems = list(record.problems)
        if (first := lines.setdefault(record.key, record.line)) != record.line:
            problems.append(note(record.line, "", _("Line {line} is about the same one").format(line=first)))
        if not 0 < len(record.key) <= MOST_KEY:
            problems.append(note(record.line, "", _("The number or address is missing or too long")))
        stored = {"content": record.content, "problems": problems, "notes": list(record.notes)}
        title = record.title[:200]
        rows.append(
            ImportRow(of_import=made, line=record.line, key=record.key[:MOST_KEY], title=title, record=stored)
        )
    return rows


@transaction.atomic
def choose(import_id: str, choices: Mapping[str, Any], *, user: User) -> Import:
    """Take other choices, by which the rows are checked again. Raises NotFound, InvalidTransition."""
    chosen = _lock(import_id)
    chosen.transition_to(ImportStatus.CHECKING, choices=dict(choices), next_try_at=timezone.now(), failures=0)
    chosen.rows.update(fate=Fate.UNCHECKED)
    _tell(chosen, actor=user.subject)
    return chosen


@transaction.atomic
def move(import_id: str, verb: Verb, *, user: User) -> Import:
    """Run, stop, publish or take back an import: begin or end a phase of its job; idempotent.

    Raises NotFound, Conflict while another import writes, InvalidTransition.
    """
    lock_names(["imports"])
    moved = _lock(import_id)
    if verb == "stop":
        phase = PHASES.get(ImportStatus(moved.status))
        status = phase.stopped if phase else ImportStatus(moved.status)
    else:
        status = _BEGINS[verb]
    if status == ImportStatus.PUBLISHING and not KINDS[ImportKind(moved.kind)].has_drafts:
        raise InvalidTransition(f"{moved}: nothing is hidden")
    others = Import.objects.exclude(pk=moved.pk)
    if status in WRITING and others.filter(status__in=WRITING).exists():
        raise Conflict(import_id, text=_("Another import is running. Please wait until it ends, or stop it"))
    due = timezone.now() if status in PHASES else None
    if moved.transition_to(status, next_try_at=due, failures=0):
        if status == ImportStatus.RUNNING:
            moved.rows.filter(step=Step.INCOMPLETE).update(step=Step.WAITING)
        record_audit(f"import.{status}", subject=moved.subject, actor=user.subject)
        _tell(moved, actor=user.subject)
    return moved


def take_due_imports(limit: int = 1) -> list[int]:
    """Claim the imports that are due and return their keys; each is claimed by one caller only."""
    return claim_due(Import, "next_try_at", lease=LEASE, limit=limit)


def forget_old_imports() -> bool:
    """Delete one old import with its rows; False when there is none."""
    old = Import.objects.filter(created_at__lt=timezone.now() - KEPT).exclude(status__in=WRITING).first()
    if old is not None:
        old.delete()
    return old is not None


def work_on(pk: int) -> None:
    """Work through rows of one claimed import, for some seconds; what is left is due again at once."""
    batch = _begin(pk)
    if batch is None:
        return
    phase = PHASES[ImportStatus(batch.status)]
    began = told = time.monotonic()
    try:
        with override(batch.language):
            while rows := list(batch.rows.filter(phase.due).order_by("line")[: phase.rows_at_a_time]):
                if is_long := time.monotonic() - began > SECONDS_A_JOB:
                    break
                tells = time.monotonic() - told > TELL_EVERY_SECONDS
                told = time.monotonic() if tells else told
                _work(batch, phase, rows, tells=tells)
            else:
                is_long = False
            _end(batch, phase, is_long=is_long)
    except GivenUp:
        logger.info("%s: given up", batch)
    except Exception:  # whatever it is: the import stays due, and after the last try it stops
        logger.exception("%s was interrupted", batch)
        Import.objects.filter(pk=pk, attempt=batch.attempt, next_try_at__isnull=False).update(
            next_try_at=timezone.now() + PAUSE
        )


@transaction.atomic
def _begin(pk: int) -> Import | None:
    batch = Import.objects.select_for_update().filter(pk=pk).first()
    if batch is None or batch.status not in PHASES:
        return None
    if batch.failures >= ATTEMPTS:
        batch.transition_to(PHASES[ImportStatus(batch.status)].stopped, next_try_at=None)
        _tell(batch)
        return None
    batch.bump(attempt=batch.attempt + 1, failures=batch.failures + 1, next_try_at=timezone.now() + LEASE)
    return batch


def _work(batch: Import, phase: "Phase", rows: list[ImportRow], *, tells: bool) -> None:
    """Do these rows of the phase, and keep the lease. Raises GivenUp."""
    kind = kind_of(batch.kind, batch.source)
    prepared = None
    if batch.status == ImportStatus.RUNNING:
        known = steps.find_imported(kind, rows[0])
        prepared = kind.prepare(rows[0], known.extra if known else {})
    with transaction.atomic():
        locked = _lock_mine(batch)
        for row in rows:
            row.of_import = locked
            phase.work(kind, row, prepared)
            row.save()
        locked.bump(failures=0, next_try_at=timezone.now() + LEASE)
        if tells:
            _tell(locked)


@transaction.atomic
def _end(batch: Import, phase: "Phase", *, is_long: bool) -> None:
    locked = _lock_mine(batch)
    if is_long:
        locked.bump(next_try_at=timezone.now())
        return
    if locked.status == ImportStatus.TAKING_BACK:
        kind_of(locked.kind, locked.source).end_taking_back(locked, actor=locked.made_by.subject)
    locked.transition_to(phase.then, next_try_at=None)
    _tell(locked)


def _lock_mine(batch: Import) -> Import:
    """Lock the import; raises GivenUp when it was stopped or is no longer this job's."""
    locked = Import.objects.select_for_update(of=("self",)).select_related("made_by").get(pk=batch.pk)
    if (locked.status, locked.attempt) != (batch.status, batch.attempt):
        raise GivenUp
    return locked


def _lock(import_id: str) -> Import:
    found = Import.objects.select_for_update(of=("self",)).filter(import_id=import_id).first()
    if found is None:
        raise NotFound(import_id)
    return found


def _tell(batch: Import, *, actor: str = "") -> None:
    publish(
        "import.changed",
        subject=batch.subject,
        topics=["staff:imports"],
        payload={"status": batch.status},
        actor=actor,
        cause="staff" if actor else "worker",
    )


@dataclass(frozen=True)
class Phase:
    """Work of a job while an import has a status: with these rows, and the statuses it leads to."""

    due: Q
    work: Callable[[Kind, ImportRow, Any], None]
    then: ImportStatus
    stopped: ImportStatus
    rows_at_a_time: int = 1


PHASES: Final[Mapping[ImportStatus, Phase]] = {
    ImportStatus.CHECKING: Phase(
        Q(fate=Fate.UNCHECKED), steps.check, ImportStatus.READY, ImportStatus.FAILED, rows_at_a_time=50
    ),
    ImportStatus.RUNNING: Phase(
        Q(fate__in=[Fate.NEW, Fate.CHANGED], step=Step.WAITING),
        steps.carry_out,
        ImportStatus.DONE,
        ImportStatus.STOPPED,
    ),
    ImportStatus.PUBLISHING: Phase(
        Q(_FINISHED, fate=Fate.NEW), steps.publish, ImportStatus.PUBLISHED, ImportStatus.DONE
    ),
    ImportStatus.TAKING_BACK: Phase(
        Q(_FINISHED | Q(step=Step.PUBLISHED), fate__in=[Fate.NEW, Fate.CHANGED]),
        steps.take_back,
        ImportStatus.TAKEN_BACK,
        ImportStatus.STOPPED,
    ),
}
