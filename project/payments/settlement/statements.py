"""Settlement reports: imported once, entered line by line into the ledger, then reconciled."""

import hashlib
import logging
import zlib
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import product
from operator import attrgetter

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from project.accounts.models import User
from project.core.leases import claim_due
from project.events.audit import record as audit
from project.events.publish import publish
from project.payments.errors import StatementRefused
from project.payments.models import CASH_ON_DELIVERY, Statement, StatementLine, StatementStatus
from project.payments.providers.base import ProviderUnavailable, StatementEntry, StatementUnreadable
from project.payments.providers.registry import get_provider, provider_names
from project.payments.settlement.reconciliation import (
    open_unsettled_cases,
    reconcile_statement,
    row_of_line,
    rows_by_reference,
)
from project.payments.settlement.restores import lost_days
from project.payments.shared import ledger

logger = logging.getLogger(__name__)

# Lines per transaction; a crash loses no more than one chunk.
CHUNK = 500
# Longer than a chunk takes on a slow machine; each chunk renews the lease.
STATEMENT_LEASE = timedelta(minutes=2)
# A report with at least this many lines is rejected when most of them are not ours.
FOREIGN_FROM = 20
# By which a line is known again in any file.
_identity = attrgetter(
    "word",
    "merchant_reference",
    "provider_reference",
    "instrument",
    "transacted_on",
    "settled_on",
    "bank_reference",
    "amount_paise",
    "fee_paise",
)
# Settlement days that the daily job fetches, as a report may come late.
FETCHED_DAYS = 4


# `{line}` and `{column}` name the place.
_PROBLEMS = {
    "encoding": _(
        "This file is not plain text in UTF-8. Please download the report as CSV again and do not save it "
        "with a spreadsheet"
    ),
    "not_csv": _(
        "This is an Excel file, a PDF or a web page, whatever its name says. Please download the report as "
        "CSV"
    ),
    "columns": _("This is not a settlement report: it lacks the columns {column}"),
    "line": _("Line {line} cannot be read (column {column}), so nothing was taken in"),
    "currency": _(
        "Line {line} says {found}: only amounts in rupees (INR) can be taken in (column {column}). Nothing "
        "was taken in"
    ),
    "empty": _("This settlement report has no lines"),
    "too_long": _("This file is too long: at most 1,00,000 lines and 20 MB"),
}


def receive_statement(
    *, provider: str, name: str, body: bytes, user: User | None = None
) -> tuple[Statement, bool]:
    """Store a settlement report for import by the scheduler; idempotent by its digest, with True when new.

    Raises StatementRefused when any part of it cannot be parsed.
    """
    try:
        entries = get_provider(provider).read_statement(body)
    except StatementUnreadable as problem:
        text = str(_PROBLEMS[problem.problem]).format(
            line=problem.line, column=problem.column or "–", found=problem.found
        )
        raise StatementRefused(f"{name}: {problem}", text=text) from None
    digest = hashlib.sha256(body).hexdigest()
    days = [entry.settled_on for entry in entries]
    try:
        with transaction.atomic():
            statement = Statement.objects.create(
                provider=provider,
                name=name[-120:],
                digest=digest,
                packed=zlib.compress(body),
                received_by=user,
                total_lines=len(entries),
                amount_paise=sum(entry.amount_paise for entry in entries),
                fee_paise=sum(entry.fee_paise for entry in entries),
                first_day=min(days),
                last_day=max(days),
            )
            if user is not None:
                audit(
                    "statement.imported",
                    subject=f"statement:{statement.statement_id}",
                    actor=user.subject,
                    after={"name": statement.name, "lines": len(entries)},
                )
            _publish(statement)
            return statement, True
    except IntegrityError:
        return Statement.objects.get(provider=provider, digest=digest), False


def provider_of_statement(body: bytes) -> str:
    """Return the provider whose settlement report this is, by its columns; the first one where none knows.

    A courier's remittance file is read like a settlement report of cash on delivery.
    """
    names = [*provider_names(), CASH_ON_DELIVERY]
    for name in names:
        try:
            get_provider(name).read_statement(body)
        except StatementUnreadable as problem:
            if problem.problem == "columns":
                continue
        return name
    return names[0]


def fetch_statements(*, first: date | None = None) -> list[str]:
    """Fetch every provider's reports of the last settlement days, or since `first`; return new ones' ids.

    A day that cannot be fetched or parsed is retried the next day, or staff upload its report.
    """
    today = timezone.localdate()
    taken = []
    fetched = FETCHED_DAYS if first is None else max(FETCHED_DAYS, (today - first).days)
    days = [today - timedelta(days=back) for back in range(fetched, -1, -1)]
    for provider, day in product(provider_names(), days):
        try:
            body = get_provider(provider).fetch_statement(day)
            if body is None:
                continue
            statement, new = receive_statement(provider=provider, name=f"{provider}-{day}.csv", body=body)
        except (ProviderUnavailable, StatementRefused) as problem:
            logger.error("the settlement report of %s is not taken in: %s", day, problem)
            continue
        if new:
            taken.append(statement.statement_id)
    return taken


