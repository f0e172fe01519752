"""Helpers of the ledger audits: sums over related tables as subqueries, and the text of a difference."""

from typing import Any

from django.db.models import IntegerField, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from project.core.money import format_rupees

# The most differences that one check lists.
MAX_LISTED = 20


def describe_difference(name: str, *pairs: tuple[str, int, int]) -> str:
    """Describe the pairs whose amounts differ; each pair is a label, our paise and the other side's paise."""
    return f"{name}: " + "; ".join(
        f"{what} {format_rupees(here)}, elsewhere {format_rupees(there)}"
        for what, here, there in pairs
        if here != there
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
