"""Helpers of the ledger audits: slices of large tables, sums over related ones, the text of a difference."""

from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any, TypeVar

from django.db.models import F, IntegerField, Max, Min, Model, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from project.core.money import format_rupees

# The most differences that one check lists.
MAX_LISTED = 20
# Keys that one statement of an audit is about, so that none holds a snapshot for long in a large table.
SLICE = 20_000

Row = TypeVar("Row", bound=Model)


def slices(rows: "QuerySet[Row]", size: int = SLICE) -> "Iterator[QuerySet[Row]]":
    """Yield the rows in order of their keys, some thousand keys at a time."""
    ends = rows.order_by().aggregate(first=Min("pk"), last=Max("pk"))
    if ends["first"] is not None:
        for start in range(ends["first"], ends["last"] + 1, size):
            yield rows.filter(pk__gte=start, pk__lt=start + size)


def sliced(
    check: "Callable[[QuerySet[Row]], Iterator[str]]", rows: "QuerySet[Row]", size: int = SLICE
) -> Iterator[str]:
    """Yield the differences that a check finds in the slices of these rows, MAX_LISTED at most.

    Each check of a slice is one statement, so it reads one consistent snapshot while orders and payments
    change.
    """
    return islice(chain.from_iterable(check(part) for part in slices(rows, size)), MAX_LISTED)


def describe_difference(name: str, *pairs: tuple[str, int, int]) -> str:
    """Describe the pairs whose amounts differ; each pair is a label, our paise and the other side's paise."""
    return f"{name}: " + "; ".join(
        f"{what} {format_rupees(here)}, elsewhere {format_rupees(there)}"
        for what, here, there in pairs
        if here != there
    )


def unequal(rows: QuerySet[Any], name: str, *pairs: tuple[str, str, str]) -> Iterator[str]:
    """Yield the rows in which two amounts differ; each pair is a label, our column and the other side's."""
    wrong = rows.exclude(**{ours: F(theirs) for _, ours, theirs in pairs}).order_by("pk")
    columns = {column for _, *both in pairs for column in both}
    for row in wrong.values(name, *columns)[:MAX_LISTED]:
        yield describe_difference(
            row[name], *((what, row[ours], row[theirs]) for what, ours, theirs in pairs)
        )


def sum_of(
    rows: QuerySet[Any], field: str = "amount_paise", *, of: str = "payment", to: str = "pk"
) -> Coalesce:
    """Return a subquery: the sum of `field` over rows whose `of` is the outer row's `to`, 0 without rows."""
    sums = rows.filter(**{of: OuterRef(to)}).order_by().values(of).annotate(total=Sum(field))
    return Coalesce(Subquery(sums.values("total"), output_field=IntegerField()), 0)


def count_of(rows: QuerySet[Any], *, of: str) -> Coalesce:
    """Return a subquery: the number of rows whose `of` is the outer row."""
    return sum_of(rows.annotate(one=Value(1)), "one", of=of)
