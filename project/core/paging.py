"""One page of a list, with its place in the whole of it."""

from datetime import datetime
from typing import Protocol, TypeVar

from django.db.models import Model, QuerySet

from project.core.schemas import Pagination

Row = TypeVar("Row", bound=Model)


class Paged(Protocol):
    """The parameters of a request for one page."""

    page: int
    limit: int


def cut_page(
    rows: QuerySet[Row], query: Paged, as_of: datetime | None = None
) -> tuple[QuerySet[Row], Pagination]:
    """Return the requested page of these ordered rows, with its pagination."""
    first = (query.page - 1) * query.limit
    pagination = Pagination.of(page=query.page, limit=query.limit, total=rows.count(), as_of=as_of)
    return rows[first : first + query.limit], pagination
