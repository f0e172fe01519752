"""The server's processor time for one public answer: cold, after a change, and warm.

    .venv/bin/python -m tests.benchmarks.processor_time         daphne on SQLite, then gunicorn on Postgres
    .venv/bin/python -m tests.benchmarks.processor_time --only sqlite

Cold: before each request another process changes the stock of some product, and its news has arrived. Warm:
the same request again and again. One request at a time, over one kept connection, so the time is that of the
server's and the renderer's threads alone (/proc/…/schedstat), whatever else the machine does. Nothing here
asserts; the figures and what they should be stand in README.md.
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from deploy.services import private_services
from tests.benchmarks.measuring import machine, processor_seconds
from tests.benchmarks.rest import Connection
from tests.realtime.action_process import ActionProcess
from tests.server_process import ServerProcess, ShopProcesses

PRODUCT = "5-mukhi-rudraksha"
ANSWERS = {
    "list, JSON": "/api/products?limit=12",
    "search, JSON": f"/api/products?{urlencode({'limit': 12, 'search': 'rudraksha mala'})}",
    "product, JSON": f"/api/products/{PRODUCT}",
    "front page, HTML": "/",
    "list, HTML": "/products",
    "search, HTML": f"/products?{urlencode({'search': 'rudraksha mala'})}",
    "product, HTML": f"/products/{PRODUCT}",
}
COLD = 30
WARM = 300
# How long the news of a change may take to a server without Redis.
NEWS_SECONDS = 0.2
# What a server does for the first time (imports, connections, one for each thread) is not measured.
FIRST = 40
# Node compiles what has run often: a renderer that has just started takes twice as long.
FIRST_RENDERINGS = 150


async def measure(
    server: ServerProcess, renderer: ServerProcess, changes: ActionProcess, path: str
) -> tuple[float, float, float]:
    """Return the milliseconds of an answer: cold (median), the renderer's part of that, and warm (mean)."""
    connection = Connection(urlsplit(server.url).netloc)

    async def ask(times: int) -> tuple[float, float]:
        began = processor_seconds(server.pid)
        rendering = processor_seconds(renderer.pid)
        for _ in range(times):
            status = await connection.get(path)
            if status != 200:
                raise RuntimeError(f"{path}: {status}")
        rendering = (processor_seconds(renderer.pid) - rendering) * 1000 / times
        return (processor_seconds(server.pid) - began) * 1000 / times + rendering, rendering

    await ask(FIRST)
    first = 0 if path.startswith("/api/") else FIRST_RENDERINGS
    cold = []
    for number in range(first + COLD):
        # Of more than ten the public is not told how many.
        changes.do("count", PRODUCT, 5 + number % 2)
        time.sleep(NEWS_SECONDS)
        cold.append(await ask(1))
    del cold[:first]
    await ask(FIRST)
    warm, _ = await ask(WARM)
    connection.close()
    return statistics.median(both for both, _ in cold), statistics.median(part for _, part in cold), warm


def report(shop: ShopProcesses, server: ServerProcess, renderer: ServerProcess, engine: str) -> None:
    """Print one table row for each kind of answer."""
    with ActionProcess(shop.environment()) as changes:
        for kind, path in ANSWERS.items():
            cold, rendering, warm = asyncio.run(measure(server, renderer, changes, path))
            print(
                f"| {engine} | {kind} | {cold:.1f} ms, renderer {rendering:.1f} ms | {warm:.2f} ms |",
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
    print("| engine | what | cold | warm |\n| --- | --- | --- | --- |", flush=True)
    engines: dict[str, Callable[[], None]] = {"sqlite": _sqlite, "postgres": _postgres}
    for name, run in engines.items():
        if only in (None, name):
            run()


# With the limits, as in production: counting is part of an answer.
# Rendering is waited for, however busy the machine is.
_SETTINGS = {"LOG_LEVEL": "ERROR", "RATE_LIMIT_FACTOR": "100000", "RENDERER_MILLISECONDS": "10000"}


def _sqlite() -> None:
    with ShopProcesses(**_SETTINGS) as shop:
        shop.manage("sample_shop", "--verbosity", "0")
        renderer = shop.render()
        report(shop, shop.serve(), renderer, "daphne, SQLite")


def _postgres() -> None:
    with (
        private_services() as services,
        ShopProcesses(database_url=services.postgres.url, redis_url=services.redis.url, **_SETTINGS) as shop,
    ):
        shop.manage("sample_shop", "--verbosity", "0")
        renderer = shop.render()
        report(shop, shop.serve_pages(), renderer, "gunicorn, Postgres and Redis")


if __name__ == "__main__":
    main()
