"""Reading a bank's statement that is a CSV: whole or not at all, as no money may be left out silently.

A table with headings of its own is read once somebody has said which column is which.

Knows neither the database nor Django.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from project.core.csv_cells import (
    NoAmount,
    other_currency,
    read_day,
    read_paise,
    stated_currency,
)
from project.core.csv_files import NoCsv, count_lines, decode
from project.payments.models.bank import MAX_NARRATION, MAX_REFERENCE
from project.payments.settlement.bank.statement_headings import Role
from project.payments.settlement.bank.statement_table import (
    Problem,
    StatementUnreadable,
    Table,
    find_table,
    refuse_other_currency,
)

MOST_LINES = 50_000
# A long text goes on in the next row. Counted before anything is parsed.
MOST_ROWS = 2 * MOST_LINES
LONGEST_BYTES = 10 * 1024 * 1024
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
_SUFFIX = re.compile(r"\(?\b(cr|dr|c|d)\.?\)?$", re.IGNORECASE)
_TIME = re.compile(r"[T ]\d{1,2}:\d{2}.*$")
_CREDIT_WORDS = {"cr", "c", "credit", "deposit"}
_DEBIT_WORDS = {"dr", "d", "debit", "withdrawal"}


@dataclass(frozen=True)
class StatementLine:
    """One line: what came (positive) or went (negative), and the balance after it if the bank writes one."""

    number: int
    day: date
    narration: str
    reference: str
    amount_paise: int
    balance_paise: int | None


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
    table, rows = find_table(text, columns or {})
    refuse_other_currency(rows[: table.start])
    return _in_order(list(_lines(rows, table, today)), table)


def _decode(body: bytes) -> str:
    try:
        return decode(body, fallback="cp1252")
    except NoCsv as error:
        raise StatementUnreadable(error.problem) from None


def _lines(rows: Iterable[tuple[int, list[str]]], table: Table, today: date) -> Iterator[StatementLine]:
    """Yield the lines of the table: what stands below it, such as a summary, ends it."""
    last: StatementLine | None = None
    ended = False
    count = 0
    for index, (number, row) in enumerate(rows):
        if ended and (currency := stated_currency(row)):
            raise StatementUnreadable("currency", line=number, found=currency)
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


def _looks_like_line(row: Sequence[str], table: Table) -> bool:
    """Return whether a row without a day would be a line with one: an amount of one kind, and a balance."""
    date_cell = table.cell(row, "date")
    if date_cell and not any(each.isdigit() for each in date_cell):
        return False
    try:
        amounts = [_read_paise(table.cell(row, role)) for role in ("withdrawal", "deposit", "amount")]
        balance = table.cell(row, "balance") and _read_paise(table.cell(row, "balance"))
    except NoAmount:
        return False
    return sum(1 for each in amounts if each) == 1 and ("balance" not in table.places or balance != "")


def _line(number: int, row: Sequence[str], day: date, table: Table, today: date) -> StatementLine:
    if any(cell.strip() for cell in row[table.width :]):
        raise StatementUnreadable("too_many_cells", line=number)
    if day > today:
        raise StatementUnreadable("future", line=number, column=table.names["date"])
    for place, heading in table.currencies.items():
        if place < len(row) and (found := other_currency(row[place])):
            raise StatementUnreadable("currency", line=number, column=heading, found=found)
    amount = _amount(number, row, table)
    return StatementLine(
        number=number,
        day=day,
        narration=" ".join(table.cell(row, "narration").split())[:MAX_NARRATION],
        reference=table.cell(row, "reference").strip("'-")[:MAX_REFERENCE],
        amount_paise=amount,
        balance_paise=_balance(number, row, table) if amount else None,
    )


def _paise(number: int, row: Sequence[str], table: Table, role: Role) -> int:
    try:
        return _read_paise(table.cell(row, role))
    except NoAmount as error:
        problem: Problem = "currency" if error.currency else "amount"
        column = table.names[role]
        raise StatementUnreadable(problem, line=number, column=column, found=error.currency) from None


def _amount(number: int, row: Sequence[str], table: Table) -> int:
    def refusal(role: Role) -> StatementUnreadable:
        return StatementUnreadable("amount", line=number, column=table.names[role])

    roles: tuple[Role, ...] = ("amount",) if "amount" in table.places else ("withdrawal", "deposit")
    # Where the bank writes a balance, a line such as the opening balance may be without an amount.
    if "balance" not in table.places and not any(table.cell(row, role) for role in roles):
        raise refusal(roles[-1])
    amounts = [_paise(number, row, table, role) for role in roles]
    if roles != ("amount",):
        withdrawal, deposit = amounts
        if withdrawal < 0:
            raise refusal("withdrawal")
        if deposit < 0 or (withdrawal and deposit):
            raise refusal("deposit")
        return deposit - withdrawal
    amount = amounts[0]
    if "direction" not in table.places:
        return amount
    word = table.cell(row, "direction").strip(".() ").lower()
    if word not in _CREDIT_WORDS | _DEBIT_WORDS:
        raise StatementUnreadable("line", line=number, column=table.names["direction"])
    if word in _DEBIT_WORDS:
        return -abs(amount)
    if amount < 0:
        raise refusal("amount")
    return amount


def _balance(number: int, row: Sequence[str], table: Table) -> int | None:
    if "balance" not in table.places:
        return None
    if not table.cell(row, "balance"):
        raise StatementUnreadable("amount", line=number, column=table.names["balance"])
    found = _paise(number, row, table, "balance")
    place = table.balance_direction
    if place is not None and place < len(row) and row[place].strip(".() ").lower() in _DEBIT_WORDS:
        return -abs(found)
    return found


def _in_order(lines: list[StatementLine], table: Table) -> tuple[StatementLine, ...]:
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


def _read_paise(text: str) -> int:
    """Return an amount as paise, negative for a debit; an empty cell or a dash is none at all.

    Raises NoAmount.
    """
    if text.strip("- ") == "":
        return 0
    plain = text.strip("' ")
    suffix = _SUFFIX.search(plain)
    paise = read_paise(plain[: suffix.start()] if suffix else plain)
    if suffix is None:
        return paise
    if suffix[1].lower().startswith("d"):
        return -abs(paise)
    if paise < 0:
        raise NoAmount(text)
    return paise
