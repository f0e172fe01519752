"""A settlement report is fetched whole or not at all."""

import contextlib
import threading
from collections.abc import Iterator
from datetime import date
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from project.payments.providers.base import ProviderUnavailable
from project.payments.providers.csv_report import LONGEST_BYTES
from project.payments.providers.phonepe.statement import fetch_statement

DAY = date(2026, 11, 20)


@contextlib.contextmanager
def server_that_answers(status: int, body: bytes = b"") -> Iterator[str]:
    """Run a server that answers every GET so; yield the address of its reports."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == f"/{DAY}.csv" else 404)
            self.end_headers()
            with contextlib.suppress(ConnectionError):
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet: pytest shows what a test needs."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/{{day}}.csv"
        finally:
            server.shutdown()
            thread.join()


def test_report_of_the_day_is_fetched_and_one_that_is_not_there_is_none() -> None:
    with server_that_answers(200, b"PaymentType\r\n") as address:
        assert fetch_statement(address, DAY) == b"PaymentType\r\n"
        assert fetch_statement(address, date(2026, 11, 21)) is None


@pytest.mark.parametrize(
    ("status", "body", "problem"),
    [
        (500, b"PaymentType\r\n", "500"),
        (302, b"", "302"),
        (200, b"," * (LONGEST_BYTES + 1), "does not end"),
    ],
    ids=["an error", "a redirection", "no end"],
)
def test_answer_that_is_no_report_is_refused(status: int, body: bytes, problem: str) -> None:
    with server_that_answers(status, body) as address, pytest.raises(ProviderUnavailable, match=problem):
        fetch_statement(address, DAY)
