"""Statements: stored once, line by line, in one transaction, then reconciled with the payouts."""

import hashlib
import zlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from project.accounts.models import User
from project.core.csv_cells import plain_heading
from project.core.errors import DomainError, ErrorCode, NotFound
from project.events.audit import record as audit
from project.payments.models.bank import BankAccount, BankLine, BankStatement
from project.payments.settlement.bank.actions.matches import lock_bank
from project.payments.settlement.bank.actions.reconciliation import LATE_DAYS, reconcile
from project.payments.settlement.bank.statement_file import StatementLine, read_statement
from project.payments.settlement.bank.statement_headings import ROLES, Role
from project.payments.settlement.bank.statement_table import StatementUnreadable

BATCH = 1000


# `{line}` and `{column}` name the place.
_PROBLEMS = {
    "encoding": _("This file is not plain text. Please download the statement as CSV again"),
    "not_csv": _(
        "This is an Excel file, a PDF or a web page, whatever its name says. Please download the statement "
        "as CSV"
    ),
    "columns": _("The columns of this file are not known. Please say which is which"),
    "duplicate": _("Line {line}: the column {column} is there twice, so nothing was taken in"),
    "line": _("Line {line} cannot be read (column {column}), so nothing was taken in"),
    "date": _("Line {line} has no valid date (column {column}), so nothing was taken in"),
    "future": _("Line {line} has a date in the future (column {column}), so nothing was taken in"),
    "amount": _("Line {line} has no valid amount (column {column}), so nothing was taken in"),
    "currency": _(
        "Line {line} says {found}: only amounts in rupees (INR) can be taken in (column {column}). Nothing "
        "was taken in"
    ),
    "balance": _(
        "The balance of line {line} does not follow from the line before: a line is missing or was "
        "changed. Nothing was taken in"
    ),
    "too_many_cells": _("Line {line} has more cells than the table has columns, so nothing was taken in"),
    "empty": _("This statement has no lines"),
    "too_long": _("This file is too long: at most 50,000 lines and 10 MB"),
}


class BankStatementRefused(DomainError):
    """A file that cannot be read; the text says where."""

    code = ErrorCode.BANK_STATEMENT_UNREADABLE
    status = 422


class BankColumnsUnknown(BankStatementRefused):
    """Its headings are unknown; `data` has the first rows, and staff say which column is which."""

    code = ErrorCode.COLUMNS_UNKNOWN


def import_statement(
    *, account_id: str, name: str, body: bytes, user: User, columns: Mapping[Role, str] | None = None
) -> tuple[BankStatement, bool]:
    """Store a statement's new lines and reconcile them; idempotent by its digest, with True when new.

    `columns` says what the account's bank calls its columns; what was said once is remembered.

    Raises BankColumnsUnknown when somebody has to say that, and BankStatementRefused when any part of the
    file cannot be read.
    """
    account = BankAccount.objects.filter(account_id=account_id).first()
    if account is None:
        raise NotFound(account_id)
    lines = _read(account, name, body, columns)
    digest = hashlib.sha256(body).hexdigest()
    with transaction.atomic():
        lock_bank()
        account.refresh_from_db()
        before = account.statements.filter(digest=digest).first()
        if before is not None:
            return before, False
        new = _new_lines(account, lines)
        statement = BankStatement.objects.create(
            account=account,
            name=name[-120:],
            digest=digest,
            packed=zlib.compress(body),
            received_by=user,
            total_lines=len(lines),
            known_lines=len(lines) - len(new),
            first_day=min(_days(lines)),
            last_day=max(_days(lines)),
        )
        BankLine.objects.bulk_create(
            (
                BankLine(account=account, statement=statement, key=key, **vars(line))
                for key, line in new.items()
            ),
            batch_size=BATCH,
        )
        if columns:
            account.columns = dict(columns.items())
        account.gaps = find_gaps(account)
        account.save(update_fields=["columns", "gaps"])
        audit(
            "bank.statement_imported",
            subject=f"bank:{account.account_id}",
            actor=user.subject,
            after={"name": statement.name, "lines": len(new), "columns": account.columns},
        )
        reconcile(statement.first_day - LATE_DAYS)
        return statement, True


