"""daphne's websocket below the ASGI interface, with back-pressure and a budget.

daphne puts each frame into an unlimited queue, so that a client that sends without pause would fill the
memory. Here frames are counted when they arrive, and reading stops while the application is behind.

Twisted writes when the event loop reports the socket as writable, which costs more than the write. Here
frames are written at once, and only the rest is left to Twisted.

The libraries document these extension points: the `protocol` of a factory, the `on…` methods, `sendData` and
prepared messages of autobahn, `dataReceived`, `getHandle` and producers of Twisted. Two are not documented:
the list of options that autobahn copies to each connection (`with_options_of`), and the `create_application`
of daphne's server, which we replace for websockets (server.py).
"""

import asyncio
import json
import socket
import time
from typing import Any

from autobahn.websocket.types import ConnectionDeny
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.tcp import Connection

from realtime import protocol
from realtime.budget import Budget
from realtime.frames import Frame

PATH = "/socket.io/"
# Key of an application's transport in its scope.
EXTENSION = "akshamala.transport"
# Frames that may wait for the application. Beyond them received bytes wait, and after one block (64 KB in
# Twisted) reading stops.
BACKLOG = 1
# Bytes parsed in one turn of the event loop, so that other connections get their turns.
SLICE_BYTES = 64
# Unsent bytes above which no further request of the client is served.
MAX_UNSENT = 64 * 1024
CLOSE_TOO_MUCH = 4429
# Seconds in which a client closed for sending too much may receive the reason. Nothing more of it is read, so
# its answer to the close frame is never seen, and the time-out of slow lines would hold each such socket.
FLOOD_CLOSE_SECONDS = 1


class FrameQueue:
    """The receive queue of one connection's application, its only reader.

    An asyncio.Queue allows many readers, which costs 3 KB a socket.
    """

    __slots__ = ("_messages", "_waiting")

    def __init__(self) -> None:
        self._messages: list[dict[str, Any]] = []
        self._waiting: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        """Return the number of waiting messages."""
        return len(self._messages)

    def put_nowait(self, message: dict[str, Any]) -> None:
        """Add a message."""
        self._messages.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def get(self) -> dict[str, Any]:
        """Wait for the oldest message and return it."""
        while not self._messages:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self._messages.pop(0)


