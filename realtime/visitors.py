"""Counts of this process's visitors by the places that their sockets watch.

A socket counts once, in the furthest of its places, and once for each step of the day's funnel. No address,
page or person is written; network addresses are in memory for a minute, to limit the counts of one.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import cast

from django.utils import timezone

from project.backoffice.visitors import (
    CACHE_ERRORS,
    PLACES,
    PUBLISH_SECONDS,
    VISIT,
    Place,
    Publisher,
    add_visits,
)
from project.core.throttle import Limit
from project.events import wake
from realtime.socket import Socket, Watch
from realtime.watched_topic import Watched

logger = logging.getLogger(__name__)

# Many phones share one network address.
STEPS = Limit("visitor-steps", 200, 60, of_each="network", counts="steps of the funnel, in a process")


class Visitors:
    """Counter on the event loop, which writes the cache in a thread of its own."""

    def __init__(self, loop: asyncio.AbstractEventLoop, watched: Mapping[str, Watched]) -> None:
        self._loop = loop
        # The hub's watched topics by name.
        self._watched = watched
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="visitors")
        self._publisher = Publisher(wake.ORIGIN)
        self._arrived = asyncio.Event()
        # Visits not written yet, by day and step.
        self._visits: Counter[tuple[date, Place]] = Counter()
        self._by_address: Counter[str] = Counter()
        self._window_ends = 0.0

    def add(self, watch: Watch, *, was_counted: bool) -> None:
        """Add a watch; the first of a place today is a step of the funnel."""
        if not watch.name.startswith(VISIT):
            return
        self._arrived.set()
        place = cast(Place, watch.name.removeprefix(VISIT))
        socket = watch.socket
        if was_counted or place in socket.visited:
            return
        socket.visited += (place,)
        if self._may_count(socket.address):
            self._visits[timezone.localdate(), place] += 1

    def _may_count(self, address: str) -> bool:
        """Count a step of a network address; return False beyond its limit."""
        now = self._loop.time()
        if now >= self._window_ends:
            self._by_address.clear()
            self._window_ends = now + STEPS.seconds
        self._by_address[address] += 1
        return self._by_address[address] <= STEPS.value

    def count(self) -> dict[Place, int]:
        """Return the number of sockets in each place."""
        counts: dict[Place, int] = {}
        counted: set[Socket] = set()
        for place in reversed(PLACES):
            watched = self._watched.get(f"{VISIT}{place}")
            here = {watch.socket for watch in watched.watches} - counted if watched else set()
            counts[place] = len(here)
            counted |= here
        return counts

    async def keep(self) -> None:
        """Publish periodically while there are visitors and once after the last one, for ever."""
        is_published = is_away = False
        while True:
            counts = self.count()
            if not (any(counts.values()) or self._visits or is_published):
                self._arrived.clear()
                await self._arrived.wait()
                continue
            visits, self._visits = self._visits, Counter()
            try:
                await self._loop.run_in_executor(self._thread, self._write, counts, visits)
                is_published, is_away = any(counts.values()), False
            except CACHE_ERRORS as error:
                self._visits.update(visits)
                if not is_away:
                    logger.warning("visitors are not published, the cache does not answer: %r", error)
                is_away = True
            await asyncio.sleep(PUBLISH_SECONDS)

    def _write(self, counts: Mapping[Place, int], visits: Counter[tuple[date, Place]]) -> None:
        """Publish the counts, and subtract the visits written."""
        self._publisher.publish(counts)
        for (day, place), number in list(visits.items()):
            add_visits(day, place, number)
            del visits[day, place]
