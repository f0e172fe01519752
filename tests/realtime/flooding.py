"""Clients that send without pause, and the people who are there meanwhile."""

import contextlib
import multiprocessing
import os
import socket
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path
from urllib.parse import urlsplit

from tests.realtime.wire import Wire
from tests.server_process import ServerProcess

# What a browser's library waits at least before it comes back.
RETURN_SECONDS = 0.5
FLOODS = {
    "acknowledgements of 16 KB": "43[" + '"' + "x" * 16_000 + '"]',
    "pongs": "3",
    "events": '42["unsubscribe",{"topic":"product:any"}]',
}


def frame_of(text: str) -> bytes:
    """Return a websocket frame as a client sends it; a mask of zeros is a mask too."""
    payload = text.encode()
    size = len(payload)
    head = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return b"\x81" + head + b"\0\0\0\0" + payload


class Flood:
    """Sockets that send one frame again and again, and come back when they are closed.

    They have a process of their own: in ours they would take the interpreter from who measures the waits.
    """

    def __init__(self, web: ServerProcess, text: str, *, sockets: int = 4) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._over = spawn.Event()
        self._closed = spawn.Value("i", 0)
        arguments = (urlsplit(web.url).netloc, text, sockets, self._over, self._closed)
        self._process = spawn.Process(target=_flood, args=arguments)

    def __enter__(self) -> "Flood":
        self._process.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._over.set()
        self._process.join()

    @property
    def closed(self) -> int:
        """Return the number of sockets that the server closed."""
        closed: int = self._closed.value
        return closed


def _flood(host: str, text: str, sockets: int, over: Event, closed: "Synchronized[int]") -> None:
    threads = [threading.Thread(target=_send, args=(host, text, over, closed)) for _ in range(sockets)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _send(host: str, text: str, over: Event, closed: "Synchronized[int]") -> None:
    frame = frame_of(text)
    block = frame * max(1, 64 * 1024 // len(frame))
    name, port = host.split(":")
    while not over.is_set():
        with contextlib.suppress(OSError), socket.create_connection((name, int(port)), timeout=5) as line:
            line.sendall(
                f"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {host}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            line.recv(4096)
            line.sendall(frame_of("40"))
            while not over.is_set():
                line.sendall(block)
        with closed.get_lock():
            closed.value += 1
        over.wait(RETURN_SECONDS)


class Bystanders:
    """People whose sockets ask something now and then; how long each answer took."""

    def __init__(self, web: ServerProcess, *, number: int = 10) -> None:
        self._wires = [Wire(web.url).open() for _ in range(number)]

    def __enter__(self) -> "Bystanders":
        return self

    def __exit__(self, *exception: object) -> None:
        for wire in self._wires:
            wire.socket.close()

    def ask(self, seconds: float) -> list[float]:
        """Ask one after the other for so long, each no more often than it may."""
        waits = []
        for wire in self._in_turn(seconds):
            began = time.monotonic()
            assert wire.ask("unsubscribe", topic="product:any")["ok"]
            waits.append(time.monotonic() - began)
        return waits

    def _in_turn(self, seconds: float) -> Iterator[Wire]:
        deadline = time.monotonic() + seconds
        while True:
            for wire in self._wires:
                if time.monotonic() > deadline:
                    return
                yield wire
                time.sleep(1 / len(self._wires))


def p99(waits: Sequence[float]) -> float:
    """Return the wait that one in a hundred exceeds."""
    return statistics.quantiles(waits, n=100)[-1]


def memory_of(web: ServerProcess) -> float:
    """Return the server's memory in MB."""
    pages = int(Path(f"/proc/{web.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
