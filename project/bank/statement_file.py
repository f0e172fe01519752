"""Reading a bank's statement that is a CSV: whole or not at all, as no money may be left out silently.

Banks write the same table under different headings (`statement_headings`), below some lines about the
account. A table with others is read once somebody has said which column is which.

Knows neither the database nor Django.
"""

from __future__ import annotations

import contextlib
import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from project.bank.statement_headings import HEADINGS, Role
from project.core.csv_cells import plain_heading, read_day
from project.core.csv_files import DELIMITERS, NoCsv, count_lines, decode
from project.core.money import LARGEST_PAISE

MOST_LINES = 50_000
# A long text goes on in the next row. Counted before anything is parsed.
MOST_ROWS = 2 * MOST_LINES
LONGEST_BYTES = 10 * 1024 * 1024
# The table begins within so many lines.
PREAMBLE_LINES = 60
MAX_NARRATION = 500
MAX_REFERENCE = 64
MAX_COLUMN = 100
# No amount is written in more characters; the search for _SUFFIX is quadratic in the blanks of a text.
MAX_AMOUNT = 40
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
    "balance",
    "too_many_cells",
    "empty",
    "too_long",
]
_DAYS = (
    "%d/%m/%Y",
    "%d/%m/%y",
    "%d-%m-%Y",
    "%d-%m-%y",
    "%d-%b-%Y",
    "%d-%b-%y",
    "%d %b %Y",
    "%d %b %y",
    "%d/%b/%Y",
    "%d.%m.%Y",
    "%Y-%m-%d",
)
# 1,23,456.00 as in India, or 123,456.00.
_AMOUNT = re.compile(r"([+-]?)(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,2}))?")
_SUFFIX = re.compile(r"\s*\(?(cr|dr|c|d)\.?\)?$", re.IGNORECASE)
_CURRENCY = re.compile(r"^\s*(₹|INR|Rs\.?)\s*", re.IGNORECASE)
_TIME = re.compile(r"[T ]\d{1,2}:\d{2}.*$")
_CREDIT_WORDS = {"cr", "c", "credit", "deposit"}
_DEBIT_WORDS = {"dr", "d", "debit", "withdrawal"}


class StatementUnreadable(Exception):
    """A file is no statement, or a line of it cannot be read; `sample` are its first rows, to choose from."""

    def __init__(
        self,
        problem: Problem,
        *,
        line: int = 0,
        column: str = "",
        sample: Sequence[Sequence[str]] = (),
    ) -> None:
        super().__init__(f"{problem} {line or ''} {column}".strip())
        self.problem: Problem = problem
        self.line = line
        self.column = column
        self.sample = sample


@dataclass(frozen=True)
class StatementLine:
    """One line: what came (positive) or went (negative), and the balance after it if the bank writes one."""

    number: int
    day: date
    narration: str
    reference: str
    amount_paise: int
    balance_paise: int | None


@dataclass(frozen=True)
class _Table:
    """Where the table is: its first row, and its columns by role; `width` is that of the heading."""

    start: int
    places: Mapping[Role, int]
    names: Mapping[Role, str]
    width: int
    # Some banks say behind the balance, too, which way it is.
    balance_direction: int | None = None

    def cell(self, row: Sequence[str], role: Role) -> str:
        place = self.places.get(role)
        return row[place].strip() if place is not None and place < len(row) else ""


def read_statement(
    body: bytes, *, today: date, columns: Mapping[Role, str] | None = None
) -> tuple[StatementLine, ...]:
    """Return the lines of a statement, the oldest first.

    `columns` says what the columns of an unknown table are called, by role.

    Raises StatementUnreadable with the line and the column at fault.
    """
    if len(body) > LONGEST_BYTES:
        raise StatementUnreadable("too_long")
    text = _decode(body)
    if count_lines(text) > MOST_ROWS:
        raise StatementUnreadable("too_long")
    table, rows = _find_table(text, columns or {})
    return _in_order(list(_lines(rows, table, today)), table)


def _decode(body: bytes) -> str:
    try:
        return decode(body, fallback="cp1252")
    except NoCsv as error:
        raise StatementUnreadable(error.problem) from None


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


