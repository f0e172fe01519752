"""A timer wheel that pings all sockets of the process and closes dead ones."""

import asyncio
import logging
import random
import time

from realtime.socket import Socket

logger = logging.getLogger(__name__)

PING_INTERVAL = 25.0
PING_TIMEOUT = 20.0
SLOTS = int(PING_INTERVAL)
CLOSE_SILENT = 4410


class Heartbeat:
    """A timer wheel with a slot for each second; a socket stays in its slot."""

    def __init__(self, *, interval: float = PING_INTERVAL, timeout: float = PING_TIMEOUT) -> None:
        self._interval = interval
        self._timeout = timeout
        self._slots: list[set[Socket]] = [set() for _ in range(SLOTS)]
        self._task = asyncio.get_running_loop().create_task(self._turn())

    def add(self, socket: Socket) -> None:
        """Ping the socket from now on, first at a random moment of the interval."""
        random.choice(self._slots).add(socket)

    def remove(self, socket: Socket) -> None:
        """Stop pinging."""
        for slot in self._slots:
            slot.discard(socket)

    def stop(self) -> None:
        """Stop the wheel."""
        self._task.cancel()

    async def _turn(self) -> None:
        position = 0
        while True:
            await asyncio.sleep(self._interval / SLOTS)
            position = (position + 1) % SLOTS
            for socket in list(self._slots[position]):
                try:
                    self._visit(socket)
                except Exception:
                    # An error of one socket must not stop the pings of the others.
                    logger.exception("socket %s could not be pinged", socket.sid)

    def _visit(self, socket: Socket) -> None:
        if socket.pings_out and time.monotonic() - socket.last_seen > self._timeout:
            # No pong for a whole turn, or for a full window: the client is gone.
            socket.close(CLOSE_SILENT)
        else:
            socket.ping()


_heartbeat: tuple[asyncio.AbstractEventLoop, Heartbeat] | None = None


def get_heartbeat() -> Heartbeat:
    """Return this process's wheel, which runs on the running loop."""
    global _heartbeat
    loop = asyncio.get_running_loop()
    if _heartbeat is None or _heartbeat[0] is not loop:
        _heartbeat = (loop, Heartbeat())
    return _heartbeat[1]
