"""The fixed table, day by day: which sign and which beads belong to a date of birth."""

import calendar
from datetime import date, time, timedelta

import pytest

from project.core.errors import NotFound
from project.guidance.signs import (
    DayPart,
    LifeStage,
    Season,
    ZodiacSign,
    age_on,
    day_part_of,
    last_day_of,
    life_stage_of,
    record_of,
    season_of,
    sign_of,
)

pytestmark = pytest.mark.any_stack

# First day, last day, primary and secondary bead, as the shop's description gives them.
TABLE = {
    "aries": ((3, 21), (4, 19), 5, 3),
    "taurus": ((4, 20), (5, 20), 6, 2),
    "gemini": ((5, 21), (6, 20), 4, 5),
    "cancer": ((6, 21), (7, 22), 2, 4),
    "leo": ((7, 23), (8, 22), 1, 5),
    "virgo": ((8, 23), (9, 22), 6, 4),
    "libra": ((9, 23), (10, 22), 7, 6),
    "scorpio": ((10, 23), (11, 21), 8, 3),
    "sagittarius": ((11, 22), (12, 21), 9, 5),
    "capricorn": ((12, 22), (1, 19), 10, 6),
    "aquarius": ((1, 20), (2, 18), 11, 7),
    "pisces": ((2, 19), (3, 20), 12, 2),
}


def days_of(year: int) -> list[date]:
    return [date(year, 1, 1) + timedelta(days=n) for n in range(366 if calendar.isleap(year) else 365)]


def is_within(day: date, first: tuple[int, int], last: tuple[int, int]) -> bool:
    here = (day.month, day.day)
    return first <= here <= last if first <= last else here >= first or here <= last


@pytest.mark.parametrize("year", [1900, 1999, 2000, 2024, 2026])
def test_every_day_of_the_year_has_the_sign_of_the_table(year: int) -> None:
    for day in days_of(year):
        expected = [sign for sign, (first, last, *_) in TABLE.items() if is_within(day, first, last)]
        assert [sign_of(day)] == expected, day


@pytest.mark.parametrize("sign", TABLE)
def test_sign_changes_between_its_last_day_and_the_next(sign: str) -> None:
    first, last, *_ = TABLE[sign]
    begins, ends = date(2023, *first), date(2023, *last)

    assert sign_of(begins) == sign_of(ends) == sign
    assert sign_of(begins - timedelta(days=1)) != sign
    assert sign_of(ends + timedelta(days=1)) != sign
    assert last_day_of(ZodiacSign(sign)) == last


def test_leap_day_is_pisces() -> None:
    assert sign_of(date(2000, 2, 29)) == "pisces"


@pytest.mark.parametrize("sign", TABLE)
def test_sign_has_the_beads_of_the_table(sign: str) -> None:
    record = record_of(sign)

    assert (record.primary, record.secondary) == TABLE[sign][2:]


@pytest.mark.parametrize("name", ["Unknown", "", "Leo", "ophiuchus"])
def test_other_words_are_no_sign(name: str) -> None:
    with pytest.raises(NotFound) as refusal:
        record_of(name)

    assert str(refusal.value.text) == "Invalid zodiac sign"


@pytest.mark.parametrize(
    ("hour", "part"),
    [
        ("00:00", "evening"),
        ("05:59", "evening"),
        ("06:00", "morning"),
        ("11:59", "morning"),
        ("12:00", "afternoon"),
        ("17:59", "afternoon"),
        ("18:00", "evening"),
        ("23:59", "evening"),
    ],
)
def test_hour_of_birth_has_its_part_of_the_day(hour: str, part: str) -> None:
    assert day_part_of(time.fromisoformat(hour)) == part


def test_unknown_hour_has_no_part_of_the_day() -> None:
    assert day_part_of(None) == DayPart.UNKNOWN


def test_months_have_their_seasons() -> None:
    seasons = [season_of(month) for month in range(1, 13)]

    assert seasons == [
        *[Season.WINTER] * 2,
        *[Season.SPRING] * 3,
        *[Season.SUMMER] * 3,
        *[Season.AUTUMN] * 3,
        Season.WINTER,
    ]


@pytest.mark.parametrize(
    ("age", "stage"),
    [(0, "youthful"), (24, "youthful"), (25, "prime"), (49, "prime"), (50, "wisdom"), (101, "wisdom")],
)
def test_age_has_its_stage_of_life(age: int, stage: str) -> None:
    assert life_stage_of(age) == LifeStage(stage)


@pytest.mark.parametrize(
    ("born", "today", "age"),
    [
        ("2000-11-21", "2025-11-20", 24),
        ("2000-11-21", "2025-11-21", 25),
        ("2000-02-29", "2025-02-28", 24),
        ("2000-02-29", "2025-03-01", 25),
        ("2026-11-21", "2026-11-21", 0),
    ],
)
def test_age_is_counted_in_completed_years(born: str, today: str, age: int) -> None:
    assert age_on(date.fromisoformat(today), date.fromisoformat(born)) == age
