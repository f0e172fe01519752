"""A planned stop: say goodbye in slices, then close with a close frame."""

import asyncio
import random

from realtime import protocol
from realtime.open_sockets import open_sockets

SLICES = 30
SLICE_AT_LEAST = 100
SLICE_PAUSE_SECONDS = 0.1
# Clients come back spread over this long.
RECONNECT_SPREAD_MS = 3000
CLOSE_RESTART = 4503
CLOSED_WITHIN_SECONDS = 2.0
# The goodbye as a whole; a supervisor's patience is longer.
DRAIN_WITHIN_SECONDS = 6.0

_draining = False


def draining() -> bool:
    """Return whether the process is stopping: no new sockets are taken."""
    return _draining


async def drain() -> None:
    """Take no new sockets, tell every client when to come back and close it."""
    global _draining
    _draining = True
    sockets = open_sockets()
    size = max(SLICE_AT_LEAST, len(sockets) // SLICES + 1)
    for start in range(0, len(sockets), size):
        some = sockets[start : start + size]
        for socket in some:
            if socket.connected:
                wait = random.randrange(200, RECONNECT_SPREAD_MS)
                socket.write(protocol.event("bye", {"reconnectIn": wait}))
        await asyncio.sleep(SLICE_PAUSE_SECONDS)
        for socket in some:
            socket.close(CLOSE_RESTART)
    deadline = asyncio.get_running_loop().time() + CLOSED_WITHIN_SECONDS
    while open_sockets() and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(0.05)
