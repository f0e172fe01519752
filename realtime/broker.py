"""The hints of other web processes, received through the message broker."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

from channels.layers import get_channel_layer

from project.events import wake

logger = logging.getLogger(__name__)

PROBE_SECONDS = 1.0
# Lost probes after which the connection to the broker is reopened.
PROBES_LOST = 5


class BrokerHints:
    """A receiver that calls `on_hint` with topics and event id, `on_gap` when messages may be lost."""

    def __init__(
        self, on_hint: Callable[[Sequence[str], int | None], None], on_gap: Callable[[], None]
    ) -> None:
        self._on_hint = on_hint
        self._on_gap = on_gap
        self._probe_heard = asyncio.Event()

    async def listen(self) -> None:
        """Receive until the connection fails; raise its error."""
        layer = get_channel_layer()
        # State of an earlier connection; nothing else uses the layer on this loop.
        await layer.flush()
        channel = await layer.new_channel()
        await layer.group_add(wake.GROUP, channel)
        # Messages sent before this are in the table.
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
                # Another release may send no event id.
                self._on_hint(message.get("topics", ()), message.get("event"))

    async def _probe(self, layer: Any, channel: str) -> None:
        """Send probes through the broker to this process.

        The layer reconnects without a notice, and messages sent meanwhile are lost, so a gap is reported
        when a probe arrives again.
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
