"""Leases: due rows are claimed one by one, and work that dies is due again."""

from datetime import timedelta

from django.db import models
from django.utils import timezone


def claim_due(model: type[models.Model], moment: str, *, lease: timedelta, limit: int) -> list[int]:
    """Claim the rows whose `moment` has come and return their keys; each is claimed by one caller only.

    The claim is a lease, the moment moved on by the one UPDATE that names the value it saw: work that dies is
    due again when it ends.
    """
    now = timezone.now()
    rows = model._default_manager
    due = rows.filter(**{f"{moment}__lte": now}).order_by(moment).values_list("pk", moment)[:limit]
    return [pk for pk, seen in due if rows.filter(**{"pk": pk, moment: seen}).update(**{moment: now + lease})]
