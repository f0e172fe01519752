"""Reading a settlement report that is a CSV: whole or not at all, as no money may be left out silently."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from project.core.csv_cells import (
    NoAmount,
    is_currency_heading,
    other_currency,
    read_day,
    read_paise,
    split_heading,
)
from project.core.csv_files import NoCsv, count_lines, decode, read_rows
from project.core.money import CURRENCY
from project.payments.providers.base import StatementUnreadable

MOST_LINES = 100_000
LONGEST_BYTES = 20 * 1024 * 1024
_TAX_WORDS = {"TDS", "TCS"}
_DAYS = ("%d-%m-%Y", "%Y-%m-%d", "%d/%m/%Y", "%d-%b-%Y")


class Line:
    """One line of a report: its cells by column, and its number, from 2."""

    def __init__(self, number: int, cells: Mapping[str, str]) -> None:
        self.number = number
        self._cells = cells

    def unreadable(self, column: str) -> StatementUnreadable:
        """Return the refusal of the report for what stands in this column."""
        return StatementUnreadable("line", line=self.number, column=column)

    def text(self, column: str, *, longest: int, required: bool = False) -> str:
        """Return the text of a cell."""
        cell = self._cells[column]
        if len(cell) > longest or (required and not cell):
            raise self.unreadable(column)
        return cell

    def paise(self, column: str, *, required: bool = True) -> int:
        """Return an amount that is written in rupees; an empty cell is none where it need not be there."""
        cell = self._cells[column]
        try:
            return read_paise(cell) if cell or required else 0
        except NoAmount as error:
            if not error.currency:
                raise self.unreadable(column) from None
            raise _in_other_currency(self.number, column, error.currency) from None

    def day(self, column: str) -> date:
        """Return a day."""
        # Some exports add the time of day; the day is what is compared.
        day = read_day(self._cells[column].split("T")[0].split(" ")[0], _DAYS)
        if day is None:
            raise self.unreadable(column)
        return day


def is_tax(*texts: str) -> bool:
    """Return whether one of these texts of a line names tax withheld at source (TDS) or collected (TCS)."""
    return any(_TAX_WORDS & set(re.split("[^A-Z0-9]+", text.upper())) for text in texts)


def _in_other_currency(line: int, column: str, found: str) -> StatementUnreadable:
    return StatementUnreadable("currency", line=line, column=column.strip(), found=found[:40])


def read_lines(body: bytes, columns: Sequence[str]) -> Iterator[Line]:
    """Read the lines of a report that has at least these columns, in any order.

    Raises StatementUnreadable with the line and the column at fault.
    """
    if len(body) > LONGEST_BYTES:
        raise StatementUnreadable("too_long")
    try:
        text = decode(body)
        if count_lines(text) > MOST_LINES + 1:
            raise StatementUnreadable("too_long")
        rows = read_rows(io.StringIO(text, newline=""), strict=True)
    except NoCsv as error:
        raise StatementUnreadable(error.problem) from None
    except csv.Error:
        raise StatementUnreadable("line", line=1) from None
    line = 1
    try:
        header = next(rows, [])
        places = _places(header, columns)
        currencies = [place for place, name in enumerate(header) if is_currency_heading(name)]
        for row in rows:
            line = rows.line_num
            if any(cell.strip() for cell in row):
                if len(row) <= max(places.values()):
                    raise StatementUnreadable("line", line=line, column="")
                for place in currencies:
                    if place < len(row) and (found := other_currency(row[place])):
                        raise _in_other_currency(line, header[place], found)
                yield Line(line, {name: row[place].strip() for name, place in places.items()})
    except csv.Error:
        raise StatementUnreadable("line", line=max(line, rows.line_num), column="") from None
    if line == 1:
        raise StatementUnreadable("empty")


def _places(header: list[str], columns: Sequence[str]) -> dict[str, int]:
    found = {split_heading(name)[0]: place for place, name in reversed(list(enumerate(header)))}
    missing = [name for name in columns if split_heading(name)[0] not in found]
    if missing:
        raise StatementUnreadable("columns", column=", ".join(missing))
    places = {name: found[split_heading(name)[0]] for name in columns}
    for place in places.values():
        if (currency := split_heading(header[place])[1]) not in ("", CURRENCY):
            raise _in_other_currency(1, header[place], currency)
    return places
