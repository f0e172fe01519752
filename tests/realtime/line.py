"""The server's end of a websocket, without the websocket: what was sent on it."""

import json
from typing import Any

from realtime.budget import Budget
from realtime.frames import Frame
from realtime.socket import Socket


class Line:
    """A socket, and the transport it writes to."""

    def __init__(self) -> None:
        self.budget = Budget()
        self.sent: list[Frame] = []
        self.frames: list[str] = []
        self.bytes_sent = 0
        self.closed_with: int | None = None
        self.socket = Socket(sid="s", address="127.0.0.1", transport=self)

    def send(self, frame: Frame) -> None:
        self.sent.append(frame)
        self.frames.append(text_of(frame))
        self.bytes_sent += len(frame)

    def close(self, code: int) -> None:
        self.closed_with = code

    def pushes(self) -> list[dict[str, Any]]:
        """Return what the events carry."""
        return [json.loads(frame[2:])[1] for frame in self.frames if frame.startswith("42")]


def text_of(frame: Frame) -> str:
    """Return the text of a frame, read as a client reads it."""
    raw = frame.payloadHybi
    head = {126: 4, 127: 10}.get(raw[1], 2)
    assert raw[0] == 0x81
    assert len(raw) - head == (raw[1] if head == 2 else int.from_bytes(raw[2:head], "big"))
    return raw[head:].decode()
