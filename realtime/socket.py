"""A connected client with its rights, watches and unsent states."""

import math
import time
from dataclasses import dataclass, field
from typing import Protocol

from project.events.topics import GUEST, Caller, JSONObject
from realtime import protocol
from realtime.budget import Budget
from realtime.frames import Frame

# Bytes sent before the client must answer a ping.
WINDOW = 64 * 1024
# Rows held for a slow client; with more its page reloads.
MAX_HELD_ROWS = 200
_PING = Frame(protocol.PING)


class Transport(Protocol):
    """The interface of a socket's connection."""

    budget: Budget

    def send(self, frame: Frame) -> None:
        """Send the frame without waiting, unless the connection is closing."""

    def close(self, code: int) -> None:
        """Close the connection with this code."""


@dataclass
class HeldRows:
    """Unsent changes of a list topic for a slow client: the newest of each row."""

    version: int
    rows: dict[str, JSONObject] = field(default_factory=dict)
    rest: JSONObject = field(default_factory=dict)

    def add(self, version: int, data: JSONObject) -> None:
        """Merge a change."""
        self.version = version
        self.rest |= {key: value for key, value in data.items() if key != "rows"}
        for row in data["rows"]:
            self.rows[row["id"]] = row
        if len(self.rows) > MAX_HELD_ROWS:
            self.rows.clear()
            self.rest["reset"] = True

    def frame(self, topic: str) -> Frame:
        """Return all changes as one push."""
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
    """One client's connection.

    Nothing is queued: per topic only the newest state waits for a slow reader.

    After WINDOW bytes without a sign of life a ping is sent and everything else is held until its pong. The
    official client answers at once; a dead one costs one state a topic.
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
        # The session it was opened in, 0 for a guest; it outlives the access token.
        self.session_pk = 0
        # Time of the session's last check.
        self.session_read_at = -math.inf
        # CONNECT packets so far.
        self.attempts = 0
        self.connected = False
        self.closed = False
        self.watches: dict[str, Watch] = {}
        # Steps of the day's funnel that counted this socket.
        self.visited: tuple[str, ...] = ()
        self.last_seen = time.monotonic()
        self.pings_out = 0
        self._transport = transport
        self._in_flight = 0
        self._held: dict[str, Frame | HeldRows] = {}

    @property
    def budget(self) -> Budget:
        """The client's allowances for sending."""
        return self._transport.budget

    # -- Out -------------------------------------------------------------------------------------

    def push(self, topic: str, frame: Frame) -> None:
        """Send a topic's new state, or hold it as the newest while the client is not reading."""
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
        """Send a frame for this client alone."""
        if not self.closed:
            self._write(Frame(packet))

    def _write(self, frame: Frame) -> None:
        """Send a frame at once and count its bytes, as the transport does not report unsent ones."""
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
        """Record a pong; after the last expected one send the held frames."""
        self.mark_alive()
        if not self.pings_out:
            return  # unasked: it says nothing about the frames sent
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
        """Close the websocket; the client's library reconnects by itself."""
        if not self.closed:
            self.closed = True
            self._held.clear()
            self._transport.close(code)

    def forget(self, topic: str) -> None:
        """Drop the held states of a topic."""
        self._held.pop(topic, None)

    def _is_holding(self) -> bool:
        return self._in_flight > WINDOW and self.pings_out > 0
