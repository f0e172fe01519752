"""Days on which banks settle: Monday to Friday, as holidays differ by state; the limits allow for some."""

from datetime import date, timedelta

SATURDAY = 5


def working_days_later(day: date, days: int) -> date:
    """Return the day so many working days after this one."""
    while days:
        day += timedelta(days=1)
        days -= day.weekday() < SATURDAY
    return day
