"""The verbs of imports: upload a file, decide, work through the rows, take back.

A job reads the file into rows, all in one transaction. Then it works through the rows of the import's
phase, each in one transaction that also notes its step. So a job that dies is only late, one that is
stopped ends after the row it is at, and no row is done twice.
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
from django.utils.translation import override

from project.accounts.models import User
from project.core.errors import Conflict, ErrorCode, Invalid, InvalidTransition, NotFound
from project.core.leases import claim_due
from project.core.locks import lock_names
from project.events.audit import record as record_audit
from project.events.publish import publish
from project.move_in import steps
from project.move_in.file_reading import UNREADABLE, ColumnsUnknown, read_file, rows_of
from project.move_in.kind import Kind, Record
from project.move_in.kinds import KINDS, kind_of
from project.move_in.models import (
    WRITING,
    Fate,
    Import,
    ImportFile,
    ImportKind,
    ImportRow,
    ImportStatus,
    Step,
    Verb,
)
from project.move_in.options import options_in
from project.move_in.reading.table import Unreadable, check_type

logger = logging.getLogger(__name__)

# Files of one person that are not read yet.
MOST_WAITING: Final = 5
# Longer than reading a file takes, or a row, its pictures included; each row renews it.
LEASE: Final = timedelta(minutes=3)
# A job ends after this long and is due again at once: other work has its turn.
SECONDS_A_JOB: Final = 20.0
TELL_EVERY_SECONDS: Final = 1.0
ATTEMPTS: Final = 5
PAUSE: Final = timedelta(seconds=5)
KEPT: Final = timedelta(days=30)
UNMAPPED_KEPT: Final = timedelta(days=1)

_BEGINS: Final[Mapping[str, ImportStatus]] = {
    "run": ImportStatus.RUNNING,
    "publish": ImportStatus.PUBLISHING,
    "take_back": ImportStatus.TAKING_BACK,
}
# The status after a stop, and after a job that fails each time.
_STOPPED: Final[Mapping[str, ImportStatus]] = {
    ImportStatus.READING: ImportStatus.FAILED,
    ImportStatus.UNMAPPED: ImportStatus.FAILED,
    ImportStatus.CHECKING: ImportStatus.FAILED,
    ImportStatus.RUNNING: ImportStatus.STOPPED,
    ImportStatus.PUBLISHING: ImportStatus.DONE,
    ImportStatus.TAKING_BACK: ImportStatus.STOPPED,
}
_FINISHED = Q(step__in=[Step.DONE, Step.INCOMPLETE])


class GivenUp(Exception):
    """The import was stopped, or somebody else works on it by now."""


@transaction.atomic
def upload(
    name: ImportKind, *, body: bytes, file_name: str, mapping: Mapping[str, str], language: str, user: User
) -> Import:
    """Take in a file, which the worker reads and checks for the preview.

    Raises Invalid for a file that is too large or of another type, Conflict while many others wait.
    """
    try:
        check_type(body)
    except Unreadable as error:
        text = UNREADABLE[error.problem]
        raise Invalid(file_name, text=text, code=ErrorCode.FILE_UNREADABLE) from error
    lock_names([f"imports:{user.pk}"])
    if ImportFile.objects.filter(of_import__made_by=user).count() >= MOST_WAITING:
        raise Conflict(
            file_name,
            text=_(
                "Your other files are still being read, or wait for their columns. Please finish those first"
            ),
        )
    made = Import.objects.create(kind=name, file_name=file_name[-120:], language=language, made_by=user)
    ImportFile.objects.create(of_import=made, body=body, mapping=dict(mapping))
    record_audit(
        "import.uploaded",
        subject=made.subject,
        actor=user.subject,
        after={"kind": name, "file": made.file_name},
    )
    _tell(made, actor=user.subject)
    return made


@transaction.atomic
def map_columns(import_id: str, mapping: Mapping[str, str], *, user: User) -> Import:
    """Say which column each field of an unknown file has; the file is read again.

    Raises NotFound, Invalid for fields or columns that there are not, InvalidTransition.
    """
    mapped = _lock(import_id)
    if not mapped.transition_to(ImportStatus.READING, next_try_at=timezone.now(), failures=0):
        return mapped
    columns = ImportFile.objects.values_list("columns", flat=True).get(of_import=mapped)
    fields = KINDS[ImportKind(mapped.kind)].fields
    if not mapping or not set(mapping) <= set(fields) or not set(mapping.values()) <= set(columns):
        raise Invalid(import_id, text=_("Please choose columns of this file"))
    ImportFile.objects.filter(of_import=mapped).update(mapping=dict(mapping))
    _tell(mapped, actor=user.subject)
    return mapped


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
    status = _STOPPED.get(moved.status, ImportStatus(moved.status)) if verb == "stop" else _BEGINS[verb]
    if status == ImportStatus.PUBLISHING and not KINDS[ImportKind(moved.kind)].has_drafts:
        raise InvalidTransition(f"{moved}: nothing is hidden")
    others = Import.objects.exclude(pk=moved.pk)
    if status in WRITING and others.filter(status__in=WRITING).exists():
        raise Conflict(import_id, text=_("Another import is running. Please wait until it ends, or stop it"))
    due = timezone.now() if status in PHASES else None
    if moved.transition_to(status, next_try_at=due, failures=0):
        _forget_file(moved)
        if status == ImportStatus.RUNNING:
            moved.rows.filter(step=Step.INCOMPLETE).update(step=Step.WAITING)
        record_audit(f"import.{status}", subject=moved.subject, actor=user.subject)
        _tell(moved, actor=user.subject)
    return moved


def take_due_imports(limit: int = 1) -> list[int]:
    """Claim the imports that are due and return their keys; each is claimed by one caller only."""
    return claim_due(Import, "next_try_at", lease=LEASE, limit=limit)


def forget_old_imports() -> bool:
    """Delete one old import with its rows and its file; False when there is none."""
    now = timezone.now()
    is_old = Q(created_at__lt=now - KEPT) & ~Q(status__in=WRITING)
    is_unmapped = Q(created_at__lt=now - UNMAPPED_KEPT, status=ImportStatus.UNMAPPED)
    old = Import.objects.filter(is_old | is_unmapped).first()
    if old is not None:
        old.delete()
    return old is not None


def work_on(pk: int) -> None:
    """Read the file of one claimed import, or work through its rows for some seconds.

    What is left is due again at once.
    """
    batch = _begin(pk)
    if batch is None:
        return
    try:
        with override(batch.language):
            if batch.status == ImportStatus.READING:
                _read(batch)
            else:
                _work_through(batch, PHASES[ImportStatus(batch.status)])
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
    if batch is None or batch.status not in (ImportStatus.READING, *PHASES):
        return None
    if batch.failures >= ATTEMPTS:
        batch.transition_to(_STOPPED[batch.status], next_try_at=None)
        _forget_file(batch)
        _tell(batch)
        return None
    batch.bump(attempt=batch.attempt + 1, failures=batch.failures + 1, next_try_at=timezone.now() + LEASE)
    return batch


def _read(batch: Import) -> None:
    """Read the file into rows, or note why it cannot be read. Raises GivenUp."""
    source, records, columns = "", list[Record](), list[str]()
    status, problem = ImportStatus.CHECKING, ""
    file = ImportFile.objects.filter(of_import=batch).first()
    if file is None:  # stopped just now
        raise GivenUp
    try:
        source, records = read_file(batch.kind, file)
    except ColumnsUnknown as error:
        status, columns = ImportStatus.UNMAPPED, list(error.columns)
    except Unreadable as error:
        status, problem = ImportStatus.FAILED, error.problem
    last = Import.objects.filter(kind=batch.kind, source=source).exclude(source="").order_by("-pk").first()
    with transaction.atomic():
        locked = _lock_mine(batch)
        ImportFile.objects.filter(of_import=locked).update(columns=columns)
        ImportRow.objects.bulk_create(rows_of(locked, records), batch_size=500)
        locked.transition_to(
            status,
            source=source,
            problem=problem,
            options=options_in(records),
            choices=last.asked_choices if last else {},
            failures=0,
            next_try_at=timezone.now() if records else None,
        )
        _forget_file(locked)
        _tell(locked)


def _forget_file(batch: Import) -> None:
    """Delete the file unless it is still to be read."""
    if batch.status not in (ImportStatus.READING, ImportStatus.UNMAPPED):
        ImportFile.objects.filter(of_import=batch).delete()


def _work_through(batch: Import, phase: "Phase") -> None:
    """Do the rows that are due in this phase, and end it. Raises GivenUp."""
    began = told = time.monotonic()
    while rows := list(batch.rows.filter(phase.due).order_by("line")[: phase.rows_at_a_time]):
        if is_long := time.monotonic() - began > SECONDS_A_JOB:
            break
        tells = time.monotonic() - told > TELL_EVERY_SECONDS
        told = time.monotonic() if tells else told
        _work(batch, phase, rows, tells=tells)
    else:
        is_long = False
    _end(batch, phase, is_long=is_long)


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
    """Work of a job on rows while an import has a status: with these rows, and the status it leads to."""

    due: Q
    work: Callable[[Kind, ImportRow, Any], None]
    then: ImportStatus
    rows_at_a_time: int = 1


PHASES: Final[Mapping[ImportStatus, Phase]] = {
    ImportStatus.CHECKING: Phase(Q(fate=Fate.UNCHECKED), steps.check, ImportStatus.READY, rows_at_a_time=50),
    ImportStatus.RUNNING: Phase(
        Q(fate__in=[Fate.NEW, Fate.CHANGED], step=Step.WAITING),
        steps.carry_out,
        ImportStatus.DONE,
    ),
    ImportStatus.PUBLISHING: Phase(Q(_FINISHED, fate=Fate.NEW), steps.publish, ImportStatus.PUBLISHED),
    ImportStatus.TAKING_BACK: Phase(
        Q(_FINISHED | Q(step=Step.PUBLISHED), fate__in=[Fate.NEW, Fate.CHANGED]),
        steps.take_back,
        ImportStatus.TAKEN_BACK,
    ),
}
