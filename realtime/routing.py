"""Where the live link is found."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from django.urls import path

from realtime import drain
from realtime.consumers import LiveConsumer

drain.install()

websocket_urlpatterns = [path("socket.io/", LiveConsumer.as_asgi())]

_ANSWER = json.dumps({"code": 0, "message": "Transport unknown"}).encode()


async def polling_refused(
    scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
) -> None:
    """Answer plain HTTP on the live path as Engine.IO does for a transport it does not offer."""
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(_ANSWER)).encode())]
    await send({"type": "http.response.start", "status": 400, "headers": headers})
    await send({"type": "http.response.body", "body": _ANSWER})
