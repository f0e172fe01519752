"""Availability of the database, which every screen that calls itself live depends on."""

import asyncio
from typing import TypeVar

from django.db import Error as DatabaseError

from realtime import protocol
from realtime.open_sockets import open_sockets

T = TypeVar("T")

# A failed read is retried after half a second; two in a row count as an outage.
FAILURES = 2
# A read without a result for this long counts as hanging.
SILENT_SECONDS = 5.0
SOCKETS_AT_A_TIME = 500


class Availability:
    """The state that the tail of the events finds, sent to every socket when it changes."""

    def __init__(self) -> None:
        self.is_away = False
        self._failures = 0

    async def judge(self, reading: "asyncio.Future[T]") -> T:
        """Return the result of the read; raise the database's errors."""
        await asyncio.wait({reading}, timeout=SILENT_SECONDS)
        if not reading.done():
            await self._tell(away=True)
        try:
            found = await reading
        except DatabaseError:
            self._failures += 1
            if self._failures >= FAILURES:
                await self._tell(away=True)
            raise
        self._failures = 0
        await self._tell(away=False)
        return found

    async def _tell(self, *, away: bool) -> None:
        if self.is_away == away:
            return
        self.is_away = away
        frame = protocol.database(away=away)
        for number, socket in enumerate(open_sockets(), start=1):
            if socket.connected:
                socket.write(frame)
            if number % SOCKETS_AT_A_TIME == 0:
                await asyncio.sleep(0)
