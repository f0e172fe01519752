"""Places of birth: every town of India and the world's larger cities, with their time zones.

The table is GeoNames' (www.geonames.org, Creative Commons Attribution 4.0), made by deploy/compile_places.py.
"""

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from project.core.india import STATES, state_name

_TABLE = Path(__file__).with_name("places.tsv")
MAX_FOUND: Final = 8
_INDIA: Final = ("India", "भारत")


class Place(NamedTuple):
    """A town; degrees north and east, `zone` as zoneinfo names it, `region` a state of India or a country."""

    name: str
    hindi: str
    region: str
    latitude: float
    longitude: float
    zone: str

    def label(self, language: str) -> str:
        """Return the town with its state or country: Ujjain, Madhya Pradesh, India."""
        hindi = language == "hi"
        name = self.hindi if hindi and self.hindi else self.name
        if self.region in STATES:
            return f"{name}, {state_name(self.region, language)}, {_INDIA[hindi]}"
        return f"{name}, {self.region}"


def find_places(typed: str) -> list[Place]:
    """Return the towns whose names begin with what was typed, the largest first; a state may follow."""
    parts = [_folded(part) for part in typed.split(",")]
    name, rest = parts[0], [part for part in parts[1:] if part]
    if not name:
        return []
    found: list[Place] = []
    for keys, region_keys, place in _table():
        if any(key.startswith(name) for key in keys) and all(
            any(key.startswith(part) for key in region_keys) for part in rest
        ):
            found.append(place)
            if len(found) == MAX_FOUND:
                break
    return found


def place_named(written: str) -> Place | None:
    """Return the one place a person means; None where no name of a town is exactly the one written.

    Of towns that share a name the largest is meant, unless a state or a country follows it.
    """
    parts = [_folded(part) for part in written.split(",")]
    rest = [part for part in parts[1:] if part]
    for keys, region_keys, place in _table():
        if parts[0] in keys and all(part in region_keys for part in rest):
            return place
    return None


def _folded(text: str) -> str:
    """Return the text as it is compared: small letters, no marks, single blanks."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    # The vowel signs of Devanagari are marks as well, and stay.
    return " ".join("".join(c for c in plain if not "\u0300" <= c <= "\u036f").split())


@lru_cache(maxsize=1)
def _table() -> list[tuple[tuple[str, ...], tuple[str, ...], Place]]:
    """Read the table once, when the first form asks, the largest towns first."""
    rows = []
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        name, hindi, region, latitude, longitude, zone, others = line.split("\t")
        place = Place(name, hindi, region, float(latitude), float(longitude), zone)
        names = (region, state_name(region, "hi"), *_INDIA) if region in STATES else (region,)
        rows.append(
            (
                tuple(_folded(each) for each in (name, hindi, *others.split("|")) if each),
                tuple(_folded(each) for each in names),
                place,
            )
        )
    return rows