def take_due_statements(limit: int = 1) -> list[int]:
    """Lease the reports that are due for import and return their keys."""
    return claim_due(Statement, "next_try_at", lease=STATEMENT_LEASE, limit=limit)


def import_statement(statement_pk: int) -> Statement:
    """Enter a report's lines into the ledger and reconcile them with payments and refunds. Idempotent.

    Each chunk has a transaction of its own; after a crash the import resumes behind the last one. A line that
    another report contained before is not entered again.
    """
    statement = Statement.objects.get(pk=statement_pk)
    if statement.status != StatementStatus.WAITING:
        return statement
    entries = get_provider(statement.provider).read_statement(statement.body)
    if statement.lines_read == 0 and _is_foreign(entries):
        logger.error("%s: most of its lines are not ours", statement)
        return _end(statement_pk, StatementStatus.FOREIGN)
    while enter_chunk(statement_pk, entries):
        pass
    reconcile_statement(statement_pk)
    open_unsettled_cases()
    return _end(statement_pk, StatementStatus.DONE)


def enter_chunk(statement_pk: int, entries: Sequence[StatementEntry]) -> bool:
    """Enter the next lines; False when there are none."""
    with transaction.atomic():
        statement = Statement.objects.select_for_update(of=("self",)).get(pk=statement_pk)
        chunk = entries[statement.lines_read : statement.lines_read + CHUNK]
        if not chunk or statement.status != StatementStatus.WAITING:
            return False
        keyed = {line_key(statement.provider, entry): entry for entry in chunk}
        known = set(StatementLine.objects.filter(key__in=keyed).values_list("key", flat=True))
        payments, refunds = rows_by_reference(chunk)
        lines = []
        for key, entry in keyed.items():
            if key in known:
                continue
            refund = row_of_line(refunds, entry) if entry.kind == "refund" else None
            payment = refund.payment if refund is not None else None
            if entry.kind in ("payment", "reversal"):
                payment = row_of_line(payments, entry)
            lines.append(
                StatementLine(
                    statement=statement,
                    number=entry.line,
                    key=key,
                    payment=payment,
                    refund=refund,
                    **{name: value for name, value in vars(entry).items() if name != "line"},
                )
            )
        StatementLine.objects.bulk_create(lines)
        ledger.enter_settlement(lines)
        statement.lines_read += len(chunk)
        statement.lines_known += len(chunk) - len(lines)
        statement.next_try_at = timezone.now() + STATEMENT_LEASE
        statement.save(update_fields=["lines_read", "lines_known", "next_try_at"])
        statement.bump()
        _publish(statement)
        return True


def _end(statement_pk: int, status: StatementStatus) -> Statement:
    with transaction.atomic():
        statement = Statement.objects.select_for_update(of=("self",)).get(pk=statement_pk)
        if statement.status == StatementStatus.WAITING:
            statement.bump(status=status, done_at=timezone.now(), next_try_at=None)
            _publish(statement)
        return statement


def _is_foreign(entries: Sequence[StatementEntry]) -> bool:
    lost = lost_days()
    # What was paid between the restore point of a backup and the restore is ours, though it is not here.
    of_payments = [entry for entry in entries if entry.kind not in ("other", "tax")]
    ours = [entry for entry in of_payments if entry.transacted_on not in lost]
    if len(ours) < FOREIGN_FROM:
        return False
    found = 0
    for start in range(0, len(ours), CHUNK):
        chunk = ours[start : start + CHUNK]
        payments, refunds = rows_by_reference(chunk)
        found += sum(
            (row_of_line(refunds, entry) if entry.kind == "refund" else row_of_line(payments, entry))
            is not None
            for entry in chunk
        )
    return found * 2 < len(ours)


def line_key(provider: str, entry: StatementEntry | StatementLine) -> str:
    """Return the deduplication key of a line: equal for copies of it in any file, at any position."""
    return hashlib.sha256(repr((provider, *_identity(entry))).encode()).hexdigest()


def _publish(statement: Statement) -> None:
    publish(
        "statement.changed",
        subject=f"statement:{statement.statement_id}",
        topics=[f"staff:statements#{statement.statement_id}"],
        payload={"status": statement.status, "linesRead": statement.lines_read},
    )
