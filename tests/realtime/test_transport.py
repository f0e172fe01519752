"""Whole frames in their order, however little the connection takes at a time."""

import contextlib
import json
import os
import socket
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from deploy.processes import free_port
from tests.realtime.flooding import memory_of
from tests.realtime.sending import WORK_SECONDS, filled
from tests.server_process import ServerProcess

# What the server does with its own sockets; there is no database.
pytestmark = pytest.mark.any_stack

MB = 1024 * 1024


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The live link's server with tests/realtime/sending.py behind it."""
    port = free_port()
    folder: Path = tmp_path_factory.mktemp("sending")
    endpoint = f"tcp:port={port}:interface=127.0.0.1"
    process = ServerProcess(
        [sys.executable, "-m", "realtime.server", "-e", endpoint, "tests.realtime.sending:application"],
        environment=os.environ,
        log=folder / "log",
        url=f"http://127.0.0.1:{port}",
    )
    yield process
    process.stop()


@contextlib.contextmanager
def websocket(
    server: ServerProcess, *, line: socket.socket | None = None, compression: str | None = None
) -> Iterator[ClientConnection]:
    """Open a websocket that reads frames only when they are asked for."""
    with connect(
        server.url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket",
        sock=line,
        compression=compression,
        max_size=None,
        max_queue=1,
        ping_interval=None,
        proxy=None,
        # A peer that has gone answers no close frame.
        close_timeout=2,
    ) as client:
        yield client


def narrow_line(server: ServerProcess) -> socket.socket:
    """Return a connection whose client takes little at a time."""
    parts = urlsplit(server.url)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((parts.hostname, parts.port))
    return line


def test_frames_arrive_whole_and_in_order_although_the_line_takes_part_of_them(server: ServerProcess) -> None:
    sizes = [3 * MB, 1, 125, 126, 65_535, 65_536, 5 * MB, 10, 200_000]
    with websocket(server, line=narrow_line(server)) as client:
        numbers = count()
        for asked in (sizes, [7], sizes[::-1], [8, 9]):
            client.send(json.dumps(asked))
            # It is stuck in the first frame; then comes what waits behind it, then what finds the line free.
            time.sleep(0.3)
            for size in asked:
                assert client.recv(timeout=30) == filled(next(numbers), size)


def test_frame_is_sent_at_once_whatever_the_process_does_next(server: ServerProcess) -> None:
    with websocket(server) as client:
        client.send("[1]")
        client.recv(timeout=30)
        began = time.monotonic()
        client.send("work")

        assert client.recv(timeout=30) == "working"
        assert time.monotonic() - began < WORK_SECONDS - 0.5


def test_client_that_does_not_read_is_served_no_further_request(server: ServerProcess) -> None:
    with websocket(server, line=narrow_line(server)) as client:
        before = memory_of(server)
        for _ in range(60):
            client.send(json.dumps([2 * MB]))
        time.sleep(1)

        assert memory_of(server) - before < 20
        for number in range(60):
            assert client.recv(timeout=30) == filled(number, 2 * MB)


def test_close_comes_after_what_was_sent_before_it(server: ServerProcess) -> None:
    with websocket(server, line=narrow_line(server)) as client:
        client.send(json.dumps([100_000]))
        assert client.recv(timeout=30) == filled(0, 100_000)
        client.send(json.dumps([3 * MB, 3 * MB, 3 * MB, 0]))
        # The client's library reads the first of them by itself; a slow line would need so long for the rest.
        time.sleep(2)

        for number in (1, 2, 3):
            assert client.recv(timeout=30) == filled(number, 3 * MB)
        with pytest.raises(ConnectionClosed) as end:
            client.recv(timeout=30)
    assert end.value.rcvd is not None and end.value.rcvd.code == 4000


def test_client_that_goes_while_it_is_sent_something_harms_nobody(server: ServerProcess) -> None:
    with websocket(server) as other:
        for orderly in (True, False):
            line = narrow_line(server)
            with contextlib.suppress(ConnectionClosed, OSError), websocket(server, line=line) as client:
                client.send(json.dumps([5 * MB] * 3))
                time.sleep(0.3)
                if not orderly:
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
                line.close()

        other.send("[12]")
        assert other.recv(timeout=30) == filled(0, 12)
    assert httpx.get(server.url, trust_env=False).is_success
    assert "Traceback" not in server.log()


def test_client_that_offers_compression_is_sent_plain_frames(server: ServerProcess) -> None:
    with websocket(server, compression="deflate") as client:
        assert client.protocol.extensions == []
        client.send("[100]")

        assert client.recv(timeout=30) == filled(0, 100)
