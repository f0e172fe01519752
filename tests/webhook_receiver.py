"""An HTTP server that plays the shop's webhook address and remembers what it was told."""

from __future__ import annotations

import contextlib
import json
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Received:
    headers: dict[str, str]
    body: bytes
    at: float

    @property
    def event(self) -> str:
        event: str = json.loads(self.body)["event"]
        return event

    @property
    def payload(self) -> dict[str, Any]:
        payload: dict[str, Any] = json.loads(self.body)["payload"]
        return payload


class WebhookReceiver:
    """Answers `statuses` one after the other, the last one for ever, `delay` seconds late."""

    def __init__(self, *, tls: ssl.SSLContext | None = None) -> None:
        self.received: list[Received] = []
        self.statuses = [200]
        self.delay = 0.0
        self.answer = b""
        self.headers: dict[str, str] = {}
        self._changed = threading.Condition()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {key.lower(): value for key, value in self.headers.items()}
                with receiver._changed:
                    receiver.received.append(Received(headers, body, time.monotonic()))
                    statuses = receiver.statuses
                    status = statuses.pop(0) if len(statuses) > 1 else statuses[0]
                    receiver._changed.notify_all()
                time.sleep(receiver.delay)
                self.send_response(status)
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(receiver.answer)))
                self.end_headers()
                with contextlib.suppress(ConnectionError):
                    self.wfile.write(receiver.answer)

            def log_message(self, format: str, *args: object) -> None:
                """Keep quiet: pytest shows what a test needs."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self.origin = f"{'https' if tls else 'http'}://127.0.0.1:{self._server.server_port}"
        self.url = f"{self.origin}/webhooks"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def wait_for(self, count: int, seconds: float = 10.0) -> list[Received]:
        """Return everything received once it is `count` messages; fail when they do not come in time."""
        return self.wait_until(lambda received: len(received) >= count, seconds)

    def wait_until(self, ready: Callable[[list[Received]], bool], seconds: float = 10.0) -> list[Received]:
        with self._changed:
            if not self._changed.wait_for(lambda: ready(self.received), seconds):
                raise AssertionError(f"only {[each.event for each in self.received]} came within {seconds} s")
            return list(self.received)

    def forget(self) -> None:
        with self._changed:
            self.received.clear()
            self.statuses = [200]
            self.delay = 0.0

    def stop(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
