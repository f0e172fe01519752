"""The verbs of exports: ask for one, make it, call it off, hand it out, let it go.

A job makes a file in steps, and one that dies between them is only late:

1. begin: count the try and note which one it is, in one transaction;
2. collect the keys of the rows there are now, then read and write them a thousand at a time into a file on
   this machine, noting the progress; a writer whose try is no longer the row's was given up, and stops;
3. store the file under the name of this try;
4. end: give the row its status and keep the file, in one transaction. So there is never a second file.
"""

import logging
import time
from array import array
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import IO, Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from project.accounts.models import User
from project.core.errors import NotFound
from project.core.language import translate
from project.core.leases import claim_due
from project.core.storage.files import (
    EXPORTS,
    Writing,
    discard,
    is_available,
    open_file,
    scratch_folder,
    writing,
)
from project.events.audit import record as record_audit
from project.events.publish import publish
from project.exports.kind import Kind
from project.exports.kinds import KINDS
from project.exports.models import UNDER_WAY, Export, ExportFormat, ExportKind, ExportStatus
from project.exports.writers import MAX_XLSX_ROWS, csv_writer, xlsx_writer

logger = logging.getLogger(__name__)

# While a file is being written nobody else takes its row; each note of the progress renews it.
LEASE = timedelta(minutes=1)
# While the finished file goes to the storage there is no progress to note.
STORING_LEASE = timedelta(minutes=10)
ROWS_AT_A_TIME = 1_000
PROGRESS_EVERY_SECONDS = 1.0
# Between two handfuls of rows: payments are settled in the same process, and come first.
REST_SECONDS = 0.002
ATTEMPTS = 3
PAUSE = timedelta(seconds=5)
FILE_LIVES = timedelta(hours=24)


class GivenUp(Exception):
    """The export was called off, or somebody else writes it by now."""


@transaction.atomic
def ask_for(
    kind: ExportKind,
    *,
    file_format: ExportFormat,
    filters: Mapping[str, Any],
    full: bool,
    reason: str,
    language: str,
    user: User,
) -> Export:
    """Note that somebody wants a file; `filters` have been checked by the kind's own query.

    `reason` says why personal data is wanted in full, and is kept in the audit log.
    """
    export = Export.objects.create(
        kind=kind, file_format=file_format, filters=dict(filters), full=full, language=language, made_by=user
    )
    # What was searched for is often a person.
    kept = {name: "•••" if name == "search" else value for name, value in filters.items()}
    told = {"kind": kind, "format": file_format, "filters": kept, "full": full}
    record_audit("export.started", subject=export.subject, actor=user.subject, after=told, note=reason)
    _tell(export, "export.started", actor=user.subject)
    return export


def take_due_exports(limit: int = 1) -> list[int]:
    """Claim the exports that are due and return their keys; each is claimed by one caller only."""
    return claim_due(Export, "next_try_at", lease=LEASE, limit=limit)


def make_export(pk: int) -> Export | None:
    """Make one claimed export; None when it was over, called off, or failed and will be tried again."""
    if not is_available(EXPORTS):
        return None  # due again when its lease ends; the try does not count
    export = _begin(pk)
    if export is None:
        return None
    try:
        with scratch_folder() as folder:
            return _make(export, folder)
    except GivenUp:
        logger.info("%s: given up", export)
        return None
    except Exception:  # whatever it is: the row stays due, and after the last try the screen says so
        logger.exception("%s was not made (try %s)", export, export.attempt)
        _fail_or_wait(export)
        return None


@transaction.atomic
def cancel(export_id: str, *, user: User) -> Export:
    """Call off an export of one's own that is not made yet. Raises NotFound, InvalidTransition."""
    export = _lock(export_id=export_id, made_by=user)
    if export is None:
        raise NotFound(export_id)
    if export.transition_to(ExportStatus.CANCELLED):
        _close(export)
        record_audit("export.cancelled", subject=export.subject, actor=user.subject)
        _tell(export, "export.cancelled", actor=user.subject)
    return export


def hand_out(export_id: str, *, user: User) -> tuple[Export, IO[bytes]]:
    """Open the file for whoever asked for it, and note that it leaves the house; the caller closes it.

    Raises NotFound when it is gone, StorageUnavailable.
    """
    export = Export.objects.filter(export_id=export_id, made_by=user, status=ExportStatus.DONE).first()
    gone = NotFound(export_id, text=_("This file is no longer there"))
    if export is None:
        raise gone
    try:
        file = open_file(EXPORTS, export.stored_name)
    except FileNotFoundError:
        raise gone from None
    with transaction.atomic():
        record_audit("export.downloaded", subject=export.subject, actor=user.subject)
    return export, file


def remove_old_files() -> int:
    """Delete the files whose time is over; return how many."""
    removed = 0
    for pk in Export.objects.filter(status=ExportStatus.DONE, expires_at__lte=timezone.now()).values_list(
        "pk", flat=True
    )[:500]:
        with transaction.atomic():
            export = _lock(pk=pk)
            if export is not None and export.transition_to(ExportStatus.EXPIRED):
                discard(EXPORTS, [export.stored_name])
                _tell(export, "export.expired")
                removed += 1
    return removed


