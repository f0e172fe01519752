"""The Vedic chart of a birth: rashi, nakshatra and pada of each planet, lagna and whole-sign houses."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import ClassVar, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from project.core.errors import DomainError, ErrorCode
from project.core.language import translate
from project.guidance import texts
from project.guidance.ephemeris import PLANETS, Sky, sky_at
from project.guidance.places import Place
from project.guidance.schemas import SkyPoint, VedicChart

_RASHI: Final = 30.0
_PADAS: Final = 27 * 4
_DAY: Final = timedelta(days=1)


class ChartFailed(DomainError):
    """The ephemeris cannot be read here."""

    code = ErrorCode.INTERNAL
    status: ClassVar[int] = 503


def chart_of(born: date, hour: time | None, place: Place, *, language: str) -> VedicChart:
    """Return the chart; without an hour, only what is the same from midnight to midnight.

    Raises ChartFailed.
    """
    zone = ZoneInfo(place.zone)
    moment = datetime.combine(born, hour or time(12), zone).astimezone(UTC)
    try:
        if hour is None:
            lagna, planets = None, _points_of_day(born, zone, language)
        else:
            sky = sky_at(moment, (place.latitude, place.longitude))
            assert sky.lagna is not None
            lagna = _point("lagna", sky.lagna, language, sky)
            planets = [_point(name, sky.longitudes[name], language, sky) for name in PLANETS]
        ayanamsa = sky_at(moment).ayanamsa
    except OSError as error:
        raise ChartFailed(repr(error), text=_("Error generating vedic chart")) from error
    return VedicChart(
        place=place.label(language),
        latitude=place.latitude,
        longitude=place.longitude,
        time_zone=place.zone,
        clock=_clock(moment.astimezone(zone)),
        born_at=None if hour is None else moment,
        ayanamsa=_degrees(ayanamsa),
        lagna=lagna,
        planets=planets,
    )


def rashi_of(longitude: float) -> int:
    """Return the rashi, 1 to 12 from Mesha."""
    return int(longitude // _RASHI) + 1


def nakshatra_of(longitude: float) -> tuple[int, int]:
    """Return the nakshatra, 1 to 27 from Ashwini, and its pada, 1 to 4."""
    # Multiplied first: a pada has no finite number of degrees, and its borders would move.
    quarter = int(longitude * _PADAS / 360)
    return quarter // 4 + 1, quarter % 4 + 1


def _point(name: str, longitude: float, language: str, sky: Sky | None = None) -> SkyPoint:
    nakshatra, pada = nakshatra_of(longitude)
    rashi = rashi_of(longitude)
    return SkyPoint(
        key=name,
        name=translate(texts.LAGNA, language)
        if name == "lagna"
        else translate(texts.PLANETS[name], language),
        rashi=rashi,
        rashi_name=translate(texts.RASHIS[rashi - 1], language),
        longitude=round(longitude, 4),
        degrees=_degrees(longitude % _RASHI),
        nakshatra=translate(texts.NAKSHATRAS[nakshatra - 1], language),
        pada=pada,
        # The lagna's rashi is the first house, whole.
        house=(rashi - rashi_of(sky.lagna)) % 12 + 1 if sky is not None and sky.lagna is not None else None,
        retrograde=sky is not None and name in sky.retrograde,
    )


def _points_of_day(born: date, zone: ZoneInfo, language: str) -> list[SkyPoint]:
    """Return of each planet what holds whatever the hour was."""
    midnight = datetime.combine(born, time(), zone)
    skies = [sky_at(midnight), sky_at(midnight + _DAY / 2), sky_at(midnight + _DAY)]
    return [_common([_point(name, sky.longitudes[name], language, sky) for sky in skies]) for name in PLANETS]


def _common(points: Sequence[SkyPoint]) -> SkyPoint:
    """Return what these have in common."""
    first = points[0]
    rashi = len({point.rashi for point in points}) == 1
    nakshatra = len({point.nakshatra for point in points}) == 1
    pada = nakshatra and len({point.pada for point in points}) == 1
    return first.model_copy(
        update={
            "rashi": first.rashi if rashi else None,
            "rashi_name": first.rashi_name if rashi else None,
            "longitude": None,
            "degrees": None,
            "nakshatra": first.nakshatra if nakshatra else None,
            "pada": first.pada if pada else None,
            "retrograde": all(point.retrograde for point in points),
        }
    )


def _degrees(angle: float) -> str:
    """Write an angle as almanacs do, cut to the minute: 12°34′."""
    minutes = int(angle * 60)
    return f"{minutes // 60}°{minutes % 60:02}′"


def _clock(local: datetime) -> str:
    """Write how far the place's clocks were ahead of UTC; odd seconds of old local times are kept."""
    return local.replace(microsecond=0).isoformat()[len("1990-08-22T05:40:00") :]
