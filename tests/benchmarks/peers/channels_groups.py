"""Topics as Channels' groups, on daphne and Redis's pub/sub, with the packets that a client needs."""

import json
import os
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter
from django.conf import settings

settings.configure(
    SECRET_KEY="a benchmark's",
    CHANNEL_LAYERS={
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            # As in the shop's settings: redis-py gives blocking reads a time limit unless told otherwise.
            "CONFIG": {"hosts": [{"address": os.environ["PEER_REDIS_URL"], "socket_timeout": None}]},
        }
    },
)


def group_of(topic: str) -> str:
    """Return the name of a topic's group, in which Channels allows fewer characters."""
    return topic.replace(":", ".")


class Live(AsyncWebsocketConsumer):  # type: ignore[misc]
    """One websocket."""

    async def connect(self) -> None:
        """Accept, and say so as Engine.IO does."""
        await self.accept()
        opened = {"sid": "s", "upgrades": [], "pingInterval": 25_000, "pingTimeout": 20_000}
        await self.send("0" + json.dumps(opened, separators=(",", ":")))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer CONNECT and the subscription."""
        text = text_data or ""
        if text.startswith("40"):
            await self.send('40{"sid":"s"}')
        elif text.startswith("420"):
            topic = json.loads(text[3:])[1]["topic"]
            await self.channel_layer.group_add(group_of(topic), self.channel_name)
            await self.send(f'430[{{"ok":true,"topic":"{topic}","version":0,"data":{{}}}}]')

    async def changed(self, message: dict[str, Any]) -> None:
        """Send a change."""
        await self.send("42" + json.dumps(["changed", message["state"]], separators=(",", ":")))


async def answer_ready(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer any request over HTTP, so that one sees that the server is there."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


application = ProtocolTypeRouter({"http": answer_ready, "websocket": Live.as_asgi()})
