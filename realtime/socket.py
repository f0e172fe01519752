"""One connected client: what it may, what it watches, and what still has to reach it."""

import math
import time
from dataclasses import dataclass, field
from typing import Protocol

from project.events.topics import GUEST, Caller, JSONObject
from realtime import protocol
from realtime.budget import Budget
from realtime.frames import Frame

# What may be sent before the client must show that it reads, in bytes.
WINDOW = 64 * 1024
# Rows held back for a slow client; with more, its page is told to reload.
MAX_HELD_ROWS = 200
_PING = Frame(protocol.PING)


class Transport(Protocol):
    """What a socket needs of its connection."""

    budget: Budget

    def send(self, frame: Frame) -> None:
        """Send the frame without waiting; a connection that is going takes nothing more."""

    def close(self, code: int) -> None:
        """Close the connection with this code."""


@dataclass
class HeldRows:
    """What a list topic owes a client that is not reading: the newest of each row."""

    version: int
    rows: dict[str, JSONObject] = field(default_factory=dict)
    rest: JSONObject = field(default_factory=dict)

    def add(self, version: int, data: JSONObject) -> None:
        """Take in one more change."""
        self.version = version
        self.rest |= {key: value for key, value in data.items() if key != "rows"}
        for row in data["rows"]:
            self.rows[row["id"]] = row
        if len(self.rows) > MAX_HELD_ROWS:
            self.rows.clear()
            self.rest["reset"] = True

    def frame(self, topic: str) -> Frame:
        """Return all of it as one push."""
        data = {**self.rest, "rows": [] if self.rest.get("reset") else list(self.rows.values())}
        return Frame(protocol.changed(topic, self.version, protocol.dumps(data)))


@dataclass(eq=False, slots=True)
class Watch:
    """One socket's subscription of one topic."""

    socket: "Socket"
    name: str
    caller: Caller
    # The newest version this socket was sent.
    version: int = -1


class Socket:
    """One client's line.

    The sending side never queues: per topic only the newest state waits for a slow reader.

    After WINDOW without a sign of life a ping goes out and everything else is held until its pong: the
    official client answers at once, a dead one costs one state a topic.
    """

    __slots__ = (
        "_held",
        "_in_flight",
        "_transport",
        "address",
        "attempts",
        "caller",
        "closed",
        "connected",
        "last_seen",
        "pings_out",
        "session_pk",
        "session_read_at",
        "sid",
        "visited",
        "watches",
    )

    def __init__(self, *, sid: str, address: str, transport: Transport) -> None:
        self.sid = sid
        self.address = address
        self.caller: Caller = GUEST
        # The session it was opened in, 0 for a guest. It outlives the access token that was shown.
        self.session_pk = 0
        # When the loop last had the session looked up.
        self.session_read_at = -math.inf
        # CONNECT packets so far.
        self.attempts = 0
        self.connected = False
        self.closed = False
        self.watches: dict[str, Watch] = {}
        # Steps of the day's funnel that it was counted in.
        self.visited: tuple[str, ...] = ()
        self.last_seen = time.monotonic()
        self.pings_out = 0
        self._transport = transport
        self._in_flight = 0
        self._held: dict[str, Frame | HeldRows] = {}

    @property
    def budget(self) -> Budget:
        """What the client may send."""
        return self._transport.budget

    # -- Out -------------------------------------------------------------------------------------

    def push(self, topic: str, frame: Frame) -> None:
        """Send a topic's new state, or keep it as the newest while the client is not reading."""
        if self.closed:
            return
        if self._is_holding():
            self._held[topic] = frame
        else:
            self._write(frame)

    def push_rows(self, topic: str, version: int, data: JSONObject, frame: Frame) -> None:
        """Send a list's changes; for a held client they are merged row by row."""
        if self.closed:
            return
        if not self._is_holding():
            self._write(frame)
            return
        held = self._held.get(topic)
        if not isinstance(held, HeldRows):
            held = self._held[topic] = HeldRows(version)
        held.add(version, data)

    def write(self, packet: str) -> None:
        """Send what concerns this client alone."""
        if not self.closed:
            self._write(Frame(packet))

    def _write(self, frame: Frame) -> None:
        """Send a frame now. The transport never waits (nor tells how much is unsent): hence the window."""
        self._in_flight += len(frame)
        self._transport.send(frame)
        if self._in_flight > WINDOW and self.pings_out == 0:
            self.ping()

    def ping(self) -> None:
        """Ask for a sign of life."""
        self.pings_out += 1
        self.budget.expect_pong()
        self._transport.send(_PING)

    def pong(self) -> None:
        """Take the sign of life; after the last one asked for, send what was held."""
        self.mark_alive()
        if not self.pings_out:
            return  # nobody asked: it proves nothing about what was sent
        self.pings_out -= 1
        if self.pings_out:
            return
        self._in_flight = 0
        held, self._held = self._held, {}
        for topic, state in held.items():
            if topic not in self.watches:
                continue
            if self._is_holding():
                self._held[topic] = state
            else:
                self._write(state if isinstance(state, Frame) else state.frame(topic))

    def mark_alive(self) -> None:
        """Record that the client is alive."""
        self.last_seen = time.monotonic()

    def close(self, code: int) -> None:
        """Close the websocket; the client's library comes back by itself."""
        if not self.closed:
            self.closed = True
            self._held.clear()
            self._transport.close(code)

    def forget(self, topic: str) -> None:
        """Owe nothing more of a topic."""
        self._held.pop(topic, None)

    def _is_holding(self) -> bool:
        return self._in_flight > WINDOW and self.pings_out > 0
