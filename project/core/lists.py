"""Pages of long lists whose cost does not grow with the list.

A count stops at a bound, and a page far back is found by its day (`project/core/rollups.py`) or in an index
alone.
"""

from collections.abc import Iterable
from datetime import date
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)

# So many rows are counted; with more a list has "10,000+".
MOST_COUNTED = 10_000
# The newest of those that a text finds; whoever looks for one writes more of it.
MOST_FOUND = 1_000


def bounded_count(rows: QuerySet[Any]) -> tuple[int, bool]:
    """Return how many rows there are, MOST_COUNTED at most, and whether there are more."""
    found = rows.order_by()[: MOST_COUNTED + 1].count()
    return min(found, MOST_COUNTED), found > MOST_COUNTED


def page_of(rows: QuerySet[Row], *order: str, page: int, limit: int) -> QuerySet[Row]:
    """Return one page of the rows in this order. Those before it are passed over in an index of it alone."""
    start = (page - 1) * limit
    keys = rows.select_related(None).order_by(*order).values("pk")[start : start + limit]
    return rows.model._default_manager.filter(pk__in=keys).order_by(*order)


def newest_keys(parts: Iterable[QuerySet[Any]], moment: str) -> tuple[list[int], bool]:
    """Return the keys of the newest MOST_FOUND rows of all parts, and whether there are more.

    Each part is a query of its own, as no index answers a condition on either of two tables.
    """
    found: dict[int, Any] = {}
    for part in parts:
        newest = part.order_by(f"-{moment}", "-pk").values_list("pk", moment)
        found.update(newest[: MOST_FOUND + 1])
    keys = sorted(found, key=lambda key: (found[key], key), reverse=True)
    return keys[:MOST_FOUND], len(keys) > MOST_FOUND


def day_of_row(days: Iterable[tuple[date, int]], offset: int) -> tuple[date | None, int]:
    """Return the day of the row that so many others precede, and how many of that day do.

    `days` are the newest first, with their numbers of rows. None: there are not so many rows.
    """
    for day, rows in days:
        if offset < rows:
            return day, offset
        offset -= rows
    return None, 0
