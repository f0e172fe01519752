"""Rows of a relation as the list that a field of a schema holds."""

from typing import Any

from django.db.models.manager import BaseManager
from pydantic import BeforeValidator


def _list_rows(rows: Any) -> Any:
    return list(rows.all()) if isinstance(rows, BaseManager) else rows


# Behind the type of a list that is read from a relation's manager, such as `photos: list[PhotoOut]`. Whoever
# reads many rows fetches those of the relation along.
RelatedRows = BeforeValidator(_list_rows)
