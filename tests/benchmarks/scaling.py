"""The cost of a change whose watchers several processes serve, and the processes that one Redis can notify.

    .venv/bin/python -m tests.benchmarks.scaling

First the real processes: the same watchers spread over 1, 2 and 4 of them. Then their hints alone: as many
connections to one Redis as there would be processes, each of which gets every hint, as `realtime/broker.py`
has it. deploy/SCALING.md reckons with these figures.
"""

import asyncio
import json
import statistics
import time

import redis.asyncio

from deploy.services import Redis, private_services
from tests.benchmarks.live import Bench, measure_push
from tests.benchmarks.measuring import machine, processor_seconds, spread
from tests.server_process import ShopProcesses

PROCESSES = (1, 2, 4)
WATCHERS = 1000
CHANGES = 200
PER_SECOND = 20
SUBSCRIBERS = (10, 100, 300, 1000)
HINTS = 200
HINT = json.dumps({"type": "hub.changed", "topics": ["product:5-mukhi-rudraksha"], "origin": "0" * 32})
CHANNEL = "hints"


async def measure_processes(shop: ShopProcesses, bench: Bench) -> None:
    """Spread the watchers over more and more processes."""
    servers = [bench.web]
    for count in PROCESSES:
        servers += [
            shop.serve(LIVE_SOCKETS_PER_ADDRESS="10000", LOG_LEVEL="WARNING")
            for _ in range(count - len(servers))
        ]
        slug = bench.actions.do("product")["slug"]
        push = await measure_push(
            servers,
            f"product:{slug}",
            WATCHERS,
            lambda slug=slug: bench.commit(slug, CHANGES, PER_SECOND),  # type: ignore[misc]
        )
        print(
            f"| {count} processes, {WATCHERS:,} watchers, {PER_SECOND} changes/s | {spread(push.waits)}; "
            f"{push.microseconds:.0f} µs of processor time a change and client in all |",
            flush=True,
        )


async def measure_hints(server: Redis, subscribers: int) -> None:
    """Send hints, one after the other, to so many connections."""
    publisher = redis.asyncio.from_url(server.url)
    heard = 0
    everybody = asyncio.Event()

    class Subscriber(asyncio.Protocol):
        """Counts the messages and does nothing else."""

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            transport.write(f"SUBSCRIBE {CHANNEL}\r\n".encode())

        def data_received(self, data: bytes) -> None:
            nonlocal heard
            heard += data.count(b"hub.changed")
            if heard >= HINTS * subscribers:
                everybody.set()

    address = publisher.connection_pool.connection_kwargs
    loop = asyncio.get_running_loop()
    made = [
        await loop.create_connection(Subscriber, address["host"], address["port"]) for _ in range(subscribers)
    ]
    while (await publisher.pubsub_numsub(CHANNEL))[0][1] < subscribers:
        await asyncio.sleep(0.05)
    before = processor_seconds(server.pid)
    waits = []
    for number in range(1, HINTS + 1):
        began = time.perf_counter()
        await publisher.publish(CHANNEL, HINT)
        while heard < number * subscribers:
            await asyncio.sleep(0)
        waits.append(time.perf_counter() - began)
    await everybody.wait()
    used = processor_seconds(server.pid) - before
    each = used / HINTS
    print(
        f"| hints to {subscribers:,} processes | {each * 1e6:,.0f} µs of Redis's core each: at most "
        f"{1 / each:,.0f} a second; all told after {statistics.median(waits) * 1000:.1f} ms |",
        flush=True,
    )
    for transport, _ in made:
        transport.abort()
    await publisher.aclose()


def main() -> None:
    """Print one table row a measurement."""
    print(f"{time.strftime('%Y-%m-%d')}: {machine()}\n")
    print("| what | measured |\n| --- | --- |", flush=True)
    with private_services() as services:
        shop = ShopProcesses(database_url=services.postgres.url, redis_url=services.redis.url)
        with shop:
            bench = Bench(shop, "Postgres and Redis")
            with bench.actions:
                asyncio.run(measure_processes(shop, bench))
        for subscribers in SUBSCRIBERS:
            asyncio.run(measure_hints(services.redis, subscribers))


if __name__ == "__main__":
    main()