def _find_table(text: str, columns: Mapping[Role, str]) -> tuple[_Table, list[tuple[int, list[str]]]]:
    """Return the table and the rows of the file, split where that makes a table of it."""
    sample: list[list[str]] = []
    for delimiter in DELIMITERS:
        rows = _first_rows(text, delimiter)
        if max(map(len, rows), default=0) > max(map(len, sample), default=0):
            sample = rows
        for start, row in enumerate(rows):
            table = _chosen(row, start, columns) if columns else _recognized(row, start)
            if table is not None:
                return table, list(_rows(text, delimiter))
    shown = [[cell.strip()[:SAMPLE_CELL] for cell in row[:SAMPLE_CELLS]] for row in sample if any(row)]
    raise StatementUnreadable("columns", sample=shown[:SAMPLE_LINES])


def _first_rows(text: str, delimiter: str) -> list[list[str]]:
    """Return the first rows, as far as they can be read: whoever reads all of them says what is wrong."""
    found = []
    with contextlib.suppress(StatementUnreadable):
        for _, row in _rows(text, delimiter):
            found.append(row)
            if len(found) == PREAMBLE_LINES:
                break
    return found


def _recognized(row: Sequence[str], start: int) -> _Table | None:
    """Return the table that begins with this row, None when the row is no known heading."""
    at: dict[str, list[int]] = {}
    for place, cell in enumerate(row):
        at.setdefault(plain_heading(cell), []).append(place)
    names = {role: next((name for name in known if name in at), None) for role, known in HEADINGS.items()}
    has_amounts = names["amount"] or (names["withdrawal"] and names["deposit"])
    if not (names["date"] and names["narration"] and has_amounts):
        return None
    if names["withdrawal"] and names["deposit"]:
        names["amount"] = names["direction"] = None
    return _table(row, start, {role: at[name] for role, name in names.items() if name})


def _chosen(row: Sequence[str], start: int, columns: Mapping[Role, str]) -> _Table | None:
    """Return the table that begins with this row, None when it lacks a column that was chosen."""
    plain = [plain_heading(cell) for cell in row]
    found = {
        role: [at for at, cell in enumerate(plain) if cell == plain_heading(name)]
        for role, name in columns.items()
    }
    return _table(row, start, found) if all(found.values()) else None


def _table(row: Sequence[str], start: int, found: Mapping[Role, list[int]]) -> _Table:
    balance_direction = None
    for role, found_at in found.items():
        if role == "direction" and len(found_at) == 2 and found_at[1] == found.get("balance", [-2])[0] + 1:
            balance_direction = found_at[1]
        elif len(found_at) > 1:
            name = row[found_at[0]].strip()[:MAX_COLUMN]
            raise StatementUnreadable("duplicate", line=start + 1, column=name)
    places = {role: each[0] for role, each in found.items()}
    names = {role: row[place].strip()[:MAX_COLUMN] for role, place in places.items()}
    return _Table(start, places, names, len(row), balance_direction)


def _lines(rows: Iterable[tuple[int, list[str]]], table: _Table, today: date) -> Iterator[StatementLine]:
    """Yield the lines of the table: what stands below it, such as a summary, ends it."""
    last: StatementLine | None = None
    ended = False
    count = 0
    for index, (number, row) in enumerate(rows):
        if index <= table.start or not any(cell.strip() for cell in row):
            continue
        written = table.cell(row, "date")
        day = _read_day(written)
        if day is None:
            if not ended and _looks_like_line(row, table):
                raise StatementUnreadable("date", line=number, column=table.names["date"])
            narration = table.cell(row, "narration")
            if last is not None and not ended and not written and narration:
                # A long text goes on in the next row.
                last = replace(last, narration=f"{last.narration} {narration}"[:MAX_NARRATION])
            elif written.strip("*-=_ "):
                ended = last is not None or ended
            continue
        if ended:
            raise StatementUnreadable("line", line=number)
        if last is not None:
            yield last
        last = _line(number, row, day, table, today)
        count += 1
        if count > MOST_LINES:
            raise StatementUnreadable("too_long")
    if last is None:
        raise StatementUnreadable("empty")
    yield last


def _looks_like_line(row: Sequence[str], table: _Table) -> bool:
    """Whether a row without a day would be a line with one: an amount of one kind, and a balance."""
    date_cell = table.cell(row, "date")
    if date_cell and not any(each.isdigit() for each in date_cell):
        return False
    amounts = [_read_paise(table.cell(row, role)) for role in ("withdrawal", "deposit", "amount")]
    balance = table.cell(row, "balance")
    has_balance = "balance" not in table.places or (balance != "" and _read_paise(balance) is not None)
    return sum(1 for each in amounts if each) == 1 and has_balance


