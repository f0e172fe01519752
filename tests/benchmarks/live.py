"""The live link beside the polling it replaces: speed, sockets and memory in one run on this machine.

    .venv/bin/python -m tests.benchmarks.live              embedded (SQLite), then Postgres and Redis
    .venv/bin/python -m tests.benchmarks.live --only sqlite

Everything is real: one daphne process serves sockets and REST, another process commits (as the worker does),
this one holds the clients. Latency is from the commit to the client that first knows that state or a newer
one. Nothing here asserts; the figures and what they should be stand in README.md.
"""

import argparse
import asyncio
import itertools
import json
import random
import re
import ssl
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import httpx

from deploy.services import private_services
from tests.benchmarks.measuring import machine, memory_of, processor_seconds, spread
from tests.realtime.action_process import ActionProcess
from tests.server_process import ServerProcess, ShopProcesses

POLL_SECONDS = 5.0
_VERSION = re.compile(rb'"version":(\d+)')

# What a client knew when: (seconds since the epoch, version).
Sighting = tuple[float, int]
Commit = tuple[int, float]


@dataclass
class Watcher(asyncio.Protocol):
    """A client as light as can be, so that the figures are the server's: it subscribes and writes down."""

    host: str
    topic: str
    token: str | None = None
    seen: list[Sighting] = field(default_factory=list)
    tls: ssl.SSLContext | None = None
    # Where it says it comes from, to a proxy that believes it.
    address: str = ""
    # With which the server closed it, 0 for a line that broke.
    close_code: int = 0

    def __post_init__(self) -> None:
        self.subscribed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._upgraded = False
        self._transport: asyncio.Transport | None = None

    async def open(self) -> None:
        """Connect, be let in, subscribe; raises when any of it fails."""
        name, port = self.host.split(":")
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, name, int(port), ssl=self.tls)
        await self.subscribed

    def cut(self) -> None:
        """Break the line."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        forwarded = f"X-Forwarded-For: {self.address}\r\n" if self.address else ""
        transport.write(
            f"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {self.host}\r\n{forwarded}".encode()
            + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.subscribed.done():
            self.subscribed.set_exception(ConnectionError("closed before the subscription was answered"))

    def data_received(self, data: bytes) -> None:
        now = time.time()
        buffer = self._buffer + data
        if not self._upgraded:
            head, end, buffer_after = buffer.partition(b"\r\n\r\n")
            if not end:
                self._buffer = buffer
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.subscribed.set_exception(ConnectionError(head.decode("latin1")))
                return
            self._upgraded = True
            buffer = buffer_after
        while len(buffer) >= 2:
            size, start = buffer[1] & 0x7F, 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                break
            if buffer[0] & 0x0F == 1:
                self._packet(buffer[start : start + size], now)
            elif buffer[0] & 0x0F == 8:
                self.close_code = int.from_bytes(buffer[start : start + 2], "big")
            buffer = buffer[start + size :]
        self._buffer = buffer

    def _packet(self, text: bytes, now: float) -> None:
        if text == b"2":
            self._send("3")
        elif text.startswith(b"42"):
            self._note(text, now)
        elif text.startswith(b"0{"):
            self._send("40" + json.dumps({"token": self.token} if self.token else {}))
        elif text.startswith(b"40"):
            self._send("420" + json.dumps(["subscribe", {"topic": self.topic}]))
        elif text.startswith(b'430[{"ok":true'):
            self._note(text, now)
            self.subscribed.set_result(None)
        elif not self.subscribed.done():
            self.subscribed.set_exception(ConnectionError(text.decode()))

    def _note(self, text: bytes, now: float) -> None:
        found = _VERSION.search(text)
        if found:
            self.seen.append((now, int(found[1])))

    def _send(self, text: str) -> None:
        assert self._transport is not None
        payload = text.encode()
        # A mask of zeros is a mask too.
        size = (
            bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
        )
        self._transport.write(b"\x81" + size + b"\0\0\0\0" + payload)


def latencies(commits: Sequence[Commit], seen: Sequence[Sighting]) -> list[float]:
    """Return how long after each commit a client knew its version or a newer one; never is infinite."""
    waits = []
    sightings = iter(sorted(seen))
    known: Sighting = (0.0, -1)
    for version, committed in commits:
        while known[1] < version:
            known = next(sightings, (float("inf"), sys.maxsize))
        waits.append(max(0.0, known[0] - committed))
    return waits


@dataclass
class Push:
    """The cost of changes of one topic."""

    waits: list[float]
    # How many clients end on the last state.
    at_the_end: int
    per_second: float
    # Of the server's processor time, for each change and client.
    microseconds: float


@dataclass
class Opening:
    """The cost of sockets that subscribe and wait."""

    seconds: float
    processor_seconds_each: float
    bytes_each: float


async def open_all(watchers: Sequence[Watcher], at_once: int = 100) -> None:
    """Open so many at the same time, until all are subscribed."""
    for start in range(0, len(watchers), at_once):
        await asyncio.gather(*(watcher.open() for watcher in watchers[start : start + at_once]))


async def measure_push(
    servers: Sequence[ServerProcess], topic: str, watchers: int, commit: Callable[[], Awaitable[list[Commit]]]
) -> Push:
    """Have so many, spread over the servers, watch the topic while it changes."""
    hosts = itertools.cycle([urlsplit(server.url).netloc for server in servers])
    clients = [Watcher(next(hosts), topic) for _ in range(watchers)]
    await open_all(clients)
    before = sum(processor_seconds(server.pid) for server in servers)
    commits = await commit()
    await asyncio.sleep(6)
    used = sum(processor_seconds(server.pid) for server in servers) - before
    push = Push(
        waits=[wait for client in clients for wait in latencies(commits, client.seen)],
        at_the_end=sum(client.seen[-1][1] == commits[-1][0] for client in clients),
        per_second=(len(commits) - 1) / (commits[-1][1] - commits[0][1]),
        microseconds=used / len(commits) / watchers * 1e6,
    )
    for client in clients:
        client.cut()
    await asyncio.sleep(2)
    return push


async def measure_opening(server: ServerProcess, topics: Sequence[str]) -> Opening:
    """Open a socket for each of these topics."""
    host, pid = urlsplit(server.url).netloc, server.pid
    # Modules, threads and connections that the first sockets need and the others share.
    first = [Watcher(host, topics[0]) for _ in range(100)]
    await open_all(first)
    await asyncio.sleep(2)
    processor, memory = processor_seconds(pid), memory_of(pid)
    clients = [Watcher(host, topic) for topic in topics]
    began = time.monotonic()
    await open_all(clients)
    seconds = time.monotonic() - began
    used = processor_seconds(pid) - processor
    await asyncio.sleep(20)
    held = memory_of(pid) - memory
    for client in (*first, *clients):
        client.cut()
    await asyncio.sleep(2)
    return Opening(seconds, used / len(topics), held / len(topics))


class Bench:
    """One engine: a shop, its web server, and the process that commits."""

    def __init__(self, shop: ShopProcesses, engine: str) -> None:
        self.engine = engine
        self.web: ServerProcess = shop.serve(LIVE_SOCKETS_PER_ADDRESS="10000", LOG_LEVEL="WARNING")
        self.actions = ActionProcess(shop.environment(SITE_URL=self.web.url))
        self.host = urlsplit(self.web.url).netloc

    async def run(self) -> None:
        # First: what a process freed once it takes again, and looks as if it needed less.
        await self.memory(2000)
        await self.measure("200 sockets, 5 changes/s", watchers=200, changes=100, per_second=5)
        await self.poll("200 pollers (5 s), 5 changes/s", clients=200, changes=100, per_second=5)
        await self.measure("500 sockets, 20 changes/s", watchers=500, changes=300, per_second=20)
        await self.measure("1,000 sockets, 20 changes/s", watchers=1000, changes=200, per_second=20)
        await self.opening(2000)
        await self.storm(1500)

    def report(self, what: str, result: str) -> None:
        print(f"| {self.engine} | {what} | {result} |", flush=True)

    async def commit(self, slug: str, changes: int, per_second: float) -> list[Commit]:
        made = await asyncio.to_thread(self.actions.do, "count_steadily", slug, changes, per_second)
        return [(version, committed) for version, committed in made]

    async def measure(self, what: str, *, watchers: int, changes: int, per_second: float) -> None:
        """All watch one product while it changes."""
        slug = self.actions.do("product")["slug"]
        push = await measure_push(
            [self.web], f"product:{slug}", watchers, lambda: self.commit(slug, changes, per_second)
        )
        self.report(
            what,
            f"{spread(push.waits)}; {push.at_the_end} of {watchers} end on the last state; "
            f"{push.per_second:.0f} commits/s, {push.microseconds:.0f} µs of server CPU a change and client",
        )

    async def poll(self, what: str, *, clients: int, changes: int, per_second: float) -> None:
        """The design without sockets: each client asks by REST every five seconds."""
        push, failed = await self.measure_polling(clients, changes, per_second)
        self.report(
            what,
            f"{spread(push.waits)}; {failed} requests failed; "
            f"{push.microseconds:.0f} µs of server CPU a change and client",
        )

    async def measure_polling(self, clients: int, changes: int, per_second: float) -> tuple[Push, int]:
        """Return what it costs when the clients ask, and how many requests failed."""
        slug = self.actions.do("product")["slug"]
        url = f"{self.web.url}/api/products/{slug}"
        seen: list[list[Sighting]] = [[] for _ in range(clients)]
        failed = 0

        async def ask(http: httpx.AsyncClient, sightings: list[Sighting]) -> None:
            nonlocal failed
            await asyncio.sleep(random.uniform(0, POLL_SECONDS))
            while True:
                began = time.monotonic()
                try:
                    product = (await http.get(url)).raise_for_status().json()["data"]["product"]
                    sightings.append((time.time(), product["version"]))
                except httpx.HTTPError:
                    failed += 1
                await asyncio.sleep(max(0.0, began + POLL_SECONDS - time.monotonic()))

        limits = httpx.Limits(max_connections=clients, max_keepalive_connections=clients)
        async with httpx.AsyncClient(trust_env=False, timeout=30, limits=limits) as http:
            tasks = [asyncio.create_task(ask(http, sightings)) for sightings in seen]
            await asyncio.sleep(POLL_SECONDS)
            before = processor_seconds(self.web.pid)
            commits = await self.commit(slug, changes, per_second)
            used = processor_seconds(self.web.pid) - before
            await asyncio.sleep(2 * POLL_SECONDS)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        push = Push(
            waits=[wait for sightings in seen for wait in latencies(commits, sightings)],
            at_the_end=sum(sightings[-1][1] == commits[-1][0] for sightings in seen if sightings),
            per_second=per_second,
            microseconds=used / changes / clients * 1e6,
        )
        return push, failed

    def topics(self, number: int) -> list[str]:
        """Return the topics of so many new products."""
        return [f"product:{self.actions.do('product')['slug']}" for _ in range(number)]

    async def memory(self, sockets: int) -> None:
        """Open sockets that watch one of 50 products and wait."""
        opened = await measure_opening(self.web, self.topics(50) * (sockets // 50))
        self.report(
            f"memory, {sockets:,} sockets of 50 topics",
            f"{opened.bytes_each / 1024:.0f} KB each (opened in {opened.seconds:.1f} s, 100 at a time)",
        )

    async def opening(self, sockets: int) -> None:
        """Open sockets that watch a product each that nobody else watches."""
        opened = await measure_opening(self.web, self.topics(sockets))
        self.report(
            f"{sockets:,} sockets, each of its own topic", f"opened in {opened.seconds:.1f} s, 100 at a time"
        )

    async def storm(self, sockets: int) -> None:
        """Logged-in clients lose the line and come back in the same moment, without any spread."""
        slug = self.actions.do("product")["slug"]
        tokens = [self.actions.do("user", "customer")["token"] for _ in range(sockets // 5)]

        def clients() -> list[Watcher]:
            return [Watcher(self.host, f"product:{slug}", tokens[n % len(tokens)]) for n in range(sockets)]

        first = clients()
        await open_all(first)
        for client in first:
            client.cut()
        again = clients()
        began = time.monotonic()
        outcomes = await asyncio.gather(*(client.open() for client in again), return_exceptions=True)
        took = time.monotonic() - began
        failed = [outcome for outcome in outcomes if outcome is not None]
        for outcome in failed[:3]:
            print(outcome, file=sys.stderr)
        self.report(
            f"{sockets:,} authenticated reconnects at once",
            f"all subscribed after {took:.1f} s; {len(failed)} failed",
        )
        for client in again:
            client.cut()


def run(shop: ShopProcesses, engine: str) -> None:
    """Measure one engine."""
    with shop:
        bench = Bench(shop, engine)
        with bench.actions:
            asyncio.run(bench.run())


def main() -> None:
    """Print one table row a measurement."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=["sqlite", "postgres"])
    only: str | None = parser.parse_args().only
    print(f"{time.strftime('%Y-%m-%d')}: {machine()}\n")
    print("| engine | what | measured |\n| --- | --- | --- |", flush=True)
    engines: dict[str, Callable[[], None]] = {"sqlite": _sqlite, "postgres": _postgres}
    for name, measure in engines.items():
        if only in (None, name):
            measure()


def _sqlite() -> None:
    run(ShopProcesses(), "SQLite, embedded")


def _postgres() -> None:
    with private_services() as services:
        shop = ShopProcesses(database_url=services.postgres.url, redis_url=services.redis.url)
        run(shop, "Postgres and Redis")


if __name__ == "__main__":
    main()
