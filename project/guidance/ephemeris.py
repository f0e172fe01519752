"""The ephemeris: sidereal longitudes of the planets at a moment, and the ascendant of a place.

Positions are apparent, seen from the Earth's centre, by Skyfield from JPL's ephemeris DE421 (1899 to 2053),
whose file comes with the package skyfield-data: nothing is fetched. Longitudes are counted from the
Lahiri ayanamsa, India's official one. All angles are degrees.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

# The lunar nodes are points, not bodies; Ketu lies opposite Rahu.
BODIES: Final[Mapping[str, str]] = {
    "sun": "sun",
    "moon": "moon",
    "mars": "mars",
    "mercury": "mercury",
    "jupiter": "jupiter barycenter",
    "venus": "venus",
    "saturn": "saturn barycenter",
}
PLANETS: Final = (*BODIES, "rahu", "ketu")
_J2000: Final = 2451545.0
_CENTURY: Final = 36525.0
# The Indian calendar reform fixed the ayanamsa at 23°15′00.658″ for 21 March 1956, 0 h ephemeris time,
# counted on the true equinox. Freed of that day's nutation (16.769″) it is the mean one, which
# precession carries on.
_LAHIRI_EPOCH: Final = 2435553.5
_LAHIRI_AT_EPOCH: Final = 23 + 15 / 60 + (0.658 - 16.769) / 3600
_FIRST_LEAP_SECOND: Final = 1972
# Over which time a planet's motion is measured.
_STEP: Final = timedelta(minutes=30)


@dataclass(frozen=True)
class Sky:
    """Longitudes by planet, which of them move backwards, and the rising point if a place was given."""

    longitudes: Mapping[str, float]
    retrograde: frozenset[str]
    lagna: float | None
    ayanamsa: float


def sky_at(moment: datetime, place: tuple[float, float] | None = None) -> Sky:
    """Return the sky at a moment (aware); `place` is latitude north and longitude east.

    Raises ValueError (EphemerisRangeError) outside the years of the ephemeris.
    """
    here = _longitudes(moment)
    before, after = _longitudes(moment - _STEP), _longitudes(moment + _STEP)
    return Sky(
        longitudes=here,
        # The mean nodes always do; nobody remarks on it.
        retrograde=frozenset(name for name in BODIES if _turn(after[name] - before[name]) < 0),
        lagna=None if place is None else _lagna(moment, *place),
        ayanamsa=float(mean_ayanamsa(_time(moment).tt)),
    )


def mean_ayanamsa(jd: float) -> float:
    """Return the Lahiri ayanamsa, without nutation, at a Julian day of terrestrial time."""
    return _LAHIRI_AT_EPOCH + _precession(jd) - _precession(_LAHIRI_EPOCH)


def _precession(jd: float) -> float:
    """Return the general precession in longitude since 2000 (Capitaine and others, 2003)."""
    t = (jd - _J2000) / _CENTURY
    return (5028.796195 * t + 1.1054348 * t * t + 0.00007964 * t**3) / 3600


def _longitudes(moment: datetime) -> dict[str, float]:
    from skyfield.framelib import ecliptic_frame

    ephemeris = _ephemeris()
    time = _time(moment)
    nutation, _ = _nutation(time)
    start = mean_ayanamsa(time.tt) + nutation
    earth = ephemeris["earth"].at(time)
    found = {}
    for name, body in BODIES.items():
        _, longitude, _ = earth.observe(ephemeris[body]).apparent().frame_latlon(ecliptic_frame)
        found[name] = float((longitude.degrees - start) % 360)
    # The mean node, as Indian almanacs have it (Meeus, Astronomical Algorithms, 47.7), on the mean equinox.
    t = (time.tt - _J2000) / _CENTURY
    node = 125.0445479 - 1934.1362891 * t + 0.0020754 * t * t + t**3 / 467441
    found["rahu"] = float((node - mean_ayanamsa(time.tt)) % 360)
    found["ketu"] = (found["rahu"] + 180) % 360
    return found


def _lagna(moment: datetime, latitude: float, longitude: float) -> float:
    """Return the point of the ecliptic that rises in the east."""
    from skyfield.nutationlib import mean_obliquity

    time = _time(moment)
    nutation, in_obliquity = _nutation(time)
    tilt = math.radians(mean_obliquity(time.tdb) / 3600 + in_obliquity)
    turned = math.radians(time.gast * 15 + longitude)
    height = math.radians(latitude)
    rising = math.atan2(
        math.cos(turned), -(math.sin(turned) * math.cos(tilt) + math.tan(height) * math.sin(tilt))
    )
    return float((math.degrees(rising) - mean_ayanamsa(time.tt) - nutation) % 360)


def _nutation(time: Any) -> tuple[float, float]:
    """Return the nutation in longitude and in obliquity."""
    from skyfield.nutationlib import iau2000a_radians

    in_longitude, in_obliquity = iau2000a_radians(time)
    return math.degrees(in_longitude), math.degrees(in_obliquity)


def _turn(angle: float) -> float:
    """Return an angle between two directions, −180 to 180."""
    return (angle + 180) % 360 - 180


def _time(moment: datetime) -> Any:
    utc = moment.astimezone(UTC)
    if utc.year >= _FIRST_LEAP_SECOND:
        return _clock().from_datetime(utc)
    # Before there were leap seconds clocks went by the Earth itself. Taken for today's UTC, a time of 1900
    # would be off by 45 seconds, the rising point by a fifth of a degree.
    seconds = utc.second + utc.microsecond / 1e6
    return _clock().ut1(utc.year, utc.month, utc.day, utc.hour, utc.minute, seconds)


@lru_cache(maxsize=1)
def _clock() -> Any:
    # Imported late, here and above: most processes never draw a chart, and numpy is heavy.
    from skyfield.api import Loader

    return Loader(str(Path(__file__).parent)).timescale(builtin=True)


@lru_cache(maxsize=1)
def _ephemeris() -> Any:
    from skyfield.api import load_file

    # Not by the package's own function: it warns of another file's age, one of the Earth's rotation.
    return load_file(str(files("skyfield_data") / "data" / "de421.bsp"))
