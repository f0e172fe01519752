"""Days of the shop's time zone, India's."""

from datetime import date, datetime, time, timedelta

from django.db.models import Q
from django.utils import timezone


def start_of_day(day: date) -> datetime:
    """Return the moment at which a day begins in India."""
    return timezone.make_aware(datetime.combine(day, time.min))


def in_days(column: str, first: date | None, last: date | None) -> Q:
    """Return the condition that a moment is in these days, both included; None is no limit."""
    found = Q()
    if first:
        found &= Q(**{f"{column}__gte": start_of_day(first)})
    if last:
        found &= Q(**{f"{column}__lt": start_of_day(last + timedelta(days=1))})
    return found