def _read(
    account: BankAccount, name: str, body: bytes, columns: Mapping[Role, str] | None
) -> tuple[StatementLine, ...]:
    """Return the lines of the file, by known headings, or by the columns that were named now or before."""
    remembered = {role: account.columns[role] for role in ROLES if role in account.columns}
    tries: list[Mapping[Role, str]] = [columns] if columns else [{}, remembered] if remembered else [{}]
    problem: StatementUnreadable | None = None
    for each in tries:
        try:
            return read_statement(body, today=timezone.localdate(), columns=each)
        except StatementUnreadable as error:
            problem = error
            if error.problem != "columns":
                break
    assert problem is not None
    text = str(_PROBLEMS[problem.problem]).format(
        line=problem.line or "–", column=problem.column or "–", found=problem.found
    )
    detail = f"{name}: {problem}"
    if problem.problem == "columns" and problem.sample:
        raise BankColumnsUnknown(detail, text=text, data={"sample": problem.sample}) from None
    raise BankStatementRefused(detail, text=text) from None


def _days(lines: Sequence[StatementLine]) -> list[date]:
    return [line.day for line in lines]


class _Identity(NamedTuple):
    """By what a line is known in any export; a balance is not in each."""

    day: date
    amount_paise: int
    reference: str
    narration: str

    @classmethod
    def of(cls, line: StatementLine | BankLine) -> "_Identity":
        reference = plain_heading(line.reference).lstrip("0")
        return cls(line.day, line.amount_paise, reference, plain_heading(line.narration))

    def agrees(self, other: "_Identity") -> bool:
        """Return True when one export may only lack the other's reference, or narrate differently."""
        if self.reference and other.reference:
            return self.reference == other.reference
        return self.narration == other.narration

    def key(self, number: int) -> str:
        """Return the key of the line that is this one of several equal ones, from 1."""
        return hashlib.sha256(repr((self.day.isoformat(), *self[1:], number)).encode()).hexdigest()


def _new_lines(account: BankAccount, lines: Sequence[StatementLine]) -> dict[str, StatementLine]:
    """Return the lines that no statement of the account brought before, by their key.

    The n-th of several equal lines of a file is the n-th stored. A reference or balance that the export
    before lacked is filled in.
    """
    days = _days(lines)
    stored = list(account.lines.filter(day__range=(min(days), max(days))).order_by("pk"))
    keys, counts = {row.key for row in stored}, Counter(map(_Identity.of, stored))
    free: dict[tuple[object, ...], list[tuple[_Identity, BankLine]]] = defaultdict(list)
    for row in stored:
        identity = _Identity.of(row)
        free[identity[:2]].append((identity, row))
    left = [(line, _Identity.of(line)) for line in lines]
    filled = []
    for is_same in (_Identity.__eq__, _Identity.agrees):
        unknown = []
        for line, identity in left:
            rows = free[identity[:2]]
            found = next((each for each in rows if is_same(each[0], identity)), None)
            if found is None:
                unknown.append((line, identity))
                continue
            rows.remove(found)
            if _fill_in(found[1], line):
                filled.append(found[1])
        left = unknown
    BankLine.objects.bulk_update(filled, ["reference", "balance_paise"], batch_size=BATCH)
    new = {}
    for line, identity in left:
        key = ""
        while not key or key in keys:
            counts[identity] += 1
            key = identity.key(counts[identity])
        new[key] = line
        keys.add(key)
    return new


def _fill_in(row: BankLine, line: StatementLine) -> bool:
    """Set what the row lacks; return True when that is something."""
    before = (row.reference, row.balance_paise)
    row.reference = row.reference or line.reference
    row.balance_paise = line.balance_paise if row.balance_paise is None else row.balance_paise
    return before != (row.reference, row.balance_paise)


def find_gaps(account: BankAccount) -> list[dict[str, object]]:
    """Return where lines are missing between the account's statements, by their balances.

    Whatever the order of the lines: a balance that a line starts from and none ends with begins a part, one
    that a line ends with and none starts from ends it. One part has no gap.
    """
    starts: Counter[int] = Counter()
    day_of_start: dict[int, date] = {}
    day_of_end: dict[int, date] = {}
    rows = account.lines.exclude(balance_paise=None).order_by("day", "pk")
    for day, amount, balance in rows.values_list("day", "amount_paise", "balance_paise").iterator():
        assert balance is not None
        starts[balance - amount] += 1
        starts[balance] -= 1
        day_of_start.setdefault(balance - amount, day)
        day_of_end[balance] = day
    firsts = sorted((day_of_start[paise], paise) for paise, count in starts.items() if count > 0)
    lasts = sorted((day_of_end[paise], paise) for paise, count in starts.items() if count < 0)
    return [
        {"after": end.isoformat(), "before": start.isoformat(), "missingPaise": opening - closing}
        for (end, closing), (start, opening) in zip(lasts, firsts[1:], strict=False)
    ]
