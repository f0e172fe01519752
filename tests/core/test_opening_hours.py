"""Support is there by weekday in Indian time, save on closed days; who asks is told when next."""

from datetime import date, datetime, timedelta

import pytest
from django.utils import timezone

from project.core.opening_hours import (
    MOST_CLOSED_DAYS,
    WEEKDAYS,
    ClosedDay,
    OpeningHours,
    closed_days_text,
    closes_at,
    next_opening,
    timetable_text,
)
from project.core.shop_settings import SupportHours


def closed(day: str) -> ClosedDay:
    return {"day": day, "en": "Diwali", "hi": "दीवाली"}


# 30 November 2026 is a Monday.
WEEK = OpeningHours(
    timetable=dict.fromkeys(WEEKDAYS[:6], "10:00-19:00"),
    closed_days=[closed("2026-12-01"), closed("2026-12-02")],
)
NIGHT = OpeningHours(timetable={"monday": "00:00-06:30", "sunday": "18:00-23:59"}, closed_days=[])
# The first Monday after 30 closed ones: 28 June 2027.
MONDAYS = OpeningHours(
    timetable={"monday": "10:00-12:00"},
    closed_days=[
        closed((date(2026, 11, 30) + timedelta(weeks=week)).isoformat()) for week in range(MOST_CLOSED_DAYS)
    ],
)


def india(text: str) -> datetime:
    return timezone.make_aware(datetime.fromisoformat(text))


@pytest.mark.parametrize(
    ("hours", "at", "until", "opens"),
    [
        (WEEK, "2026-11-30 09:59:59", None, "2026-11-30 10:00"),
        (WEEK, "2026-11-30 10:00", "2026-11-30 19:00", "2026-11-30 10:00"),
        (WEEK, "2026-11-30 18:59:59.999", "2026-11-30 19:00", "2026-12-03 10:00"),
        # The end of the month, with two closed days after it.
        (WEEK, "2026-11-30 19:00", None, "2026-12-03 10:00"),
        (WEEK, "2026-12-01 12:00", None, "2026-12-03 10:00"),
        # Saturday evening and Sunday, which is not in the timetable.
        (WEEK, "2026-12-05 19:00", None, "2026-12-07 10:00"),
        (WEEK, "2026-12-06 00:00", None, "2026-12-07 10:00"),
        (WEEK, "2026-12-31 23:59:59", None, "2027-01-01 10:00"),
        # Midnight belongs to the day that begins.
        (NIGHT, "2026-11-29 23:58:59", "2026-11-29 23:59", "2026-11-30 00:00"),
        (NIGHT, "2026-11-29 23:59", None, "2026-11-30 00:00"),
        (NIGHT, "2026-11-30 00:00", "2026-11-30 06:30", "2026-11-30 00:00"),
        (NIGHT, "2026-11-30 06:30", None, "2026-12-06 18:00"),
        (MONDAYS, "2026-11-30 11:00", None, "2027-06-28 10:00"),
        (OpeningHours(timetable={}, closed_days=[]), "2026-11-30 11:00", None, None),
    ],
)
def test_moment_is_within_the_hours_or_before_the_next(
    hours: OpeningHours, at: str, until: str | None, opens: str | None
) -> None:
    moment = india(at)

    assert closes_at(hours, moment) == (until and india(until))
    assert next_opening(hours, moment) == (opens and india(opens))


def test_hours_are_those_of_india_whatever_zone_the_moment_is_written_in() -> None:
    assert closes_at(WEEK, datetime.fromisoformat("2026-11-30T04:30:00+00:00")) is not None
    assert closes_at(WEEK, datetime.fromisoformat("2026-11-30T10:00:00+12:00")) is None


def test_days_with_the_same_hours_are_written_together() -> None:
    hours = OpeningHours(
        timetable={
            "monday": "10:00-19:00",
            "wednesday": "10:00-19:00",
            "thursday": "10:00-19:00",
            "friday": "10:00-19:00",
            "saturday": "10:00-14:00",
        },
        closed_days=[closed("2026-11-08"), closed("2026-12-25")],
    )

    assert timetable_text(hours, "en") == "Mon, Wed–Fri 10:00–19:00; Sat 10:00–14:00"
    assert timetable_text(hours, "hi") == "सोम, बुध–शुक्र 10:00–19:00; शनि 10:00–14:00"
    assert timetable_text(WEEK, "en") == "Mon–Sat 10:00–19:00"
    assert closed_days_text(hours, date(2026, 11, 9), "en") == "25 December 2026 (Diwali)"
    assert closed_days_text(hours, date(2026, 11, 8), "hi") == "8 नवंबर 2026 (दीवाली), 25 दिसंबर 2026 (दीवाली)"


def test_no_timetable_holds_around_the_clock_or_without_a_day() -> None:
    assert SupportHours(timetable={"monday": "10:00-19:00"}).opening is None
    assert SupportHours(around_the_clock=False).opening is None
    assert SupportHours(around_the_clock=False, timetable={"monday": "10:00-19:00"}).opening is not None