@transaction.atomic
def _begin(pk: int) -> Export | None:
    export = _lock(pk=pk)
    if export is None or export.status not in UNDER_WAY:
        return None
    if export.attempt >= ATTEMPTS:
        # It died every time, without a word.
        _fail(export)
        return None
    export.transition_to(ExportStatus.RUNNING)
    export.attempt += 1
    export.rows_done = 0
    export.started_at = timezone.now()
    export.next_try_at = timezone.now() + LEASE
    export.save(update_fields=["attempt", "rows_done", "started_at", "next_try_at"])
    _tell(export, "export.running")
    return export


def _make(export: Export, folder: Path) -> Export:
    """Make the file of this try in a folder of ours, store it and end the export. Raises GivenUp."""
    part = folder / "part"
    rows = _write(export, part)
    with writing(EXPORTS) as files:
        if rows:
            _save_progress(export, rows, rows, lease=STORING_LEASE)
            with part.open("rb") as file:
                files.save({export.stored_name: file})
        return _end(export, files, rows=rows, size=part.stat().st_size if rows else 0)


def _write(export: Export, part: Path) -> int:
    """Write the rows into a file and return how many there were; no row, no file."""
    kind = KINDS[export.kind]
    keys = kind.keys(export.filters)
    _save_progress(export, 0, len(keys))
    if not keys:
        return 0
    if export.file_format == ExportFormat.XLSX and len(keys) > MAX_XLSX_ROWS:
        raise ValueError(f"{len(keys)} rows do not fit into a sheet")
    lines = _lines(export, kind, keys)
    if kind.write is not None:
        kind.write(lines, export, part)
        return len(keys)
    titles = [translate(column.title, export.language) for column in kind.columns]
    readers = [column.reader(full=export.full) for column in kind.columns]
    open_writer = xlsx_writer if export.file_format == ExportFormat.XLSX else csv_writer
    with open_writer(part, titles) as writer:
        for line in lines:
            writer.write([read(line) for read in readers])
    return len(keys)


def _lines(export: Export, kind: Kind, keys: "array[int]") -> Iterator[Any]:
    """Read the rows a thousand at a time, note the progress. Raises GivenUp."""
    noted = time.monotonic()
    for start in range(0, len(keys), ROWS_AT_A_TIME):
        yield from kind.read(export.filters, list(keys[start : start + ROWS_AT_A_TIME]))
        if time.monotonic() - noted > PROGRESS_EVERY_SECONDS:
            _save_progress(export, min(start + ROWS_AT_A_TIME, len(keys)), len(keys))
            noted = time.monotonic()
        time.sleep(REST_SECONDS)


@transaction.atomic
def _save_progress(export: Export, done: int, total: int, *, lease: timedelta = LEASE) -> None:
    """Show how far it is, and keep the claim. Raises GivenUp when the row is no longer ours."""
    mine = Export.objects.filter(pk=export.pk, status=ExportStatus.RUNNING, attempt=export.attempt)
    if not mine.update(
        rows_done=done,
        rows_total=total,
        next_try_at=timezone.now() + lease,
        version=F("version") + 1,
    ):
        raise GivenUp
    _tell(export, "export.progressed")


@transaction.atomic
def _end(export: Export, files: Writing, *, rows: int, size: int) -> Export:
    locked = _lock(pk=export.pk)
    if locked is None or locked.status != ExportStatus.RUNNING or locked.attempt != export.attempt:
        raise GivenUp
    locked.transition_to(ExportStatus.DONE if rows else ExportStatus.EMPTY)
    if rows:
        locked.size = size
        locked.expires_at = timezone.now() + FILE_LIVES
        files.keep()
    locked.rows_done = locked.rows_total = rows
    locked.save(update_fields=["size", "expires_at", "rows_done", "rows_total"])
    _close(locked)
    _tell(locked, "export.done" if rows else "export.empty")
    return locked


@transaction.atomic
def _fail_or_wait(export: Export) -> None:
    locked = _lock(pk=export.pk)
    if locked is None or locked.status != ExportStatus.RUNNING or locked.attempt != export.attempt:
        return
    if locked.attempt >= ATTEMPTS:
        _fail(locked)
    else:
        Export.objects.filter(pk=locked.pk).update(next_try_at=timezone.now() + PAUSE)


def _fail(export: Export) -> None:
    if export.transition_to(ExportStatus.FAILED):
        _close(export)
        _tell(export, "export.failed")


def _close(export: Export) -> None:
    export.next_try_at = None
    export.ended_at = timezone.now()
    export.save(update_fields=["next_try_at", "ended_at"])


def _lock(**which: Any) -> Export | None:
    return Export.objects.select_for_update().filter(**which).first()


def _tell(export: Export, name: str, *, actor: str = "") -> None:
    publish(
        name,
        subject=export.subject,
        topics=["staff:exports"],
        payload={"status": export.status},
        actor=actor,
        cause="staff" if actor else "worker",
    )
