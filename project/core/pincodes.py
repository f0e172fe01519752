"""City and state of a pincode.

The table is India Post's directory, made by deploy/compile_pincodes.py: each line is the first pincode of a
run within one sorting district, its city and its state; without a city nobody knows. What is found fills a
form in; the shopper may correct it.
"""

from bisect import bisect_right
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_TABLE = Path(__file__).with_name("pincodes.tsv")
_SORTING_DISTRICT = 3


class Place(NamedTuple):
    """Place of a pincode, named in English as India Post does. One that lies in two states has none."""

    city: str
    state: str


def find_place(pincode: str) -> Place | None:
    """Return the place of a pincode of six digits; None where there is none we know."""
    starts, places = _table()
    position = bisect_right(starts, pincode) - 1
    if position < 0 or starts[position][:_SORTING_DISTRICT] != pincode[:_SORTING_DISTRICT]:
        return None
    return places[position] if places[position].city else None


@lru_cache(maxsize=1)
def _table() -> tuple[list[str], list[Place]]:
    """Read the table once, when the first form asks: half a megabyte that many processes never need."""
    rows = [line.split("\t") for line in _TABLE.read_text(encoding="utf-8").splitlines()]
    return [start for start, _, _ in rows], [Place(city, state) for _, city, state in rows]
