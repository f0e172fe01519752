"""The speed of the webhook inbox, and that a killed server loses no message.

    .venv/bin/python -m tests.benchmarks.webhooks        one gunicorn process on Postgres, then on SQLite
    .venv/bin/python -m tests.benchmarks.webhooks --only postgres

Signed messages, each another one, leave by the clock, answered or not the ones before; latency counts from
the moment a message was due. Then the same while the server is killed with -9 and started again: a message
without a 2xx is sent again, as providers do, and in the end every one must be in the inbox. Nothing here
asserts but that; the figures and what they should be stand in README.md.
"""

import argparse
import asyncio
import hashlib
import hmac
import json
import sqlite3
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from deploy import processes
from deploy.services import private_services
from project.sandbox.config import WEBHOOK_SECRET
from tests.benchmarks.measuring import machine, processor_seconds
from tests.benchmarks.rest import CONNECTIONS, Connection
from tests.server_process import ServerProcess, ShopProcesses

RATE = 200  # messages a second
SECONDS = 20
WARM_UP_SECONDS = 3
KILLS = 3
ADDRESS = "/api/payments/webhooks/phonepe"
COUNT = "SELECT count(*) FROM payments_webhookmessage WHERE merchant_order_id LIKE 'BENCH%'"


def message(number: int) -> tuple[bytes, dict[str, str]]:
    """Return a message about an order of this number, and its proof."""
    payload = {"merchantOrderId": f"BENCH{number}", "orderId": f"OMO{number}", "state": "COMPLETED"}
    body = json.dumps({"event": "checkout.order.completed", "payload": payload}).encode()
    digest = hmac.new(WEBHOOK_SECRET.encode(), body, hashlib.sha256).hexdigest()
    return body, {"x-phonepe-checksum-signature": digest}


async def send(host: str, numbers: range, *, again: bool) -> tuple[list[float], int]:
    """Send these messages RATE times a second; return the waits until a 2xx, and how many tries had none.

    `again` sends one that was not taken once more, until it is.
    """
    idle: asyncio.LifoQueue[Connection] = asyncio.LifoQueue()
    connections = [Connection(host) for _ in range(CONNECTIONS)]
    for connection in connections:
        idle.put_nowait(connection)
    waits: list[float] = []
    failed = 0
    began = time.perf_counter() + 0.1

    async def one(number: int, due: float) -> None:
        nonlocal failed
        body, proof = message(number)
        while True:
            connection = await idle.get()
            try:
                status = await connection.post(ADDRESS, body, proof)
            except (OSError, EOFError):
                connection.close()
                status = 0
            idle.put_nowait(connection)
            failed += status != 200
            if status == 200 or not again:
                break
            await asyncio.sleep(0.5)
        waits.append(time.perf_counter() - due)

    async with asyncio.TaskGroup() as group:
        for position, number in enumerate(numbers):
            due = began + position / RATE
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            group.create_task(one(number, due))
    for connection in connections:
        connection.close()
    return waits, failed


async def send_while_killed(server: ServerProcess, numbers: range) -> tuple[list[float], int]:
    """Send while the server dies KILLS times and comes back."""

    async def kill() -> None:
        for _ in range(KILLS):
            await asyncio.sleep(SECONDS / (KILLS + 1))
            await asyncio.to_thread(server.restart)

    killing = asyncio.create_task(kill())
    result = await send(urlsplit(server.url).netloc, numbers, again=True)
    await killing
    return result


def measure(server: ServerProcess, engine: str, stored: Callable[[], int]) -> bool:
    """Print a table row for each part; tell whether every message that was taken is there."""
    host, count = urlsplit(server.url).netloc, RATE * SECONDS
    asyncio.run(send(host, range(RATE * WARM_UP_SECONDS), again=False))
    before, used = stored(), processor_seconds(server.pid)
    waits, failed = asyncio.run(send(host, range(10**6, 10**6 + count), again=False))
    used = processor_seconds(server.pid) - used
    p50, p95, p99 = (statistics.quantiles(waits, n=100)[n - 1] * 1000 for n in (50, 95, 99))
    taken = stored() - before
    print(
        f"| {engine} | {RATE}/s for {SECONDS} s | p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms; "
        f"{failed} of {count} failed, {taken} in the inbox; "
        f"{used / count * 1000:.1f} ms of server CPU each |",
        flush=True,
    )
    complete = taken >= count - failed
    before = stored()
    waits, failed = asyncio.run(send_while_killed(server, range(2 * 10**6, 2 * 10**6 + count)))
    lost = count - (stored() - before)
    print(
        f"| {engine} | the same, killed {KILLS} times | {lost} of {count} lost; "
        f"{failed} tries without an answer; worst {max(waits):.1f} s |",
        flush=True,
    )
    return complete and lost == 0


def serve(shop: ShopProcesses) -> ServerProcess:
    """Start one web process for REST."""
    port = processes.free_port()
    url = f"http://127.0.0.1:{port}"
    gunicorn = ["-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", "-b", f"127.0.0.1:{port}"]
    inbox = shop.spawn(
        [sys.executable, *gunicorn, "--workers", "1", "project.wsgi:application"],
        name="inbox",
        url=url,
        SITE_URL=url,
    )
    inbox.wait_until_ready()
    return inbox


@contextmanager
def on_postgres() -> Iterator[tuple[ShopProcesses, Callable[[], int]]]:
    """Start a shop on private Postgres and Redis."""
    with (
        private_services() as services,
        ShopProcesses(
            database_url=services.postgres.url, redis_url=services.redis.url, LOG_LEVEL="ERROR"
        ) as shop,
    ):

        def stored() -> int:
            with psycopg.connect(shop.environment()["DATABASE_URL"]) as connection:
                row = connection.execute(COUNT).fetchone()
                assert row is not None
                return int(row[0])

        yield shop, stored


@contextmanager
def on_sqlite() -> Iterator[tuple[ShopProcesses, Callable[[], int]]]:
    """Start an embedded shop."""
    with ShopProcesses(LOG_LEVEL="ERROR") as shop:

        def stored() -> int:
            with closing(sqlite3.connect(Path(shop.folder) / "akshamala.sqlite3", timeout=20)) as connection:
                return int(connection.execute(COUNT).fetchone()[0])

        yield shop, stored


def main() -> None:
    """Print one table row a measurement; fail when a message is lost."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=["postgres", "sqlite"])
    only: str | None = parser.parse_args().only
    print(f"{time.strftime('%Y-%m-%d')}: {machine()}\n")
    print("| engine | what | measured |\n| --- | --- | --- |", flush=True)
    complete = True
    for name, start in {"postgres": on_postgres, "sqlite": on_sqlite}.items():
        if only in (None, name):
            with start() as (shop, stored):
                complete &= measure(
                    serve(shop), "Postgres and Redis" if name == "postgres" else "SQLite", stored
                )
    if not complete:
        sys.exit("messages were lost")


if __name__ == "__main__":
    main()
