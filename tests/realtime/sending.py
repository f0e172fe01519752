"""An ASGI application behind the live link's server that sends what it is asked for: frames of any size.

A client asks with a JSON list of sizes; each frame is filled with a letter of its own, and 0 closes. "work"
sends a frame and blocks the process afterwards.
"""

import json
import time
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from realtime.frames import Frame
from realtime.transport import EXTENSION

WORK_SECONDS = 1.5


def filled(number: int, size: int) -> str:
    """Return the text of the frame with this number."""
    return chr(ord("a") + number % 26) * size


async def application(
    scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
) -> None:
    """Answer every request over HTTP, and send what a websocket asks for."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})
        return
    transport = scope["extensions"][EXTENSION]
    numbers = count()
    while True:
        message = await receive()
        match message:
            case {"type": "websocket.connect"}:
                await send({"type": "websocket.accept"})
            case {"type": "websocket.receive", "text": text}:
                await transport.frame_taken()
                if text == "work":
                    transport.send(Frame("working"))
                    time.sleep(WORK_SECONDS)
                else:
                    for size in json.loads(text):
                        if size:
                            transport.send(Frame(filled(next(numbers), size)))
                        else:
                            transport.close(4000)
            case _:
                return
