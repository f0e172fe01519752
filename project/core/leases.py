"""Leases: due rows are claimed one by one, and work that dies is due again."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import models
from django.db.models import Exists, QuerySet
from django.utils import timezone

from project.core.models import Heartbeat


def claim_due(model: type[models.Model], moment: str, *, lease: timedelta, limit: int) -> list[int]:
    """Claim the rows whose `moment` has come and return their keys; each is claimed by one caller only.

    The claim is a lease, the moment moved on by the one UPDATE that names the value it saw: work that dies is
    due again when it ends.
    """
    now = timezone.now()
    rows = model._default_manager
    due = rows.filter(**{f"{moment}__lte": now}).order_by(moment).values_list("pk", moment)[:limit]
    return [pk for pk, seen in due if rows.filter(**{"pk": pk, moment: seen}).update(**{moment: now + lease})]


def have_rows(queries: Sequence[QuerySet[Any]]) -> Sequence[bool]:
    """Return of each query whether it has a row, by one statement."""
    # A SELECT needs a row to stand on: one of this table is there as soon as the worker's clock has run.
    found = Heartbeat.objects.values_list(*[Exists(query) for query in queries]).first()
    return [query.exists() for query in queries] if found is None else found
