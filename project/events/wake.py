"""Tell the hubs that topics changed: a hint that makes them fast, never what makes them right.

Two ways lead from a commit to a hub. Within the process a hub registers itself here and is called
directly. Between processes the channel layer carries the topics' names to one group that only hubs join;
a thread with an event loop of its own sends them, so that no request waits for the broker and the sending
connection outlives the request. In embedded mode (no broker) other processes are reached by the hub's tail
of the event table.
"""

import asyncio
import logging
import os
import threading
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from channels.layers import get_channel_layer
from django.conf import settings

logger = logging.getLogger(__name__)

GROUP = "hubs"
# This process's own hints come back from the layer; its hub heard them already.
ORIGIN = uuid.uuid4().hex
# Hints that may wait for the broker; more are dropped, the tail finds what they named.
MAX_WAITING = 1000
SEND_WITHIN_SECONDS = 2.0

# Of the topics' names and the id of their event, None when there is none.
Listener = Callable[[Sequence[str], int | None], None]
_listeners: list[Listener] = []


def add_listener(listener: Listener) -> None:
    """Call `listener` (from any thread; it must not block or raise) with each change of this process."""
    _listeners.append(listener)


def wake_hubs(topics: Sequence[str], event_id: int | None = None) -> None:
    """Name the changed topics to the hubs of all processes; never waits, never raises.

    A hub that heard of an event by its id leaves it out when its tail finds it.
    """
    for listener in list(_listeners):
        listener(topics, event_id)
    if settings.REDIS_URL:
        _sender().send(topics, event_id)


class _Sender:
    """A thread with an event loop that passes hints to the channel layer."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        # Touched on the loop only.
        self._under_way: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="hub-hints", daemon=True).start()

    def send(self, topics: Sequence[str], event_id: int | None) -> None:
        """Pass it on; called from any thread."""
        message = {"type": "hub.changed", "topics": list(topics), "event": event_id, "origin": ORIGIN}
        self._loop.call_soon_threadsafe(self._start, message)

    def _start(self, message: dict[str, Any]) -> None:
        if len(self._under_way) >= MAX_WAITING:
            return
        task = self._loop.create_task(self._send(message))
        self._under_way.add(task)
        task.add_done_callback(self._sent)

    def _sent(self, task: "asyncio.Task[None]") -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.warning("a hint was not sent (the tail will find it): %r", error)

    async def _send(self, message: dict[str, Any]) -> None:
        layer = get_channel_layer()
        for last_try in (False, True):
            try:
                await asyncio.wait_for(layer.group_send(GROUP, message), timeout=SEND_WITHIN_SECONDS)
                return
            except Exception:
                # The first publish after a restart of the broker fails and reconnects.
                if last_try:
                    raise


_lock = threading.Lock()
_current: _Sender | None = None


def _sender() -> _Sender:
    """Return this process's sender; a forked child needs its own thread."""
    global _current
    with _lock:
        if _current is None or _current.pid != os.getpid():
            _current = _Sender()
        return _current
