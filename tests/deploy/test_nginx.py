"""nginx's configuration, run by a real nginx."""

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from deploy import machine, processes
from tests.deploy.production import serve_nginx

CALLERS = {
    "203.0.113.77": "203.0.113.0",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1::",
    "2001:db8:1::6": "2001:db8:1::",
    "2001:db8::5:6": "2001:db8::",
    "2001::7": "2001::",
    "::1": "::",
    "::ffff:203.0.113.77": "::",
}


class Nginx:
    """nginx with nobody behind it."""

    def __init__(self, folder: Path) -> None:
        machine.require_programs("nginx")
        self._folder = folder
        self._port = processes.free_port()
        nobody = [f"127.0.0.1:{processes.free_port()}" for _ in range(2)]
        self.process = serve_nginx(
            folder, files=folder, port=self._port, live=nobody, rest=nobody, trust_proxy=True
        )

    def get(self, path: str, *, caller: str = "203.0.113.77") -> httpx.Response:
        """Ask as if from the caller's address."""
        url, headers = f"https://127.0.0.1:{self._port}{path}", {"X-Forwarded-For": caller}
        return httpx.get(url, headers=headers, verify=False, trust_env=False, timeout=10)

    def logs(self, lines: int) -> tuple[list[str], str]:
        """Return the access log once it has so many lines, and all that was written anywhere."""
        access = self._folder / "access"
        deadline = time.monotonic() + 10
        while len(access.read_text().splitlines()) < lines and time.monotonic() < deadline:
            time.sleep(0.05)
        everything = [self._folder / name for name in ("access", "log", "output")]
        return access.read_text().splitlines(), "".join(file.read_text() for file in everything)


@pytest.fixture
def nginx(tmp_path: Path) -> Iterator[Nginx]:
    running = Nginx(tmp_path)
    yield running
    running.process.stop()


def test_logs_have_the_callers_network_and_neither_address_nor_query(nginx: Nginx) -> None:
    for caller in CALLERS:
        assert nginx.get("/orders/AKS-1?key=c0ffee", caller=caller).status_code == 503

    lines, everything = nginx.logs(len(CALLERS))

    assert [line.split()[0] for line in lines] == list(CALLERS.values())
    assert "c0ffee" not in everything
    assert not [caller for caller in CALLERS if caller not in CALLERS.values() and caller in everything]


def test_access_log_names_the_servers_that_refused(nginx: Nginx) -> None:
    nginx.get("/api/products")

    [line], _ = nginx.logs(1)

    # Status, bytes, seconds, request's id; then each server's address and answer.
    assert line.split('" ')[1].startswith("503 ")
    assert line.endswith("502, 502")
