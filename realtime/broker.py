"""The hints of other web processes, received through the message broker."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

from channels.layers import get_channel_layer

from project.events import wake

logger = logging.getLogger(__name__)

PROBE_SECONDS = 1.0
# Unheard probes after which the connection to the broker is made anew.
PROBES_LOST = 5


class BrokerHints:
    """Calls `on_hint` with a message's topics and event id, `on_gap` whenever messages may have been lost."""

    def __init__(
        self, on_hint: Callable[[Sequence[str], int | None], None], on_gap: Callable[[], None]
    ) -> None:
        self._on_hint = on_hint
        self._on_gap = on_gap
        self._probe_heard = asyncio.Event()

    async def listen(self) -> None:
        """Receive until the connection fails, which raises."""
        layer = get_channel_layer()
        # What an earlier connection left half done; nobody else uses the layer on this loop.
        await layer.flush()
        channel = await layer.new_channel()
        await layer.group_add(wake.GROUP, channel)
        # What was sent before we listened is in the table.
        self._on_gap()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._receive(layer, channel))
            group.create_task(self._probe(layer, channel))

    async def _receive(self, layer: Any, channel: str) -> None:
        while True:
            message = await layer.receive(channel)
            if message["type"] == "hub.probe":
                self._probe_heard.set()
            elif message.get("origin") != wake.ORIGIN:
                # Another release may name no event.
                self._on_hint(message.get("topics", ()), message.get("event"))

    async def _probe(self, layer: Any, channel: str) -> None:
        """Send ourselves a message through the broker, again and again.

        The layer reconnects by itself and does not tell: messages sent meanwhile are lost, so the gap is
        reported as soon as a probe comes through again.
        """
        lost = 0
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            self._probe_heard.clear()
            try:
                async with asyncio.timeout(PROBE_SECONDS):
                    await layer.send(channel, {"type": "hub.probe"})
                    await self._probe_heard.wait()
            except Exception as error:
                lost += 1
                if lost >= PROBES_LOST:
                    raise ConnectionError("the message broker does not answer") from error
                continue
            if lost:
                lost = 0
                logger.info("the message broker answers again")
                self._on_gap()
