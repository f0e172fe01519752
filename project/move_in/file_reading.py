"""Reading the file of an import into records: seconds of work for a large workbook, so the job does it."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from project.move_in.kind import Kind, Record, note
from project.move_in.kinds import KINDS, kind_of
from project.move_in.models import Import, ImportFile, ImportKind, ImportRow
from project.move_in.reading.table import Table, Unreadable, read_table

MOST_ROWS: Final = 5_000
MOST_COLUMNS_ASKED: Final = 200
MOST_KEY: Final = 200

UNREADABLE: Final = {
    "encoding": gettext_lazy("This file's letters cannot be read. Please save it as CSV UTF-8 or as XLSX"),
    "not_a_table": gettext_lazy("This file is no table. Please choose a CSV or XLSX file"),
    "empty": gettext_lazy("This file has no lines below its headings"),
    "too_large": gettext_lazy("This file is too large: at most 10 MB and 5,000 records. Please split it"),
    "locked": gettext_lazy("This file is locked with a password. Please save it without one"),
}


class ColumnsUnknown(Exception):
    """The headings are unknown; staff say which of these columns is which."""

    def __init__(self, columns: Sequence[str]) -> None:
        super().__init__(columns)
        self.columns = columns


def read_file(name: str, file: ImportFile) -> tuple[str, list[Record]]:
    """Return the software that wrote a file of this kind, and its records.

    Raises Unreadable, ColumnsUnknown.
    """
    table = read_table(bytes(file.body))
    source = _source(KINDS[ImportKind(name)], table, file.mapping)
    records = []
    for record in kind_of(name, source).read(table, source, file.mapping):
        records.append(record)
        if len(records) > MOST_ROWS:
            raise Unreadable("too_large")
    if not records:
        raise Unreadable("empty")
    return source, records


def _source(kind: Kind, table: Table, mapping: Mapping[str, str]) -> str:
    if source := kind.recognised(table.columns):
        return source
    if mapping and set(mapping) <= set(kind.fields) and set(mapping.values()) <= set(table.columns):
        return "other"
    raise ColumnsUnknown([column for column in table.columns if column][:MOST_COLUMNS_ASKED])


def rows_of(made: Import, records: Sequence[Record]) -> list[ImportRow]:
    """Return the records as rows of an import, with what is wrong about their keys."""
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
