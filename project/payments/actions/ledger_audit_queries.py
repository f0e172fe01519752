"""What the proofs of the books share: sums over other tables, and a difference in words."""

from typing import Any

from django.db.models import IntegerField, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from project.core.money import format_rupees

# So many of each kind are named; one is enough to know that something is wrong.
NAMED = 20


def differing(name: str, *pairs: tuple[str, int, int]) -> str:
    """Name the pairs of amounts that differ: what it is, paise here, paise elsewhere."""
    return f"{name}: " + "; ".join(
        f"{what} {format_rupees(here)}, elsewhere {format_rupees(there)}"
        for what, here, there in pairs
        if here != there
    )


def sum_of(
    rows: QuerySet[Any], field: str = "amount_paise", *, of: str = "payment", to: str = "pk"
) -> Coalesce:
    """Return the sum over the rows whose `of` is the outer row's `to`, 0 when there are none."""
    sums = rows.filter(**{of: OuterRef(to)}).order_by().values(of).annotate(total=Sum(field))
    return Coalesce(Subquery(sums.values("total"), output_field=IntegerField()), 0)


def count_of(rows: QuerySet[Any], *, of: str) -> Coalesce:
    """Return how many rows have the outer row as their `of`."""
    return sum_of(rows.annotate(one=Value(1)), "one", of=of)
