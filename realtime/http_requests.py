"""Bounds of size and time for the HTTP requests that daphne receives.

daphne passes a request on when all of it has arrived, without a limit of its own. nginx has the same limits
(deploy/nginx.conf); these also apply without it.
"""

import asyncio
from typing import Any, Final
from urllib.parse import unquote

from daphne.http_protocol import WebRequest
from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.urls import resolve
from twisted.web import http

from project.core.uploads import is_upload

# Seconds for all headers, and for each next part of a body.
SECONDS: Final = 15
# Bytes a second; a phone on 2G sends three times as much, and 1 MB takes half an hour at most.
BYTES_PER_SECOND: Final = 512
# Seconds in which a refused caller's bytes are dropped; closing at once would lose the answer.
LINGER_SECONDS: Final = 5

# Partly typed, and with other interfaces than its own.
_HTTPChannel: Any = http.HTTPChannel
_TIMEOUT: Final = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class BoundedRequest(WebRequest):
    """A request that is refused when it is too large, or its caller may not upload.

    The application answers a refused request from its headers, without a body.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Django parses forms; Twisted's parser needs ten times the form's size in memory.
        super().__init__(*args, parsePOSTFormSubmission=False, **kwargs)
        self.received = 0
        self.is_handed_on = False
        self._longest = settings.DATA_UPLOAD_MAX_MEMORY_SIZE

    def gotLength(self, length: int | None) -> None:
        """Decide by the headers, of which the last has just arrived."""
        super().gotLength(length)
        path = unquote(self.channel._path.partition(b"?")[0].decode("ascii", "replace"))
        is_large = length is None or length > self._longest
        if is_upload(path):
            self._longest = settings.UPLOAD_MAX_SIZE
        if length is not None and length > self._longest:
            self._refuse()
        elif is_large and is_upload(path):
            self._ask_guards(path)

    def handleContentChunk(self, data: bytes) -> None:
        """Keep a part of the body; one without a length is counted."""
        if self.is_handed_on:
            return
        self.received += len(data)
        if self.received <= self._longest:
            super().handleContentChunk(data)
            return
        # Django refuses by this header.
        self.requestHeaders.removeHeader(b"transfer-encoding")
        self.requestHeaders.setRawHeaders(b"content-length", [b"%d" % self.received])
        self._refuse()

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        """Hand the request on, once."""
        if not self.is_handed_on:
            self.is_handed_on = True
            super().requestReceived(command, path, version)

    def _refuse(self) -> None:
        channel = self.channel
        super().gotLength(0)
        # Further bytes of the caller must not be parsed as the next request.
        channel.persistent = False
        self.responseHeaders.setRawHeaders(b"connection", [b"close"])
        self.requestReceived(channel._command, channel._path, channel._version)

    def _ask_guards(self, path: str) -> None:
        """Read on only if the caller may make this call."""
        transport = self.channel.transport
        transport.pauseProducing()
        headers = {
            f"HTTP_{name.decode().upper().replace('-', '_')}": values[-1].decode("latin-1")
            for name, values in self.requestHeaders.getAllRawHeaders()
        }
        method = self.channel._command.decode("ascii", "replace")
        asked = asyncio.get_running_loop().run_in_executor(None, may_call, method, path, headers)

        def read_on(asked: "asyncio.Future[bool]") -> None:
            if self._disconnected:
                return
            if not asked.result() and not self.is_handed_on:
                self._refuse()
            transport.resumeProducing()

        asked.add_done_callback(read_on)


class BoundedChannel(_HTTPChannel):
    """A connection whose requests arrive in bounded time."""

    _deadline: Any = None
    _received_before = 0

    def connectionMade(self) -> None:
        """Take the place of daphne's own kind of request."""
        self.requestFactory = BoundedRequest
        super().connectionMade()

    def dataReceived(self, data: bytes) -> None:
        """Start the time of a request with its first byte."""
        if self._deadline is None and not self._handlingRequest:
            self._deadline = self.callLater(SECONDS, self._end)
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:
        """Start the time of the body."""
        self._stop_clock()
        self._received_before = 0
        self._deadline = self.callLater(SECONDS, self._check_progress)
        super().allHeadersReceived()

    def allContentReceived(self) -> None:
        """Stop the clock: the request is here."""
        self._stop_clock()
        super().allContentReceived()

    def requestDone(self, request: BoundedRequest) -> None:
        """Close behind a refused request whose body is still on its way, so that its answer arrives."""
        if self._handlingRequest:
            super().requestDone(request)
            return
        self._stop_clock()
        self.setTimeout(None)
        self.dataReceived = lambda data: None  # type: ignore[method-assign]
        self.transport.loseWriteConnection()
        self._deadline = self.callLater(LINGER_SECONDS, self.transport.abortConnection)

    def connectionLost(self, reason: Any) -> None:
        """Stop the clock."""
        self._stop_clock()
        super().connectionLost(reason)

    def _check_progress(self) -> None:
        self._deadline = None
        request = self.requests[-1]
        if request.is_handed_on:  # refused, and not yet answered
            return
        received = request.received
        if received - self._received_before < SECONDS * BYTES_PER_SECOND:
            self._end()
            return
        self._received_before = received
        self._deadline = self.callLater(SECONDS, self._check_progress)

    def _end(self) -> None:
        self._deadline = None
        self.transport.write(_TIMEOUT)
        self.loseConnection()

    def _stop_clock(self) -> None:
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        self._deadline = None


def may_call(method: str, path: str, headers: dict[str, str]) -> bool:
    """Return True when the guards of the API's operation accept the caller, by path and headers alone."""
    request = HttpRequest()
    request.method, request.path, request.META = method, path, headers
    try:
        request.resolver_match = match = resolve(path)
        view: Any = match.func
        guards = [
            guard
            for operation in view.__self__.operations
            if method in operation.methods
            for guard in operation.auth_callbacks
        ]
        return any(guard(request) for guard in guards)
    except Exception:
        # The application refuses the request without its body for the same reason.
        return False
    finally:
        connection.close()
