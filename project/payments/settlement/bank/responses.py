"""Response schemas of bank accounts, statements and payouts."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from django.db.models import BooleanField, Count, ExpressionWrapper, F, Max, Min, Q, QuerySet, Sum
from django.db.models.functions import Abs, TruncMonth

from project.core.money import rupees
from project.payments.models.bank import (
    BankAccount,
    BankLine,
    BankMatch,
    BankStatement,
    LineStatus,
    Payout,
    PayoutStatus,
)
from project.payments.settlement.bank.schemas import (
    CANDIDATES,
    BankAccountOut,
    BankLineRow,
    BankMonth,
    BankOverview,
    BankStatementOut,
    PayoutRow,
)
from project.payments.settlement.payouts import payout_sources

MONTHS = 24
STATEMENTS = 10
# A line may be a payout this long before it is said to have been sent, and this long after.
CANDIDATE_DAYS = (timedelta(days=7), timedelta(days=30))


def source_labels() -> Mapping[str, str]:
    """Return what people call each source of payouts."""
    return {source.name: source.label for source in payout_sources()}


def overview() -> BankOverview:
    """Return accounts, the newest statements, and the newest months."""
    accounts = BankAccount.objects.annotate(
        first_day=Min("statements__first_day"), last_day=Max("statements__last_day")
    )
    return BankOverview(
        accounts=[BankAccountOut.from_row(each) for each in accounts.order_by("name")],
        statements=[BankStatementOut.from_row(each) for each in statements()[:STATEMENTS]],
        months=_months(),
    )


def statements() -> QuerySet[BankStatement]:
    """Return the statements without their files, newest first."""
    return (
        BankStatement.objects.defer("packed")
        .select_related("account", "received_by")
        .order_by("-received_at", "-pk")
    )


def _months() -> list[BankMonth]:
    def count(*statuses: str) -> Count:
        return Count("pk", filter=Q(status__in=statuses))

    payouts = Payout.objects.annotate(month=TruncMonth("expected_on")).values("month")
    rows: dict[date, dict[str, Any]] = defaultdict(dict)
    for row in payouts.annotate(
        matched=count(PayoutStatus.MATCHED),
        differs=count(PayoutStatus.SHORT, PayoutStatus.OVER),
        missing=count(PayoutStatus.MISSING),
        waiting=count(PayoutStatus.WAITING),
        expected=Sum("amount_paise", filter=Q(amount_paise__gt=0), default=0),
        arrived=Sum("arrived_paise"),
    ):
        rows[row["month"]] |= row
    lines = BankLine.objects.filter(status__in=(LineStatus.UNKNOWN, LineStatus.TWICE))
    unexplained = lines.annotate(month=TruncMonth("day")).values("month")
    for each in unexplained.annotate(unknown=Count("pk")):
        rows[each["month"]] |= each
    return [
        BankMonth(
            month=f"{month:%Y-%m}",
            **{name: row.get(name, 0) for name in ("matched", "differs", "missing", "waiting", "unknown")},
            expected=rupees(row.get("expected", 0)),
            arrived=rupees(row.get("arrived", 0)),
        )
        for month, row in sorted(rows.items(), reverse=True)[:MONTHS]
    ]


def line_rows(lines: Iterable[BankLine]) -> list[BankLineRow]:
    """Return lines as staff see them."""
    found = list(lines)
    matches: dict[int, list[BankMatch]] = defaultdict(list)
    live = BankMatch.objects.filter(line__in=found, undone_at=None)
    for match in live.select_related("line", "payout", "by").order_by("pk"):
        matches[match.line_id].append(match)
    labels = source_labels()
    return [
        BankLineRow.from_row(line, source=labels.get(line.source, line.source), matches=matches[line.pk])
        for line in found
    ]


def payout_rows(payouts: Iterable[Payout]) -> list[PayoutRow]:
    """Return payouts with their lines, as staff see them."""
    found = list(payouts)
    matches = BankMatch.objects.filter(payout__in=found, undone_at=None)
    matched = BankLine.objects.filter(pk__in=matches.values("line"))
    of_payout: dict[str, list[BankLineRow]] = defaultdict(list)
    for row in line_rows(matched.select_related("account", "repeats").order_by("day", "pk")):
        for match in row.matches:
            of_payout[match.payout_id].append(row)
    labels = source_labels()
    return [
        PayoutRow.from_row(
            payout,
            source=labels.get(payout.source, payout.source),
            lines=of_payout[payout.payout_id],
        )
        for payout in found
    ]


def possible_payouts(line: BankLine) -> list[PayoutRow]:
    """Return the payouts that a line may be: of its source first, those nearest in time."""
    before, after = CANDIDATE_DAYS
    found = Payout.objects.filter(
        expected_on__range=(line.day - after, line.day + before),
        status__in=(PayoutStatus.WAITING, PayoutStatus.MISSING, PayoutStatus.SHORT),
    )
    of_source = ExpressionWrapper(Q(source=line.source), BooleanField())
    nearest = found.annotate(of_source=of_source).order_by("-of_source", "-expected_on", "-pk")
    return payout_rows(nearest[:CANDIDATES])


def candidates(payout: Payout) -> list[BankLineRow]:
    """Return the lines that a payout may be: those nearest to its amount first."""
    before, after = CANDIDATE_DAYS
    found = BankLine.objects.filter(
        day__range=(payout.expected_on - before, payout.expected_on + after), amount_paise__gt=0
    ).exclude(status=LineStatus.MATCHED)
    nearest = found.annotate(distance=Abs(F("amount_paise") - (payout.amount_paise - payout.arrived_paise)))
    return line_rows(nearest.select_related("account", "repeats").order_by("distance", "day")[:CANDIDATES])
