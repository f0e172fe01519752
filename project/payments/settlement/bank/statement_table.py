"""Finding the table in a bank's statement: where it begins, and which column is which.

Banks write the same table under different headings (`statement_headings`), below some lines about the
account.
"""

import contextlib
import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from project.core.csv_cells import (
    is_currency_heading,
    named_currency,
    other_currency,
    split_heading,
    stated_currency,
    words_of,
)
from project.core.csv_files import DELIMITERS
from project.core.money import CURRENCY
from project.payments.settlement.bank.statement_headings import HEADINGS, Role

# The table begins within so many lines.
PREAMBLE_LINES = 60
MAX_COLUMN = 100
# So much of a file is shown to whoever has to say which column is which.
SAMPLE_LINES = 25
SAMPLE_CELLS = 15
SAMPLE_CELL = 60

Problem = Literal[
    "encoding",
    "not_csv",
    "columns",
    "duplicate",
    "line",
    "date",
    "future",
    "amount",
    "currency",
    "balance",
    "too_many_cells",
    "empty",
    "too_long",
]


class StatementUnreadable(Exception):
    """A file is no statement, or a line of it cannot be read.

    `found` stands there instead of rupees; `sample` are the first rows, to choose from.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        line: int = 0,
        column: str = "",
        found: str = "",
        sample: Sequence[Sequence[str]] = (),
    ) -> None:
        super().__init__(f"{problem} {line or ''} {column}".strip())
        self.problem: Problem = problem
        self.line = line
        self.column = column
        self.found = found[:MAX_COLUMN]
        self.sample = sample


@dataclass(frozen=True)
class Table:
    """Position of the table: its first row, and its columns by role; `width` is that of the heading."""

    start: int
    places: Mapping[Role, int]
    names: Mapping[Role, str]
    width: int
    # The headings of columns that say in which currency a line is.
    currencies: Mapping[int, str]
    # Some banks say behind the balance, too, which way it is.
    balance_direction: int | None = None

    def cell(self, row: Sequence[str], role: Role) -> str:
        """Return what a row has in the column of this role; "" without one."""
        place = self.places.get(role)
        return row[place].strip() if place is not None and place < len(row) else ""


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row with the number of its line."""
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for row in rows:
            yield line, row
            line = rows.line_num + 1
    except csv.Error:
        raise StatementUnreadable("line", line=line) from None


def find_table(text: str, columns: Mapping[Role, str]) -> tuple[Table, list[tuple[int, list[str]]]]:
    """Return the table and the rows of the file, split where that makes a table of it."""
    sample: list[list[str]] = []
    for delimiter in DELIMITERS:
        rows = _first_rows(text, delimiter)
        cells = [row for _, row in rows]
        if max(map(len, cells), default=0) > max(map(len, sample), default=0):
            sample = cells
        for start, (number, row) in enumerate(rows):
            places = _chosen(row, columns) if columns else _recognized(row)
            if places is not None:
                return _table(row, start, number, places), list(_rows(text, delimiter))
    shown = [[cell.strip()[:SAMPLE_CELL] for cell in row[:SAMPLE_CELLS]] for row in sample if any(row)]
    raise StatementUnreadable("columns", sample=shown[:SAMPLE_LINES])


def _first_rows(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """Return the first rows, as far as they can be read: whoever reads all of them says what is wrong."""
    found = []
    with contextlib.suppress(StatementUnreadable):
        for numbered in _rows(text, delimiter):
            found.append(numbered)
            if len(found) == PREAMBLE_LINES:
                break
    return found


def _recognized(row: Sequence[str]) -> Mapping[Role, list[int]] | None:
    """Return where the columns of each role are, None when the row is no known heading."""
    at: dict[str, list[int]] = {}
    for place, cell in enumerate(row):
        at.setdefault(split_heading(cell)[0], []).append(place)
    names = {role: next((name for name in known if name in at), None) for role, known in HEADINGS.items()}
    has_amounts = names["amount"] or (names["withdrawal"] and names["deposit"])
    if not (names["date"] and names["narration"] and has_amounts):
        return None
    if names["withdrawal"] and names["deposit"]:
        names["amount"] = names["direction"] = None
    return {role: at[name] for role, name in names.items() if name}


def _chosen(row: Sequence[str], columns: Mapping[Role, str]) -> Mapping[Role, list[int]] | None:
    """Return where the columns that were chosen are, None when the row lacks one."""
    plain = [split_heading(cell)[0] for cell in row]
    found = {
        role: [at for at, cell in enumerate(plain) if cell == split_heading(name)[0]]
        for role, name in columns.items()
    }
    return found if all(found.values()) else None


def _table(row: Sequence[str], start: int, number: int, found: Mapping[Role, list[int]]) -> Table:
    balance_direction = None
    for role, found_at in found.items():
        if role == "direction" and len(found_at) == 2 and found_at[1] == found.get("balance", [-2])[0] + 1:
            balance_direction = found_at[1]
        elif len(found_at) > 1:
            name = row[found_at[0]].strip()[:MAX_COLUMN]
            raise StatementUnreadable("duplicate", line=number, column=name)
    places = {role: each[0] for role, each in found.items()}
    names = {role: row[place].strip()[:MAX_COLUMN] for role, place in places.items()}
    for name in names.values():
        if (currency := split_heading(name)[1]) not in ("", CURRENCY):
            raise StatementUnreadable("currency", line=number, column=name, found=currency)
    currencies = {
        place: cell.strip()[:MAX_COLUMN]
        for place, cell in enumerate(row)
        if place not in places.values() and is_currency_heading(cell)
    }
    return Table(start, places, names, len(row), currencies, balance_direction)


def refuse_other_currency(rows: Sequence[tuple[int, Sequence[str]]]) -> None:
    """Refuse a statement above whose table another currency stands, beside or below the word for it."""
    above: Sequence[str] = ()
    for number, row in rows:
        below = [cell for cell, name in zip(row, above, strict=False) if is_currency_heading(name)]
        named = (words[0] for cell in below if (words := words_of(cell)) and named_currency(words[0]))
        found = stated_currency(row) or next((word for word in named if other_currency(word)), "")
        if found:
            raise StatementUnreadable("currency", line=number, found=found)
        above = row
