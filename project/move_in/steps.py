"""The steps of one row: each is called in a transaction, and the caller saves the row."""

import hashlib
import json
import logging
from collections.abc import Sequence
from typing import Any

from django.db import InterfaceError, OperationalError, transaction
from django.utils.translation import gettext as _

from project.core.errors import DomainError
from project.move_in.kind import EditedSince, Kind, Note, Refused, note
from project.move_in.models import Fate, Imported, ImportRow, Step

logger = logging.getLogger(__name__)


def check(kind: Kind, row: ImportRow, _prepared: object) -> None:
    """Decide on the row's fate, for the preview."""
    known = find_imported(kind, row)
    row.problems, row.notes, row.result = row.record["problems"], row.record["notes"], ""
    if row.problems:
        row.fate = Fate.REFUSED
        return
    row.result = known.result if known and kind.exists(known.result) else ""
    if row.result and known and known.digest == _digest(kind, row):
        row.fate = Fate.UNCHANGED
        return
    checked = kind.check(row, row.result)
    row.fate, row.problems = checked.fate, list(checked.problems)
    row.notes = [*row.record["notes"], *checked.notes]


def carry_out(kind: Kind, row: ImportRow, prepared: object) -> None:
    """Make or change what the row is about, and note where it went."""
    batch = row.of_import
    known = find_imported(kind, row)
    result = known.result if known and kind.exists(known.result) else ""
    # A row that is run again keeps its fate and the state before its first run.
    is_first = row.version_after is None
    if is_first and result and known and known.digest == _digest(kind, row):
        row.fate, row.result, row.step = Fate.UNCHANGED, result, Step.DONE
        return
    try:
        with transaction.atomic():
            outcome = kind.carry_out(row, result, prepared, actor=batch.made_by.subject)
    except (OperationalError, InterfaceError, OSError):
        raise  # of the machine, not of the row
    except Refused as refusal:
        _refuse(row, refusal.problems)
        return
    except DomainError as error:
        _refuse(
            row,
            [note(row.line, name, str(code.label)) for name, code in error.errors.items()]
            or [_said(row, error)],
        )
        return
    except Exception:  # one row must not keep the others
        logger.exception("%s was not imported", row)
        _refuse(row, [note(row.line, "", _("This could not be imported: a fault of the shop's software"))])
        return
    if is_first:
        row.fate, row.version_after = outcome.fate, outcome.version_after
        if outcome.before is not None:
            digest, extra = (known.digest, known.extra) if known else (None, {})
            row.before = {"state": outcome.before, "digest": digest, "extra": extra}
    else:
        row.version_after = outcome.version_after
    row.result, row.notes = outcome.result, [*row.record["notes"], *outcome.notes]
    row.step = Step.DONE if outcome.is_complete else Step.INCOMPLETE
    if kind.remembers:
        digest = _digest(kind, row) if outcome.is_complete else ""
        Imported.objects.update_or_create(
            **_key(row), defaults={"result": outcome.result, "digest": digest, "extra": outcome.extra}
        )


def publish(kind: Kind, row: ImportRow, _prepared: object) -> None:
    """Show what the row made."""
    try:
        with transaction.atomic():
            kind.publish(row, actor=row.of_import.made_by.subject)
    except DomainError as error:
        row.notes = [*row.notes, _said(row, error)]
    row.step = Step.PUBLISHED


def take_back(kind: Kind, row: ImportRow, _prepared: object) -> None:
    """Undo the row, and forget where it went."""
    try:
        with transaction.atomic():
            row.notes = [*row.notes, *kind.take_back(row, actor=row.of_import.made_by.subject)]
    except EditedSince:
        row.step = Step.LEFT
        row.notes = [*row.notes, note(row.line, "", _("Edited since the import, so it is left as it is"))]
        return
    except DomainError as error:
        row.step, row.notes = Step.LEFT, [*row.notes, _said(row, error)]
        return
    row.step = Step.TAKEN_BACK
    known = Imported.objects.filter(**_key(row))
    if row.before is None or row.before["digest"] is None:
        known.delete()
    else:
        known.update(digest=row.before["digest"], extra=row.before["extra"])


def _refuse(row: ImportRow, problems: Sequence[Note]) -> None:
    row.fate, row.step, row.problems = Fate.REFUSED, Step.DONE, list(problems)


def _said(row: ImportRow, error: DomainError) -> Note:
    return note(row.line, "", error.sentence)


def find_imported(kind: Kind, row: ImportRow) -> Imported | None:
    """Return where the row's record went in an earlier import, or in this one."""
    return Imported.objects.filter(**_key(row)).first() if kind.remembers else None


def _key(row: ImportRow) -> dict[str, Any]:
    return {"kind": row.of_import.kind, "source": row.of_import.source, "key": row.key}


def _digest(kind: Kind, row: ImportRow) -> str:
    told = [row.record["content"], dict(kind.chosen(row))]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
