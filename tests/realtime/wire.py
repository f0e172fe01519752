"""A client that speaks the protocol by hand, frame by frame."""

import json
import time
from collections.abc import Callable, Mapping
from typing import Any, Self
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

WAIT_SECONDS = 10.0


class Wire:
    """One websocket. It answers the server's pings, as every client's library does, unless told not to."""

    def __init__(
        self,
        url: str,
        *,
        origin: str | None = None,
        answer_pings: bool = True,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        parts = urlsplit(url)
        self.origin = url if origin is None else origin
        self.answer_pings = answer_pings
        self.pings = 0
        self._number = 0
        self._events: list[tuple[str, Any]] = []
        self.socket: ClientConnection = connect(
            f"ws://{parts.netloc}/socket.io/?EIO=4&transport=websocket",
            origin=self.origin or None,  # type: ignore[arg-type]
            additional_headers=headers,
            open_timeout=WAIT_SECONDS,
            ping_interval=None,
            compression=None,
            max_size=None,
            proxy=None,
        ).__enter__()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.socket.__exit__(None, None, None)

    def send(self, frame: str | bytes) -> None:
        self.socket.send(frame)

    def frame(self, within: float = WAIT_SECONDS) -> str:
        """Return the next frame that is not a ping. Raises TimeoutError, and ConnectionClosed."""
        deadline = time.monotonic() + within
        while True:
            frame = self.socket.recv(timeout=max(0.0, deadline - time.monotonic()))
            assert isinstance(frame, str)
            if frame != "2":
                return frame
            self.pings += 1
            if self.answer_pings:
                self.socket.send("3")

    def open(self, **auth: Any) -> Self:
        """Shake hands and CONNECT, which must be let in."""
        answer = self.connect(**auth)
        assert answer.startswith("40"), answer
        return self

    def connect(self, **auth: Any) -> str:
        """Shake actions, send CONNECT and return the answer."""
        assert self.frame().startswith("0{")
        self.send(f"40{json.dumps(auth)}")
        return self.frame()

    def ask(self, event: str, **request: Any) -> dict[str, Any]:
        """Emit an event and return what it is answered; pushes that come first are kept for `changed`."""
        self._number += 1
        self.send(f"42{self._number}{json.dumps([event, request])}")
        while True:
            frame = self.frame()
            if frame.startswith(f"43{self._number}["):
                answer: dict[str, Any] = json.loads(frame.removeprefix(f"43{self._number}"))[0]
                return answer
            self._keep(frame)

    def subscribe(self, topic: str, **more: Any) -> dict[str, Any]:
        """Subscribe, which must succeed, and return the answer.

        A push may overtake the answer; like every client this one keeps it only if it says something newer.
        """
        answer = self.ask("subscribe", topic=topic, **more)
        assert answer["ok"], answer
        held = answer.get("version", more.get("version", 0))
        self._events = [
            (name, push)
            for name, push in self._events
            if name != "changed" or push["topic"] != topic or push["version"] > held
        ]
        return answer

    def event(self, within: float = WAIT_SECONDS) -> tuple[str, Any]:
        """Return the next event: its name and what it carries."""
        if not self._events:
            self._keep(self.frame(within))
        return self._events.pop(0)

    def changed(self, topic: str, within: float = WAIT_SECONDS) -> dict[str, Any]:
        """Return the next push of this topic."""
        deadline = time.monotonic() + within
        while True:
            name, push = self.event(max(0.0, deadline - time.monotonic()))
            if name == "changed" and push["topic"] == topic:
                found: dict[str, Any] = push
                return found

    def until(self, topic: str, holds: Callable[[Any], bool], within: float = WAIT_SECONDS) -> Any:
        """Return the data of the first push of this topic for which `holds` does."""
        deadline = time.monotonic() + within
        while True:
            data = self.changed(topic, max(0.0, deadline - time.monotonic()))["data"]
            if holds(data):
                return data

    def drain(self, quiet: float) -> list[str]:
        """Return all frames until none comes for this long."""
        frames = []
        try:
            while True:
                frames.append(self.frame(quiet))
        except TimeoutError:
            return frames

    def silence(self, seconds: float) -> bool:
        """Return whether nothing but pings comes for this long."""
        if self._events:
            return False
        try:
            self._keep(self.frame(seconds))
        except TimeoutError:
            return True
        return False

    def closed(self, within: float = WAIT_SECONDS) -> int | None:
        """Read until the server closes and return its code; None when the line just broke."""
        deadline = time.monotonic() + within
        try:
            while True:
                self._keep(self.frame(max(0.0, deadline - time.monotonic())))
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else None

    def _keep(self, frame: str) -> None:
        if frame.startswith("42"):
            name, argument = json.loads(frame[2:])
            self._events.append((name, argument))
