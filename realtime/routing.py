"""The path of the live link."""

import json
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

from realtime.protocol import handshake_error


async def polling_refused(
    scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
) -> None:
    """Answer plain HTTP on the live path as Engine.IO does for a transport it does not offer."""
    answer = json.dumps(handshake_error(parse_qs(scope["query_string"].decode("latin1")), upgrade=False))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(answer)).encode())]
    await send({"type": "http.response.start", "status": 400, "headers": headers})
    await send({"type": "http.response.body", "body": answer.encode()})
