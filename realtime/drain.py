"""A planned stop, which closes the sockets in slices with a close frame."""

import asyncio
import random

from realtime import protocol
from realtime.open_sockets import open_sockets

SLICES = 30
SLICE_AT_LEAST = 100
SLICE_PAUSE_SECONDS = 0.1
# Seconds over which clients reconnect.
RECONNECT_SPREAD_MS = 3000
CLOSE_RESTART = 4503
CLOSED_WITHIN_SECONDS = 2.0
# Seconds for all sockets, shorter than a supervisor's stop time-out.
DRAIN_WITHIN_SECONDS = 6.0

_draining = False


def draining() -> bool:
    """Return True while the process is stopping and takes no new sockets."""
    return _draining


async def drain() -> None:
    """Take no new sockets, tell every client when to reconnect, and close it."""
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
