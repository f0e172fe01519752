"""Statements: stored once, line by line, in one transaction, then reconciled with the payouts."""

import hashlib
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date

from django.db import transaction
from django.utils import timezone

from project.accounts.models import User
from project.audit.actions import record as audit
from project.bank.actions.locks import lock_bank
from project.bank.actions.reconciliation import LATE_DAYS, reconcile
from project.bank.errors import BankColumnsUnknown, BankStatementRefused
from project.bank.models import BankAccount, BankLine, BankStatement
from project.bank.statement_file import StatementLine, StatementUnreadable, read_statement
from project.bank.statement_headings import ROLES, Role
from project.core.errors import NotFound
from project.core.messages import both
from project.events.publish import touch

BATCH = 1000


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
        keyed = _keyed(lines)
        known = set(account.lines.filter(day__gte=min(_days(lines))).values_list("key", flat=True))
        new = {key: line for key, line in keyed.items() if key not in known}
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
                BankLine(
                    account=account,
                    statement=statement,
                    number=line.number,
                    key=key,
                    day=line.day,
                    narration=line.narration,
                    reference=line.reference,
                    amount_paise=line.amount_paise,
                    balance_paise=line.balance_paise,
                )
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
            actor=f"user:{user.public_id}",
            after={"name": statement.name, "lines": len(new), "columns": account.columns},
        )
        reconcile(statement.first_day - LATE_DAYS)
        touch(["staff:statements"])
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
    text = both(
        f"bank.{problem.problem}",
        line=problem.line or "–",
        column=problem.column or "–",
        found=problem.found,
    )
    detail = f"{name}: {problem}"
    if problem.problem == "columns" and problem.sample:
        raise BankColumnsUnknown(detail, text=text, data={"sample": problem.sample}) from None
    raise BankStatementRefused(detail, text=text) from None


def _days(lines: Sequence[StatementLine]) -> list[date]:
    return [line.day for line in lines]


def _keyed(lines: Sequence[StatementLine]) -> dict[str, StatementLine]:
    """Return the lines by their key: equal for the same line in any file of its account.

    Equal lines of one day are told apart by their order. Without a balance the text counts, too.
    """
    seen: Counter[tuple[object, ...]] = Counter()
    keyed = {}
    for line in lines:
        fields = (
            line.day.isoformat(),
            line.amount_paise,
            line.reference.upper().lstrip("0"),
            line.balance_paise,
            line.narration if line.balance_paise is None else "",
        )
        seen[fields] += 1
        keyed[hashlib.sha256(repr((*fields, seen[fields])).encode()).hexdigest()] = line
    return keyed


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
