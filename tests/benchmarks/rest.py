"""The catalogue's speed: list, search and product page at 50 requests a second each.

    .venv/bin/python -m tests.benchmarks.rest              embedded (daphne, SQLite), then gunicorn, Postgres
    .venv/bin/python -m tests.benchmarks.rest --only sqlite

The sample shop, served as `deploy/run` and `deploy/compose.yaml` serve it, asked over kept connections as
browsers ask. Requests leave by the clock, whether or not earlier ones were answered, and latency counts from
the moment a request was due: a server that falls behind cannot hide it. Nothing here asserts; the figures
and what they should be stand in README.md.
"""

import argparse
import asyncio
import json
import ssl
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlencode, urlsplit

import httpx

from deploy.services import private_services
from tests.benchmarks.measuring import machine, processor_seconds
from tests.server_process import ServerProcess, ShopProcesses

RATE = 50  # requests a second
SECONDS = 20
WARM_UP_SECONDS = 4
CONNECTIONS = 60
RANKING = Path(__file__).parents[1] / "catalog" / "ranking.json"

LISTS: list[dict[str, str]] = [
    {},
    {"page": "2"},
    {"category": "rudraksha"},
    {"category": "crystal,healing_stone", "sortBy": "price-low"},
    {"minPrice": "1000", "maxPrice": "4999.99", "inStock": "true"},
    {"isFeatured": "true", "sortBy": "rating"},
]


@dataclass
class Outcome:
    """The requests of one kind: seconds from due to answered, and the number that failed."""

    waits: list[float]
    failed: int


class Connection:
    """One kept connection, as light as can be, so that the figures are the server's.

    `body` is that of the last answer, as it was sent.
    """

    def __init__(self, host: str, *, tls: ssl.SSLContext | None = None) -> None:
        self._host = host
        self._tls = tls
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.body = b""

    async def get(
        self,
        path: str,
        headers: Mapping[str, str] = MappingProxyType({}),
        *,
        accept: str = "application/json",
    ) -> int:
        """Ask for a path and return the status once the whole answer is here."""
        return await self._exchange(
            f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\nAccept: {accept}\r\n"
            f"Accept-Language: hi\r\nAccept-Encoding: gzip, br\r\n{_lines(headers)}\r\n".encode()
        )

    async def post(self, path: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Send JSON and return the status once the whole answer is here."""
        lines = _lines(headers)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self._host}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n{lines}\r\n"
        )
        return await self._exchange(head.encode() + body)

    async def _exchange(self, request: bytes) -> int:
        if self._streams is None:
            name, port = self._host.split(":")
            self._streams = await asyncio.open_connection(name, int(port), ssl=self._tls)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin1").lower()
        lines = head.split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:] if line)
        if "content-length" in headers:
            self.body = await reader.readexactly(int(headers["content-length"]))
        else:
            chunks = []
            while size := int(await reader.readline(), 16):
                chunks.append((await reader.readexactly(size + 2))[:-2])
            await reader.readline()
            self.body = b"".join(chunks)
        if headers.get("connection") == "close":
            self.close()
        return int(lines[0].split()[1])

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def _lines(headers: Mapping[str, str]) -> str:
    return "".join(f"{name}: {value}\r\n" for name, value in headers.items())


async def send(host: str, paths: Sequence[str], seconds: float) -> Outcome:
    """Ask for these paths in turn, RATE times a second."""
    idle: asyncio.LifoQueue[Connection] = asyncio.LifoQueue()
    connections = [Connection(host) for _ in range(CONNECTIONS)]
    for connection in connections:
        idle.put_nowait(connection)
    outcome = Outcome([], 0)
    began = time.perf_counter() + 0.1

    async def one(path: str, due: float) -> None:
        connection = await idle.get()
        try:
            status = await connection.get(path)
        except (OSError, EOFError):
            connection.close()
            status = 0
        idle.put_nowait(connection)
        outcome.waits.append(time.perf_counter() - due)
        outcome.failed += status != 200

    async with asyncio.TaskGroup() as group:
        for number, path in enumerate(islice(cycle(paths), int(RATE * seconds))):
            due = began + number / RATE
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            group.create_task(one(path, due))
    for connection in connections:
        connection.close()
    return outcome


def measure(server: ServerProcess, engine: str) -> None:
    """Print one table row for each kind of request."""
    products = httpx.get(f"{server.url}/api/products", params={"limit": 48}, trust_env=False).json()["data"]
    searches = [case["search"] for case in json.loads(RANKING.read_text("utf-8"))]
    kinds = {
        "product list": [f"/api/products?{urlencode(query)}" for query in LISTS],
        "search": [f"/api/products?{urlencode({'search': text})}" for text in searches],
        "suggestions": [f"/api/products/suggest?{urlencode({'q': text})}" for text in searches],
        "product page": [f"/api/products/{product['slug']}" for product in products["products"]],
    }
    host = urlsplit(server.url).netloc
    for kind, paths in kinds.items():
        asyncio.run(send(host, paths, WARM_UP_SECONDS))
        used = processor_seconds(server.pid)
        outcome = asyncio.run(send(host, paths, SECONDS))
        used = processor_seconds(server.pid) - used
        p50, p95, p99 = (statistics.quantiles(outcome.waits, n=100)[n - 1] * 1000 for n in (50, 95, 99))
        print(
            f"| {engine} | {kind} | p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms, "
            f"worst {max(outcome.waits) * 1000:.0f} ms; {outcome.failed} of {len(outcome.waits)} failed; "
            f"{used / len(outcome.waits) * 1000:.1f} ms of server CPU each |",
            flush=True,
        )


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
    for name, run in engines.items():
        if only in (None, name):
            run()


def _sqlite() -> None:
    with ShopProcesses(LOG_LEVEL="ERROR") as shop:
        shop.manage("sample_shop", "--verbosity", "0")
        measure(shop.serve(), "daphne, SQLite")


def _postgres() -> None:
    with (
        private_services() as services,
        ShopProcesses(
            database_url=services.postgres.url, redis_url=services.redis.url, LOG_LEVEL="ERROR"
        ) as shop,
    ):
        shop.manage("sample_shop", "--verbosity", "0")
        measure(shop.serve_pages(), "gunicorn, Postgres and Redis")


if __name__ == "__main__":
    main()