class LiveProtocol(WebSocketProtocol):
    """One websocket connection."""

    def __init__(self) -> None:
        super().__init__()
        self.budget = Budget()
        self._refusal: dict[str, Any] | None = None
        self._known_to_daphne = False
        self._flooded = False
        self._has_request = False
        # Received, not yet parsed.
        self._unread = bytearray()
        self._next_slice: asyncio.Handle | None = None
        # The open connection's socket; None where Twisted encrypts it.
        self._connection: socket.socket | None = None
        # Bytes left to Twisted since its buffer was empty; direct writes need zero.
        self._unsent = 0
        # Set while the client does not read; no further request of it is served.
        self._unwritable: asyncio.Future[None] | None = None

    @classmethod
    def with_options_of(cls, factory: Any) -> type["LiveProtocol"]:
        """Return the class with a factory's options.

        autobahn copies options that the class does not have to each connection, and formats an unused debug
        line of them: an eighth of the processor time of opening one.
        """
        options = {name: getattr(factory, name) for name in cls.CONFIG_ATTRS}
        functions = {name: staticmethod(option) for name, option in options.items() if callable(option)}
        return type(cls.__name__, (cls,), {**options, **functions, "CONFIG_ATTRS": []})

    # -- For the application ---------------------------------------------------------------------

    async def frame_taken(self) -> None:
        """Note that a frame was taken from the queue; wait until its answer can be sent."""
        self._read_if_wanted()
        if self._unwritable is not None:
            await self._unwritable

    def send(self, frame: Frame) -> None:
        """Send the frame without waiting, unless the connection is closing."""
        if self.state == self.STATE_OPEN:
            self.sendPreparedMessage(frame)

    def close(self, code: int) -> None:
        """Close the connection with this code, unless it is closing already."""
        if self.state == self.STATE_OPEN:
            self.sendClose(code=code)

    # -- Opening ---------------------------------------------------------------------------------

    def onConnect(self, request: Any) -> Any:
        """Refuse other paths, else let daphne start the application."""
        if request.path != PATH:
            self._refusal = {"message": "Not found"}
            raise ConnectionDeny(404, "Not Found")  # type: ignore[no-untyped-call]
        self._refusal = protocol.handshake_error(request.params, upgrade=True)
        if self._refusal:
            raise ConnectionDeny(400, "Bad Request")  # type: ignore[no-untyped-call]
        self._known_to_daphne = True
        return super().onConnect(request)

    def sendHttpErrorResponse(self, code: int, reason: str, responseHeaders: Any = None) -> None:
        """Send the reason in the body, as Engine.IO does."""
        body = json.dumps(self._refusal or {"message": reason}).encode()
        headers = {"Content-Type": "application/json", "Content-Length": len(body), "Connection": "close"}
        super().sendHttpErrorResponse(code, reason, [*(responseHeaders or []), *headers.items()])
        self.sendData(body)

    def onOpen(self) -> None:
        """Register for Twisted's reports about its output buffer, which the HTTP connection got so far."""
        self.unregisterProducer()
        if isinstance(self.transport, Connection):
            self._connection = self.transport.getHandle()
            # The answer to the handshake is in the buffer and must be sent first.
            self._wait_until_sent(1)
        else:
            self.registerProducer(self, True)
        super().onOpen()
        self._read_if_wanted()

    # -- Reading ---------------------------------------------------------------------------------

    def dataReceived(self, data: bytes) -> None:
        """Count bytes before they are parsed."""
        if self._flooded:
            return
        if not self.budget.take_bytes(len(data), now=time.monotonic()):
            self._end_flood()
            return
        if not self._has_request:
            # The request as daphne has parsed it; frames after it wait until the connection is open.
            self._has_request = True
            request, end, data = data.partition(b"\r\n\r\n")
            super().dataReceived(request + end)
        self._unread += data
        if self._next_slice is None and self._wants_more():
            self._take_slice()
        else:
            self._read_if_wanted()

    def _take_slice(self) -> None:
        """Let autobahn parse a slice; of a whole block it would read every frame in one turn."""
        self._next_slice = None
        data = bytes(self._unread[:SLICE_BYTES])
        del self._unread[:SLICE_BYTES]
        if data and not self._flooded:
            super().dataReceived(data)
        self._read_if_wanted()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """Queue the frame for the application, unless a close frame was sent."""
        if self.state != self.STATE_OPEN:
            return
        if not self.budget.take_frame(now=time.monotonic(), is_pong=payload == b"3"):
            self._end_flood()
            return
        super().onMessage(payload, isBinary)

    def onPing(self, payload: bytes) -> None:
        """Answer a websocket ping, which counts as a frame."""
        if self.budget.take_frame(now=time.monotonic()):
            super().onPing(payload)
        else:
            self._end_flood()

    def _wants_more(self) -> bool:
        if self.state == self.STATE_CONNECTING or self._unwritable is not None:
            return False
        is_behind = self.state == self.STATE_OPEN and self.application_queue.qsize() >= BACKLOG
        return not is_behind

    def _read_if_wanted(self) -> None:
        """Parse received bytes, then read more, unless the application is behind.

        Pausing and resuming costs as much as a frame, so a frame taken at once pauses nothing.
        """
        if self._flooded:
            return
        if self._unread and self._wants_more():
            self._next_slice = self._next_slice or asyncio.get_running_loop().call_soon(self._take_slice)
        if self._unread or self._unwritable is not None:
            self.transport.pauseProducing()
        else:
            self.transport.resumeProducing()

    def _end_flood(self) -> None:
        """Close the connection and read nothing more."""
        if self._flooded:
            return
        self._flooded = True
        self._unread.clear()
        if self.state == self.STATE_OPEN:
            self.closeHandshakeTimeout = FLOOD_CLOSE_SECONDS
            self.sendClose(code=CLOSE_TOO_MUCH)
            self.transport.pauseProducing()
        else:
            self.dropConnection(abort=True)

    # -- Writing ---------------------------------------------------------------------------------

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        """Write at once what the socket accepts, and leave the rest to Twisted."""
        if self._connection is not None and not self._unsent:
            try:
                sent = self._connection.send(data)
            except OSError:
                # The socket is full or closed; Twisted finds out which.
                sent = 0
            data = data[sent:]
            if not data:
                return
            self._wait_until_sent(len(data))
        elif self._unsent:
            self._unsent += len(data)
        self.transport.write(data)
        if self._unsent > MAX_UNSENT:
            self.pauseProducing()

    def _wait_until_sent(self, size: int) -> None:
        """Let Twisted call `resumeProducing` when it has sent these and all later bytes."""
        # Twisted calls it at once, too.
        self.registerProducer(self, False)
        self._unsent = size

    def pauseProducing(self) -> None:
        """Stop serving a client that does not read."""
        if self._unwritable is None:
            self._unwritable = asyncio.get_running_loop().create_future()
        self.transport.pauseProducing()

    def resumeProducing(self) -> None:
        """Serve the client again; the buffer is empty."""
        if self._unsent:
            self._unsent = 0
            self.unregisterProducer()
        self._end_wait()
        self._read_if_wanted()

    def stopProducing(self) -> None:
        """Report the end of the connection to the application."""
        self._end_wait()

    def _end_wait(self) -> None:
        waited, self._unwritable = self._unwritable, None
        if waited is not None and not waited.done():  # done when the application was cancelled
            waited.set_result(None)

    # -- Closing ---------------------------------------------------------------------------------

    def onClose(self, wasClean: bool, code: int, reason: str) -> None:
        """Report the close to daphne, unless it does not know the connection."""
        self._end_wait()
        self._unread.clear()
        if self._known_to_daphne:
            super().onClose(wasClean, code, reason)