def _line(number: int, row: Sequence[str], day: date, table: _Table, today: date) -> StatementLine:
    if any(cell.strip() for cell in row[table.width :]):
        raise StatementUnreadable("too_many_cells", line=number)
    if day > today:
        raise StatementUnreadable("future", line=number, column=table.names["date"])
    amount = _amount(number, row, table)
    return StatementLine(
        number=number,
        day=day,
        narration=" ".join(table.cell(row, "narration").split())[:MAX_NARRATION],
        reference=table.cell(row, "reference").strip("'-")[:MAX_REFERENCE],
        amount_paise=amount,
        balance_paise=_balance(number, row, table) if amount else None,
    )


def _amount(number: int, row: Sequence[str], table: _Table) -> int:
    def paise(role: Role) -> int:
        found = _read_paise(table.cell(row, role))
        if found is None or (role != "amount" and found < 0):
            raise StatementUnreadable("amount", line=number, column=table.names[role])
        return found

    if "amount" not in table.places:
        withdrawal, deposit = paise("withdrawal"), paise("deposit")
        if withdrawal and deposit:
            raise StatementUnreadable("amount", line=number, column=table.names["deposit"])
        return deposit - withdrawal
    amount = paise("amount")
    if "direction" not in table.places:
        return amount
    word = table.cell(row, "direction").strip(".() ").lower()
    if word not in _CREDIT_WORDS | _DEBIT_WORDS:
        raise StatementUnreadable("line", line=number, column=table.names["direction"])
    return abs(amount) if word in _CREDIT_WORDS else -abs(amount)


def _balance(number: int, row: Sequence[str], table: _Table) -> int | None:
    if "balance" not in table.places:
        return None
    written = table.cell(row, "balance")
    found = _read_paise(written) if written else None
    if found is None:
        raise StatementUnreadable("amount", line=number, column=table.names["balance"])
    place = table.balance_direction
    if place is not None and place < len(row) and row[place].strip(".() ").lower() in _DEBIT_WORDS:
        return -abs(found)
    return found


def _in_order(lines: list[StatementLine], table: _Table) -> tuple[StatementLine, ...]:
    """Return the lines that move money, the oldest first, once their balances have proven them complete."""
    lines = [line for line in lines if line.amount_paise]
    if not lines:
        raise StatementUnreadable("empty")
    if lines[0].day > lines[-1].day:
        lines.reverse()
    if "balance" not in table.places:
        return tuple(lines)
    backwards = lines[::-1]
    for candidate in (lines, backwards):
        if _broken_at(candidate) is None:
            return tuple(candidate)
    for candidate in (lines, backwards):
        # Some exports have the two columns under each other's heading; the balance tells.
        swapped = [replace(line, amount_paise=-line.amount_paise) for line in candidate]
        if _broken_at(swapped) is None:
            return tuple(swapped)
    raise StatementUnreadable("balance", line=_broken_at(lines) or 0, column=table.names["balance"])


def _broken_at(lines: Sequence[StatementLine]) -> int | None:
    """Return the number of the first line whose balance does not follow from the one before."""
    for before, line in zip(lines, lines[1:], strict=False):
        if (before.balance_paise or 0) + line.amount_paise != line.balance_paise:
            return line.number
    return None


def _read_day(text: str) -> date | None:
    return read_day(_TIME.sub("", text.strip("' ")).title(), _DAYS)


def _read_paise(text: str) -> int | None:
    """Return an amount in rupees as paise, negative for a debit; an empty cell or a dash is none at all."""
    if text.strip("- ") == "":
        return 0
    if len(text) > MAX_AMOUNT:
        return None
    plain = _CURRENCY.sub("", text.strip("' "))
    suffix = _SUFFIX.search(plain)
    plain = _SUFFIX.sub("", plain)
    match = _AMOUNT.fullmatch(plain.strip())
    if match is None:
        return None
    sign, whole, rest = match.groups()
    paise = int(whole.replace(",", "")) * 100 + int((rest or "").ljust(2, "0"))
    if paise > LARGEST_PAISE:
        return None
    is_debit = sign == "-" or (suffix is not None and suffix[1].lower().startswith("d"))
    return -paise if is_debit else paise
