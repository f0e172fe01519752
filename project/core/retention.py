"""Walk through a large table's old rows a slice at a time, so that no statement runs long or locks much."""

from collections.abc import Iterator
from datetime import datetime
from typing import TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)

SLICE = 5_000


def old_slices(
    rows: QuerySet[Row], column: str, *, before: datetime, size: int = SLICE
) -> Iterator[QuerySet[Row]]:
    """Yield the rows written before a moment, some thousand keys at a time, oldest first.

    Keys rise with time. `column` has an index; a row that got its key late is found the next time.
    """
    keys = rows.order_by().values_list("pk", flat=True)
    first = keys.order_by("pk").first()
    last = keys.filter(**{f"{column}__lt": before}).order_by(f"-{column}").first()
    if first is None or last is None:
        return
    for start in range(first, last + 1, size):
        part = rows.filter(pk__gte=start, pk__lt=min(start + size, last + 1))
        yield part.filter(**{f"{column}__lt": before})
