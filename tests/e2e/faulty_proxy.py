"""The shop at the end of a line that loses files: a proxy in front of it."""

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

import httpx

# Of one connection alone, or no longer true of what is passed on.
_NOT_PASSED_ON = {"connection", "content-encoding", "content-length", "host", "transfer-encoding"}


class FaultyProxy:
    """Passes requests on to a shop; answers 503 to the first `times` for a path that matches `lost`.

    No answer at all (`silent`) is for Chromium: Firefox then asks again by itself, and no script hears of it.
    """

    def __init__(self, shop_url: str, lost: str, *, times: int, silent: bool = False) -> None:
        self.left = times
        self._ended = threading.Event()
        http = httpx.Client(base_url=shop_url, timeout=30, trust_env=False)
        counting = threading.Lock()
        line = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                with counting:
                    losing = line.left > 0 and re.search(lost, self.path) is not None
                    line.left -= losing
                if losing:
                    if silent:
                        line._ended.wait()
                        return
                    self._answer(503, httpx.Headers(), b"")
                    return
                asked = {name: value for name, value in self.headers.items() if not _is_hop(name)}
                answer = http.get(self.path, headers=asked)
                self._answer(answer.status_code, answer.headers, answer.content)

            def _answer(self, status: int, headers: httpx.Headers, body: bytes) -> None:
                self.send_response(status)
                for name, value in headers.multi_items():
                    if not _is_hop(name):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._http = http
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._ended.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        self._http.close()


def _is_hop(header: str) -> bool:
    return header.lower() in _NOT_PASSED_ON
