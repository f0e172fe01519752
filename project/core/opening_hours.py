"""Opening hours of support: by weekday, in Indian time, with single days on which it is closed.

The settings hold them (project/core/shop_settings.py). Whether it is open at a moment is decided here alone.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import groupby
from typing import Annotated, Final, Literal, get_args

from django.utils import timezone
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

# pydantic reads no other one before Python 3.12.
from typing_extensions import TypedDict

from project.core.language import format_day, format_weekday
from project.core.messages import field_error

Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
# In the order of `date.weekday()`.
WEEKDAYS: Final[tuple[Weekday, ...]] = get_args(Weekday)
MOST_CLOSED_DAYS: Final = 30
# The same day of next year is within it, in leap years, too.
MOST_DAYS_AHEAD: Final = 366
MAX_REASON: Final = 60

_TIME = r"(?:[01]\d|2[0-3]):[0-5]\d"
_HOURS = re.compile(rf"({_TIME})-({_TIME})", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def _hours(text: str) -> str:
    match = _HOURS.fullmatch(text)
    if match is None:
        raise field_error("Please enter from when until when")
    if match[1] >= match[2]:
        raise field_error("The end must be after the beginning")
    return text


def _week(hours: dict[Weekday, str]) -> dict[Weekday, str]:
    return {weekday: hours[weekday] for weekday in WEEKDAYS if weekday in hours}


def _day(text: str) -> str:
    try:
        day = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None:
        raise field_error("Please enter a date, such as 08/11/2026")
    if day > timezone.localdate() + timedelta(days=MOST_DAYS_AHEAD):
        raise field_error("This day is more than a year ahead")
    return text


def _reason(text: str) -> str:
    text = text.strip()
    if not text or any(ord(each) < 32 for each in text):
        raise field_error("Please say why, in one line")
    return text


class ClosedDay(TypedDict):
    """A day, such as "2026-11-08", on which nobody is there, and why: "Diwali"."""

    day: Annotated[str, AfterValidator(_day)]
    en: Annotated[str, Field(max_length=MAX_REASON), AfterValidator(_reason)]
    hi: Annotated[str, Field(max_length=MAX_REASON), AfterValidator(_reason)]


def _closed_days(days: list[ClosedDay]) -> list[ClosedDay]:
    """Return the days in order, without those that have passed."""
    today = timezone.localdate().isoformat()
    days = sorted((each for each in days if each["day"] >= today), key=lambda each: each["day"])
    if len(days) > MOST_CLOSED_DAYS:
        raise PydanticCustomError("too_many", "too many closed days")
    for day, same in groupby(days, key=lambda each: each["day"]):
        if len(list(same)) > 1:
            written = "/".join(reversed(day.split("-")))
            raise field_error("{day} is listed twice", day=written)
    return days


# "10:00-19:00" by weekday; a weekday that is not in it is closed.
Timetable = Annotated[
    dict[Weekday, Annotated[str, AfterValidator(_hours)]],
    AfterValidator(_week),
]
ClosedDays = Annotated[list[ClosedDay], AfterValidator(_closed_days)]


@dataclass(frozen=True)
class OpeningHours:
    """The timetable of a shop that is not there around the clock."""

    timetable: Mapping[Weekday, str]
    closed_days: Sequence[ClosedDay]


def closes_at(hours: OpeningHours, at: datetime) -> datetime | None:
    """Return until when somebody is there who is there at a moment; None while it is closed."""
    span = _span(hours, timezone.localdate(at))
    return span[1] if span and span[0] <= at < span[1] else None


def next_opening(hours: OpeningHours, at: datetime) -> datetime | None:
    """Return the first moment, `at` or later, at which it opens; None when it never does."""
    today = timezone.localdate(at)
    # Each closed day takes one opening away at most, and today's may have passed.
    weeks = len(hours.closed_days) + 1
    for days in range(7 * weeks + 1):
        span = _span(hours, today + timedelta(days=days))
        if span and span[0] >= at:
            return span[0]
    return None


def closed_day(hours: OpeningHours, day: date) -> ClosedDay | None:
    """Return why it is closed on a day that is an exception."""
    return next((each for each in hours.closed_days if each["day"] == day.isoformat()), None)


def _span(hours: OpeningHours, day: date) -> tuple[datetime, datetime] | None:
    span = hours.timetable.get(WEEKDAYS[day.weekday()])
    if span is None or closed_day(hours, day):
        return None
    opens, closes = (
        timezone.make_aware(datetime.combine(day, time.fromisoformat(text))) for text in span.split("-")
    )
    return opens, closes


# -- In words -----------------------------------------------------------------------------------


def weekdays_by_hours(hours: OpeningHours) -> dict[str, list[Weekday]]:
    """Return the weekdays that have the same hours: {"10:00-19:00": ["monday", "tuesday"]}."""
    found: dict[str, list[Weekday]] = {}
    for weekday in WEEKDAYS:
        if weekday in hours.timetable:
            found.setdefault(hours.timetable[weekday], []).append(weekday)
    return found


def timetable_text(hours: OpeningHours, language: str) -> str:
    """Write the timetable: Mon–Fri 10:00–19:00; Sat 10:00–14:00, or सोम–शुक्र 10:00–19:00 in Hindi."""
    return "; ".join(
        f"{', '.join(_ranges(weekdays, language))} {span.replace('-', '–')}"
        for span, weekdays in weekdays_by_hours(hours).items()
    )


def closed_days_text(hours: OpeningHours, day: date, language: str) -> str:
    """Write the closed days from a day on: 8 November 2026 (Diwali), 25 December 2026 (Christmas)."""
    return ", ".join(
        f"{format_day(date.fromisoformat(each['day']), language)} ({reason(each, language)})"
        for each in hours.closed_days
        if each["day"] >= day.isoformat()
    )


def reason(closed: ClosedDay, language: str) -> str:
    """Return why it is closed on a day."""
    return str(closed.get(language) or closed["en"])


def _ranges(weekdays: Sequence[Weekday], language: str) -> Iterator[str]:
    """Write weekdays, those that follow each other as a range."""
    numbers = [WEEKDAYS.index(weekday) for weekday in weekdays]
    # Those that follow each other are equally far from their places.
    for _, run in groupby(enumerate(numbers), key=lambda each: each[1] - each[0]):
        first, *_, last = [number for _, number in run] * 2
        names = [format_weekday(number, language) for number in (first, last)]
        yield "–".join(dict.fromkeys(names))
