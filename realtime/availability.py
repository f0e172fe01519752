"""Whether the database can be read: while it cannot, no screen may call itself live."""

import asyncio
from typing import TypeVar

from django.db import Error as DatabaseError

from realtime import protocol
from realtime.open_sockets import open_sockets

T = TypeVar("T")

# A read that fails is tried again half a second later: two in a row are no blink.
FAILURES = 2
# One that says nothing for so long may hang for ever.
SILENT_SECONDS = 5.0
SOCKETS_AT_A_TIME = 500


class Availability:
    """What the tail of the events finds, told to every socket when it changes."""

    def __init__(self) -> None:
        self.is_away = False
        self._failures = 0

    async def judge(self, reading: "asyncio.Future[T]") -> T:
        """Return what is read. Raises the database's errors."""
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
