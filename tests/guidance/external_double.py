"""An HTTP server that plays the external services: well behaved, slow, broken or lying, as a test wishes."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Asked:
    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Speaker(BaseHTTPRequestHandler):
    """The writer of an answer; a behaviour may also write raw bytes, or wait."""

    gone: threading.Event

    def say(self, content: Any, *, status: int = 200, **headers: str) -> None:
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        for name, value in {"content-length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def drip(self, *pieces: bytes) -> None:
        """Send these, then one byte after the other until the caller or the test has gone."""
        for piece in pieces:
            self.wfile.write(piece)
        try:
            while not self.gone.wait(0.05):
                self.wfile.write(b"x")
                self.wfile.flush()
        except OSError:
            pass

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet: pytest shows what a test needs."""


Behaviour = Callable[[Speaker, Asked], None]


class ExternalServiceDouble:
    """Listens on a free port; `behave` decides how each request is answered, from any thread."""

    def __init__(self, behave: Behaviour) -> None:
        self.behave = behave
        self.asked: list[Asked] = []
        # Set when the test is over: whoever waits stops waiting.
        self.gone = threading.Event()
        double = self

        class Handler(Speaker):
            gone = double.gone

            def answer(self) -> None:
                address = urlsplit(self.path)
                asked = Asked(
                    self.command,
                    address.path,
                    dict(parse_qsl(address.query)),
                    {name.lower(): value for name, value in self.headers.items()},
                    self.rfile.read(int(self.headers.get("content-length") or 0)),
                )
                double.asked.append(asked)
                double.behave(self, asked)

            do_GET = do_POST = answer

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # A caller who no longer waits hangs up; that is no fault of the server.
        self._server.handle_error = lambda *_: None  # type: ignore[method-assign]
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def stop(self) -> None:
        self.gone.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
