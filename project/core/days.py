"""Days of the shop's time zone, India's, and those on which banks settle."""

from datetime import date, datetime, time, timedelta

from django.db.models import Q
from django.utils import timezone

from project.core.shop import shop

SATURDAY = 5


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


def working_days_later(day: date, days: int) -> date:
    """Return the day so many working days after this one.

    Banks settle from Monday to Friday, but for holidays, which differ by state: those of the settings.
    """
    holidays = shop().returns.bank_holiday_dates
    while days:
        day += timedelta(days=1)
        days -= day.weekday() < SATURDAY and day not in holidays
    return day
