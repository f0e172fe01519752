"""The fixed table: date of birth → sign → beads, and what goes with the hour, the month and the age.

Pure functions without a clock of their own: the same input gives the same answer, on any day and any machine.
"""

import json
from dataclasses import dataclass
from datetime import date, time
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _

from project.core.errors import NotFound
from project.guidance.texts import BilingualText

_RECORDS = Path(__file__).with_name("signs.json")


class ZodiacSign(StrEnum):
    """The twelve signs, in the order of the zodiac."""

    ARIES = "aries"
    TAURUS = "taurus"
    GEMINI = "gemini"
    CANCER = "cancer"
    LEO = "leo"
    VIRGO = "virgo"
    LIBRA = "libra"
    SCORPIO = "scorpio"
    SAGITTARIUS = "sagittarius"
    CAPRICORN = "capricorn"
    AQUARIUS = "aquarius"
    PISCES = "pisces"


# The first day of each sign, (month, day), in the order of the calendar. What lies before the first of them
# belongs to the sign that began in the year before.
FIRST_DAYS: Final[tuple[tuple[tuple[int, int], ZodiacSign], ...]] = (
    ((1, 20), ZodiacSign.AQUARIUS),
    ((2, 19), ZodiacSign.PISCES),
    ((3, 21), ZodiacSign.ARIES),
    ((4, 20), ZodiacSign.TAURUS),
    ((5, 21), ZodiacSign.GEMINI),
    ((6, 21), ZodiacSign.CANCER),
    ((7, 23), ZodiacSign.LEO),
    ((8, 23), ZodiacSign.VIRGO),
    ((9, 23), ZodiacSign.LIBRA),
    ((10, 23), ZodiacSign.SCORPIO),
    ((11, 22), ZodiacSign.SAGITTARIUS),
    ((12, 22), ZodiacSign.CAPRICORN),
)


class DayPart(StrEnum):
    """Time of day of a birth; unknown where nobody remembers."""

    MORNING = "morning"
    AFTERNOON = "afternoon"
    EVENING = "evening"
    UNKNOWN = "unknown"


class Season(StrEnum):
    """Season of a birth."""

    SPRING = "spring"
    SUMMER = "summer"
    AUTUMN = "autumn"
    WINTER = "winter"


class LifeStage(StrEnum):
    """Stage of life."""

    YOUTHFUL = "youthful"
    PRIME = "prime"
    WISDOM = "wisdom"


@dataclass(frozen=True)
class SignRecord:
    """Traditional attributes of one sign; planet, element and chakras are keys of `texts`."""

    sign: ZodiacSign
    name: BilingualText
    # Faces of the beads.
    primary: int
    secondary: int
    planet: str
    element: str
    chakras: tuple[str, ...]
    compatible: tuple[ZodiacSign, ...]
    description: BilingualText
    benefits: tuple[BilingualText, ...]
    life_areas: tuple[BilingualText, ...]
    challenges: tuple[BilingualText, ...]
    solutions: tuple[BilingualText, ...]


def sign_of(born: date) -> ZodiacSign:
    """Return the sign of a day of birth."""
    found = ZodiacSign.CAPRICORN
    for first_day, sign in FIRST_DAYS:
        if (born.month, born.day) >= first_day:
            found = sign
    return found


def last_day_of(sign: ZodiacSign) -> tuple[int, int]:
    """Return the sign's last day, (month, day): the one before the next sign begins."""
    signs = [each for _, each in FIRST_DAYS]
    (month, day), _ = FIRST_DAYS[(signs.index(sign) + 1) % len(FIRST_DAYS)]
    return month, day - 1


def record_of(sign: str) -> SignRecord:
    """Return what is known of a sign by its name.

    Raises NotFound when it is none of the twelve ("Unknown").
    """
    records = _records()
    if sign not in records:
        raise NotFound(f"sign {sign!r}", text=_("Invalid zodiac sign"))
    return records[ZodiacSign(sign)]


def day_part_of(born_at: time | None) -> DayPart:
    """Return the part of the day; None is an hour nobody remembers."""
    if born_at is None:
        return DayPart.UNKNOWN
    if 6 <= born_at.hour < 12:
        return DayPart.MORNING
    return DayPart.AFTERNOON if 12 <= born_at.hour < 18 else DayPart.EVENING


def season_of(month: int) -> Season:
    """Return the season of a month of birth (1 to 12)."""
    if 3 <= month <= 5:
        return Season.SPRING
    if 6 <= month <= 8:
        return Season.SUMMER
    return Season.AUTUMN if 9 <= month <= 11 else Season.WINTER


def age_on(today: date, born: date) -> int:
    """Return the completed years; born on 29 February, one is a year older on 1 March of other years."""
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def life_stage_of(age: int) -> LifeStage:
    """Return the stage of life at this age in years."""
    if age < 25:
        return LifeStage.YOUTHFUL
    return LifeStage.PRIME if age < 50 else LifeStage.WISDOM


@lru_cache(maxsize=1)
def _records() -> dict[ZodiacSign, SignRecord]:
    raw: dict[str, dict[str, Any]] = json.loads(_RECORDS.read_text(encoding="utf-8"))
    return {sign: _record(sign, raw[sign]) for sign in ZodiacSign}


def _record(sign: ZodiacSign, raw: dict[str, Any]) -> SignRecord:
    lists = {
        name: tuple(BilingualText(en, hi) for en, hi in zip(*raw[name], strict=True))
        for name in ("benefits", "life_areas", "challenges", "solutions")
    }
    return SignRecord(
        sign=sign,
        name=BilingualText(*raw["name"]),
        primary=raw["primary"],
        secondary=raw["secondary"],
        planet=raw["planet"],
        element=raw["element"],
        chakras=tuple(raw["chakras"]),
        compatible=tuple(ZodiacSign(name) for name in raw["compatible"]),
        description=BilingualText(*raw["description"]),
        **lists,
    )
