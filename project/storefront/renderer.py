"""The renderer's client: asks the Node process of frontend/server for a page's HTML.

A page that cannot be rendered is still a page, so nothing here raises and nothing takes longer than a moment.
"""

import http.client
import json
import logging
import re
import socket
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings

from project.core.circuit_breaker import CircuitBreaker
from project.storefront.prefetch import Answer

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

logger = logging.getLogger(__name__)

# After a failure of the connection one request of a process tries again so often; the others do not wait.
RETRY_AFTER_SECONDS = 1.0
_LARGEST_BYTES = 8 * 1024 * 1024
# A path of ours: "//" would name another site, and a browser reads "\" like "/".
_LOCATION = re.compile(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]*")
_REDIRECTS = (301, 302)


@dataclass(frozen=True)
class Rendered:
    """A page's parts, as HTML, and the state that its script begins with."""

    status: int
    head: str
    html: str
    state: dict[str, Any] | list[Any]


@dataclass(frozen=True)
class Redirect:
    """The page is elsewhere."""

    status: int
    location: str


def render(url: str, language: str, answers: Mapping[str, Answer]) -> Rendered | Redirect | None:
    """Return the page, or None when the renderer is away, too slow, or answers something else."""
    if not settings.RENDERER_URL or not _circuit.acquire_try():
        return None
    body = _request_body(url, language, answers)
    try:
        status, answer = _post(settings.RENDERER_URL, body)
    except (OSError, http.client.HTTPException) as error:
        logger.warning("the renderer does not answer: %r", error)
        _circuit.open()
        return None
    _circuit.close()
    page = _checked(answer) if status == 200 else None
    if page is None:
        logger.warning("the renderer answered %s without a page", status)
    return page


def answers_json(answers: Mapping[str, Answer]) -> bytes:
    """Return the answers as one JSON object by address; they are JSON already and not read again."""
    items = (
        b'%s:{"status":%d,"body":%s}' % (json.dumps(address).encode(), answer.status, answer.body)
        for address, answer in answers.items()
    )
    return b"{" + b",".join(items) + b"}"


def _request_body(url: str, language: str, answers: Mapping[str, Answer]) -> bytes:
    return b'{"url":%s,"language":"%s","answers":%s}' % (
        json.dumps(url).encode(),
        language.encode(),
        answers_json(answers),
    )


def _checked(body: bytes) -> Rendered | Redirect | None:
    try:
        answer = json.loads(body)
    except ValueError:
        return None
    match answer:
        case {"status": int(status), "location": str(location)}:
            if status in _REDIRECTS and _LOCATION.fullmatch(location):
                return Redirect(status, location)
        case {"status": int(status), "head": str(head), "html": str(html), "state": dict() | list() as state}:
            if status == 200 or 400 <= status < 600:
                return Rendered(status, head, html, state)
    return None


# While it is open pages are sent without asking the renderer.
_circuit = CircuitBreaker(retry_seconds=RETRY_AFTER_SECONDS)


class _DeadlineSocket(socket.socket):
    """Whose every call ends at the deadline; a plain timeout begins anew with each byte that arrives."""

    deadline = 0.0

    def recv_into(self, buffer: "WriteableBuffer", nbytes: int = 0, flags: int = 0) -> int:
        self.settimeout(_left(self.deadline))
        return super().recv_into(buffer, nbytes, flags)

    def sendall(self, data: "ReadableBuffer", flags: int = 0) -> None:
        self.settimeout(_left(self.deadline))  # sendall's is for all of it
        super().sendall(data, flags)


class _Connection(http.client.HTTPConnection):
    """A connection that is kept from one page to the next."""

    deadline = 0.0
    sock: _DeadlineSocket | None

    def connect(self) -> None:
        family, kind, protocol, _, address = socket.getaddrinfo(
            self.host, self.port, type=socket.SOCK_STREAM
        )[0]
        sock = _DeadlineSocket(family, kind, protocol)
        try:
            sock.settimeout(_left(self.deadline))
            sock.connect(address)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except BaseException:
            sock.close()
            raise
        sock.deadline = self.deadline
        self.sock = sock

    def __del__(self) -> None:
        # A thread that ends leaves it behind.
        self.close()

    def post(self, body: bytes, deadline: float) -> tuple[int, bytes]:
        self.deadline = deadline
        if self.sock is not None:
            self.sock.deadline = deadline
        self.request("POST", "/render", body, {"Content-Type": "application/json"})
        response = self.getresponse()
        answer = response.read(_LARGEST_BYTES + 1)
        if len(answer) > _LARGEST_BYTES:
            raise http.client.HTTPException("the answer is too large")
        return response.status, answer


# Each thread has its own connection.
_thread = threading.local()


def _post(url: str, body: bytes) -> tuple[int, bytes]:
    # For all of it, however the bytes arrive.
    deadline = time.monotonic() + settings.RENDERER_MILLISECONDS / 1000
    connection: _Connection | None = getattr(_thread, "connection", None)
    if connection is not None and getattr(_thread, "url", "") == url and connection.sock is not None:
        try:
            return _answer(connection, body, deadline)
        except (ConnectionError, http.client.BadStatusLine):
            pass  # it was closed while nobody used it; a new one is worth a try
    if connection is not None:
        connection.close()
    address = urlsplit(url)
    _thread.url = url
    _thread.connection = connection = _Connection(address.hostname or "", address.port or 80)
    return _answer(connection, body, deadline)


def _answer(connection: _Connection, body: bytes, deadline: float) -> tuple[int, bytes]:
    try:
        return connection.post(body, deadline)
    except BaseException:
        # What is still on its way would be taken for the next page's answer.
        connection.close()
        raise


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the renderer takes too long")
    return left
