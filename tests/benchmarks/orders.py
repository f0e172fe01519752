"""Placing orders: 20 a second by the clock, all for the same five products, on Postgres.

    .venv/bin/python -m tests.benchmarks.orders

The sample shop as `deploy/compose.yaml` serves it. Each guest orders two of the five products, so orders wait
for each other's locks. Requests leave when they are due, whether or not earlier ones were answered, and
latency counts from then. Nothing here asserts but the books: what was answered must be what was written. The
figures and what they should be stand in README.md.
"""

import asyncio
import statistics
import time
from itertools import combinations, count, cycle
from typing import Any

import httpx
import psycopg

from deploy.services import private_services
from tests.benchmarks.measuring import machine, processor_seconds
from tests.server_process import ServerProcess, ShopProcesses

RATE = 20  # orders a second
SECONDS = 20
WARM_UP_SECONDS = 4
PIECES = 100_000
STOCK = f"""
from project.catalog.actions.stock import set_on_hand
from project.catalog.models import Product
for product in Product.objects.filter(is_visible=True).order_by("pk")[:5]:
    set_on_hand(product, {PIECES}, cause="benchmark")
"""
ADDRESS = {"street": "12 Sample Road", "city": "Pune", "state": "Maharashtra", "pincode": "411001"}
GUEST = {"firstName": "Sample", "lastName": "Shopper", "phone": "9876543210", "address": ADDRESS}
_numbers = count(1)


def items_of(pair: tuple[str, str]) -> list[dict[str, Any]]:
    """Return one piece of each of the two products."""
    return [{"productId": product, "quantity": 1} for product in pair]


async def price(client: httpx.AsyncClient, pair: tuple[str, str]) -> float:
    """Return what the two pieces cost."""
    answer = await client.post("/api/orders/quote", json={"items": items_of(pair)})
    return float(answer.json()["data"]["totalAmount"])


async def place(
    client: httpx.AsyncClient, pair: tuple[str, str], amount: float, due: float
) -> tuple[float, int]:
    """Order one piece of each of two products; return the seconds since it was due, and the status."""
    number = next(_numbers)
    body: dict[str, Any] = {
        "items": items_of(pair),
        "amount": amount,
        "customerInfo": GUEST | {"email": f"guest{number}@akshamala.example"},
    }
    headers = {"Idempotency-Key": f"benchmark-{number}"}
    answer = await client.post("/api/orders/create-guest-order", json=body, headers=headers)
    return time.perf_counter() - due, answer.status_code


async def send(url: str, products: list[str], seconds: float) -> list[tuple[float, int]]:
    """Place orders by the clock, RATE a second."""
    limits = httpx.Limits(max_connections=60, max_keepalive_connections=60)
    async with (
        httpx.AsyncClient(base_url=url, limits=limits, timeout=30, trust_env=False) as client,
        asyncio.TaskGroup() as group,
    ):
        pairs = cycle([(pair, await price(client, pair)) for pair in combinations(products, 2)])
        began = time.perf_counter() + 0.1
        tasks = []
        for number in range(int(RATE * seconds)):
            due = began + number / RATE
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            tasks.append(group.create_task(place(client, *next(pairs), due)))
    return [task.result() for task in tasks]


def measure(server: ServerProcess, products: list[str]) -> int:
    """Print the table's row and return how many orders were placed, those of the warm-up too."""
    warm = asyncio.run(send(server.url, products, WARM_UP_SECONDS))
    used = processor_seconds(server.pid)
    outcome = asyncio.run(send(server.url, products, SECONDS))
    used = processor_seconds(server.pid) - used
    waits = [wait for wait, _ in outcome]
    p50, p95, p99 = (statistics.quantiles(waits, n=100)[n - 1] * 1000 for n in (50, 95, 99))
    failed = sum(status != 200 for _, status in outcome)
    print(
        f"| gunicorn, Postgres and Redis | an order of two of five products, {RATE}/s | p50 {p50:.0f} ms, "
        f"p95 {p95:.0f} ms, p99 {p99:.0f} ms, worst {max(waits) * 1000:.0f} ms; "
        f"{failed} of {len(waits)} failed; {used / len(waits) * 1000:.1f} ms of server CPU each |",
        flush=True,
    )
    return sum(status == 200 for _, status in warm + outcome)


def main() -> None:
    """Print the table."""
    print(f"{time.strftime('%Y-%m-%d')}: {machine()}\n")
    print("| engine | what | measured |\n| --- | --- | --- |", flush=True)
    with (
        private_services() as services,
        ShopProcesses(
            database_url=services.postgres.url, redis_url=services.redis.url, LOG_LEVEL="ERROR"
        ) as shop,
    ):
        shop.manage("sample_shop", "--verbosity", "0")
        shop.manage("shell", "--verbosity", "0", "-c", STOCK)
        server = shop.serve_pages()
        with psycopg.connect(shop.environment()["DATABASE_URL"]) as connection:
            rows = connection.execute(
                "SELECT public_id FROM catalog_product WHERE on_hand = %s", [PIECES]
            ).fetchall()
            placed = measure(server, [public_id for (public_id,) in rows])
            written = connection.execute("SELECT sum(quantity) FROM orders_orderline").fetchone()
        assert written == (2 * placed,), f"{placed} orders have {written} pieces"


if __name__ == "__main__":
    main()
