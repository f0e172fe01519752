"""Leases: due rows are claimed by one caller each, and work that dies is due again."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, TypeVar

from django.db import connection, models
from django.db.models import Exists, QuerySet
from django.utils import timezone

from project.core.models import Heartbeat

Row = TypeVar("Row", bound=models.Model)


def claim_due(model: type[models.Model], moment: str, *, lease: timedelta, limit: int) -> list[int]:
    """Claim the rows whose `moment` has come, as `claim` does, and return their keys."""
    return [
        row.pk for row in claim(model._default_manager.order_by(moment), moment, lease=lease, limit=limit)
    ]


def claim(
    rows: "QuerySet[Row]", moment: str, *, lease: timedelta, limit: int, columns: Sequence[str] = ()
) -> list[Row]:
    """Claim the first of these rows whose `moment` has come; each is claimed by one caller only.

    The claim is a lease, the moment moved on by one UPDATE: work that dies is due again when it ends. The
    rows come in the order of their keys, with these columns; reading others takes a statement each.
    """
    now = timezone.now()
    due, parameters = rows.filter(**{f"{moment}__lte": now}).values("pk")[:limit].query.sql_with_params()
    if connection.features.has_select_for_update_skip_locked:
        # Rows that another caller is claiming are not waited for.
        due += " FOR UPDATE SKIP LOCKED"
    table = connection.ops.quote_name(rows.model._meta.db_table)
    statement = (
        f"WITH due AS ({due}) UPDATE {table} SET {moment} = %s"
        f" WHERE id IN (SELECT pk FROM due) RETURNING {', '.join(['id', *columns])}"
    )
    until = connection.ops.adapt_datetimefield_value(now + lease)
    found = rows.model._default_manager.raw(statement, [*parameters, until])
    return sorted(found, key=lambda row: row.pk)


def have_rows(queries: Sequence[QuerySet[Any]]) -> Sequence[bool]:
    """Return of each query whether it has a row, by one statement."""
    # A SELECT needs a row to stand on: one of this table is there as soon as the worker's clock has run.
    found = Heartbeat.objects.values_list(*[Exists(query) for query in queries]).first()
    return [query.exists() for query in queries] if found is None else found
