"""Visitors of this moment and today's visits: sums without persons, which expire in the cache.

Every live process publishes how many of its sockets are where, and renews that while there are any. Whoever
reads adds up what has not expired, so the counts of a process that died are gone within LIFETIME_SECONDS.
Sums of the day expire at its end. Nothing else is written, here or elsewhere; see `realtime/README.md`.
"""

import contextlib
import logging
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any, Final, Literal, get_args

from django.core.cache import caches
from django.utils import timezone
from redis.exceptions import RedisError

from project.core.days import start_of_day

logger = logging.getLogger(__name__)

# Where a visitor can be, the furthest last; "ordered" for a moment after an order. No other word is counted.
Place = Literal["browsing", "product", "cart", "checkout", "paying", "ordered"]
PLACES: Final[tuple[Place, ...]] = get_args(Place)

# A page of a visitor watches the topic of each place it shows, such as "visit:cart".
VISIT: Final = "visit:"

# How often a process publishes, and how long that holds.
PUBLISH_SECONDS: Final = 2.0
LIFETIME_SECONDS: Final = 7
# Processes whose counts can be held at a time; each has a slot of its own.
SLOTS: Final = 128
# What the cache raises while it is away.
CACHE_ERRORS: Final = (RedisError, OSError)


def _cache() -> Any:
    """Return the cache in which a flood of other entries pushes no counter out."""
    return caches["limits"]


# -- Now -----------------------------------------------------------------------------------------


class Publisher:
    """One process's counts: it leases a slot of the cache, and another one when it was away too long."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._slot: int | None = None

    def publish(self, counts: Mapping[Place, int]) -> None:
        """Replace what this process published before. Raises the cache's errors."""
        cache = _cache()
        entry = {"process": self._process, "counts": dict(counts)}
        if self._slot is not None:
            held = cache.get(_slot_key(self._slot))
            if held is not None and held["process"] == self._process:
                cache.set(_slot_key(self._slot), entry, LIFETIME_SECONDS)
                return
        for slot in range(SLOTS):
            if cache.add(_slot_key(slot), entry, LIFETIME_SECONDS):
                self._slot = slot
                return
        logger.warning("more than %d live processes: the visitors of this one are not counted", SLOTS)


def count_here() -> dict[Place, int]:
    """Return how many visitors are where, over all processes. Raises the cache's errors."""
    entries = _cache().get_many([_slot_key(slot) for slot in range(SLOTS)]).values()
    return {place: sum(entry["counts"].get(place, 0) for entry in entries) for place in PLACES}


def _slot_key(slot: int) -> str:
    return f"visitors:{slot}"


# -- Today ---------------------------------------------------------------------------------------


def add_visits(day: date, place: Place, visits: int) -> None:
    """Add to a sum of an Indian day; a day that has ended has none. Raises the cache's errors."""
    left = int((start_of_day(day + timedelta(days=1)) - timezone.now()).total_seconds())
    if left <= 0:
        return
    cache = _cache()
    cache.add(_since_key(day), timezone.now(), timeout=left)
    cache.add(_sum_key(day, place), 0, timeout=left)
    with contextlib.suppress(ValueError):  # the day ended between the two calls
        cache.incr(_sum_key(day, place), visits)


def count_visits(day: date) -> tuple[dict[Place, int], datetime | None]:
    """Return how many visits came how far, and since when they are counted. Raises the cache's errors.

    The cache may have lost what it counted earlier in the day; then the moment says so.
    """
    keys = {_sum_key(day, place): place for place in PLACES}
    found = _cache().get_many([*keys, _since_key(day)])
    since = found.pop(_since_key(day), None)
    return {place: int(found.get(key, 0)) for key, place in keys.items()}, since


def _sum_key(day: date, place: Place) -> str:
    return f"visits:{day}:{place}"


def _since_key(day: date) -> str:
    return f"visits:{day}:since"
