"""Pages of long lists whose cost does not grow with the list.

A count stops at a bound, and a page far back is found by its day (`project/core/rollups.py`) or in an index
alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Generic, TypeVar

from django.db import connection, transaction
from django.db.models import Model, QuerySet, Sum

from project.core.days import in_days
from project.core.text_search import has_trigram

Row = TypeVar("Row", bound=Model)
Rows = TypeVar("Rows", bound=QuerySet[Any])
Statistics = TypeVar("Statistics")

# So many rows are counted; with more a list has "10,000+".
MOST_COUNTED = 10_000
# The newest of those that a text finds; whoever looks for one writes more of it.
MOST_FOUND = 500
# A search looks through so many of the newest rows before it asks an index of texts, at first and at most.
WINDOWS = (2_000, 50_000)
# Text that is in fewer than one of so many rows is rare.
RARE = 50


@dataclass(frozen=True)
class StatisticsPage(Generic[Rows, Statistics]):
    """One page, and figures over all that match; with `has_more` over the newest of them."""

    rows: Rows
    statistics: Statistics
    # Rows in the statistics that are in no page, as they came after it.
    arrived: int = 0
    has_more: bool = False


def bounded_count(rows: QuerySet[Any]) -> tuple[int, bool]:
    """Return how many rows there are, MOST_COUNTED at most, and whether there are more."""
    found = rows.order_by()[: MOST_COUNTED + 1].count()
    return min(found, MOST_COUNTED), found > MOST_COUNTED


def page_of(rows: QuerySet[Row], *order: str, page: int, limit: int) -> QuerySet[Row]:
    """Return one page of the rows in this order. Those before it are passed over in an index of it alone."""
    start = (page - 1) * limit
    keys = rows.select_related(None).order_by(*order).values("pk")[start : start + limit]
    return rows.model._default_manager.filter(pk__in=keys).order_by(*order)


def newest_keys(
    rows: QuerySet[Row],
    parts: Sequence[QuerySet[Row]],
    text: str,
    moment: str,
    *,
    most: int = MOST_FOUND,
    windows: tuple[int, int] = WINDOWS,
) -> tuple[list[int], bool]:
    """Return the keys of the newest rows with the text, `most` of them, and whether there may be more.

    Each of `parts` finds some of `rows`, as no index answers a condition on either of two tables.

    Frequent text is found soon from the newest row on, and rare text in its index; the other way round, both
    read most of the table. Which it is, and how many rows have enough of it, the newest ones tell: Postgres's
    statistics know too little of text. Text that no index knows is looked for in the newest rows alone.
    """
    newest = rows.order_by(f"-{moment}", "-pk").values_list(moment, flat=True)
    window, widest = windows
    while True:
        ends = list(newest[window : window + 1])
        recent = {f"{moment}__gt": ends[0]} if ends else {}
        with _without("bitmapscan", "seqscan"):
            keys = _newest([part.filter(**recent) for part in parts], moment, most + 1)
        if not ends or len(keys) > most:
            return keys[:most], len(keys) > most
        if window == widest or (has_trigram(text) and len(keys) < window // RARE):
            break
        # A quarter more than at this frequency, as it varies.
        enough = window * (most + 1) * 5 // (4 * len(keys)) if keys else widest
        window = min(max(enough, 2 * window), widest)
    if not has_trigram(text):
        return keys, True
    # Only a bitmap scan reads an index of texts.
    with _without("indexscan", "seqscan"):
        keys = _newest(parts, moment, most + 1)
    return keys[:most], len(keys) > most


def _newest(parts: Iterable[QuerySet[Any]], moment: str, most: int) -> list[int]:
    found: dict[int, Any] = {}
    for part in parts:
        found.update(part.order_by(f"-{moment}", "-pk").values_list("pk", moment)[:most])
    return sorted(found, key=lambda key: (found[key], key), reverse=True)[:most]


@contextmanager
def _without(*scans: str) -> Iterator[None]:
    """Keep Postgres's planner from these ways to read a table, where there is another."""
    if connection.vendor != "postgresql":
        yield
        return
    settings = {f"enable_{scan}": "off" for scan in scans}
    # To compare long texts takes longer than it supposes, to find a row by its key less; and no such plan is
    # worth compiling.
    settings |= {"cpu_tuple_cost": "0.5", "random_page_cost": "1.1", "jit": "off"}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("; ".join(f"SET LOCAL {name} = {value}" for name, value in settings.items()))
        yield
        cursor.execute("; ".join(f"SET LOCAL {name} = DEFAULT" for name in settings))


def day_of_row(days: Iterable[tuple[date, int]], offset: int) -> tuple[date | None, int]:
    """Return the day of the row that so many others precede, and how many of that day do.

    `days` are the newest first, with their numbers of rows. None: there are not so many rows.
    """
    for day, rows in days:
        if offset < rows:
            return day, offset
        offset -= rows
    return None, 0


def page_by_days(
    rows: Rows, rollup: QuerySet[Any], moment: str, *, page: int, limit: int, as_of: datetime
) -> tuple[Rows, int]:
    """Return a page of the rows that were there at that moment, and how many came later.

    The rows are the newest first; the rollup has the days of all of them.
    """
    start = (page - 1) * limit
    if not start:
        return rows.filter(**{f"{moment}__lte": as_of})[:limit], 0
    arrived, _ = bounded_count(rows.filter(**{f"{moment}__gt": as_of}))
    days = rollup.values_list("day").annotate(rows=Sum("row_count")).order_by("-day")
    day, start = day_of_row(days, start + arrived)
    if day is None:
        return rows.none(), arrived
    return rows.filter(in_days(moment, None, day))[start : start + limit], arrived
