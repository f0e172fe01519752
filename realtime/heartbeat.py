"""One wheel pings all sockets of the process, spread over the interval, and closes those that are gone."""

import asyncio
import random

from realtime.socket import Socket

PING_INTERVAL = 25.0
PING_TIMEOUT = 20.0
SLOTS = int(PING_INTERVAL)
CLOSE_SILENT = 4410


class Heartbeat:
    """A wheel of one slot a second; a socket sits in one slot for life."""

    def __init__(self) -> None:
        self._slots: list[set[Socket]] = [set() for _ in range(SLOTS)]
        self._task = asyncio.get_running_loop().create_task(self._turn())

    def add(self, socket: Socket) -> None:
        """Ping the socket from now on, first at a random moment of the interval."""
        random.choice(self._slots).add(socket)

    def remove(self, socket: Socket) -> None:
        """Stop pinging."""
        for slot in self._slots:
            slot.discard(socket)

    async def _turn(self) -> None:
        loop = asyncio.get_running_loop()
        position = 0
        while True:
            await asyncio.sleep(PING_INTERVAL / SLOTS)
            position = (position + 1) % SLOTS
            for socket in list(self._slots[position]):
                if socket.pings_out and loop.time() - socket.last_seen > PING_TIMEOUT:
                    # Asked a whole turn ago, or for a window that stayed shut: nobody is there.
                    await socket.close(CLOSE_SILENT)
                    self._slots[position].discard(socket)
                else:
                    socket.ping()


_heartbeat: tuple[asyncio.AbstractEventLoop, Heartbeat] | None = None


def get_heartbeat() -> Heartbeat:
    """Return this process's wheel, turning on the running loop."""
    global _heartbeat
    loop = asyncio.get_running_loop()
    if _heartbeat is None or _heartbeat[0] is not loop:
        _heartbeat = (loop, Heartbeat())
    return _heartbeat[1]
