"""Days of the shop's time zone, India's."""

from datetime import date, datetime, time

from django.utils import timezone


def start_of_day(day: date) -> datetime:
    """Return the moment at which a day begins in India."""
    return timezone.make_aware(datetime.combine(day, time.min))
