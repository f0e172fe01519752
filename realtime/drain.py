"""A planned stop: say goodbye in slices, close with a close frame, then let daphne go.

daphne itself drops all sockets at once on TERM; every client would see a broken line and come back in the
same second.
"""

import asyncio
import logging
import random
from typing import Any

from daphne.server import Server
from twisted.internet import defer

from realtime import protocol

logger = logging.getLogger(__name__)

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
    """Tell every client when to come back and close it."""
    from realtime.consumers import open_sockets

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


def install() -> None:
    """Drain before daphne kills its applications; called once, when the application is put together."""
    kill = Server.kill_all_applications
    if getattr(kill, "drains", False):
        return

    def drain_then_kill(server: Any) -> Any:
        global _draining
        _draining = True
        goodbye = defer.Deferred.fromFuture(
            asyncio.ensure_future(asyncio.wait_for(drain(), DRAIN_WITHIN_SECONDS))
        )
        goodbye.addErrback(lambda failure: logger.warning("not all sockets were closed: %s", failure.value))
        goodbye.addCallback(lambda _: kill(server))
        return goodbye

    drain_then_kill.drains = True  # type: ignore[attr-defined]
    Server.kill_all_applications = drain_then_kill
