"""Days with payments that may be missing after a restore from a backup."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils import timezone

from project.events.audit import record as audit
from project.events.models import AuditEntry

_RESTORED = "shop.restored"


@transaction.atomic
def record_restore(*, since: datetime, until: datetime) -> None:
    """Write to the audit log that what happened between these moments was lost."""
    audit(
        _RESTORED,
        subject="shop:data",
        actor="after_restore",
        after={"since": since.isoformat(), "until": until.isoformat()},
    )


def lost_days() -> set[date]:
    """Return the Indian days of which payments may be missing here."""
    entries = AuditEntry.objects.filter(action=_RESTORED).values_list("after", flat=True)
    return {day for lost in entries for day in _days(lost["since"], lost["until"])}


def _days(since: str, until: str) -> Iterator[date]:
    day = timezone.localdate(datetime.fromisoformat(since))
    while day <= timezone.localdate(datetime.fromisoformat(until)):
        yield day
        day += timedelta(days=1)
