"""One purchase, step by step: requests, statements, processor time, WAL and papers.

    python -m tests.benchmarks.purchase [--purchases 20] [--shapes]

gunicorn, daphne, worker, Postgres, Redis and the sandbox provider; guests who buy two products, first with
nobody watching, then with each payment's screen, both products and staff's lists on sockets. All shoppers
take a step, two a second, before any takes the next one, so that the figures are of that step. Each process
has a database role of its own, by which pg_stat_statements tells their statements apart. What the idle shop
does meanwhile is measured before and taken off. Nothing here asserts.
"""

import argparse
import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx
import psycopg

from deploy import machine as tools
from deploy.services import Postgres, Redis
from tests.benchmarks.live import Watcher, open_all
from tests.benchmarks.measuring import machine, processor_seconds
from tests.benchmarks.orders import GUEST, PIECES, STOCK, items_of
from tests.deploy.production import SELLER
from tests.realtime.action_process import ActionProcess
from tests.sandbox_process import SandboxProcess
from tests.server_process import ServerProcess, ShopProcesses
from tests.smtp_server import SmtpServer

PER_SECOND = 2.0
IDLE_SECONDS = 20.0
SETTLES_WITHIN_SECONDS = 120.0
STAFF_TOPICS = ("staff:orders", "staff:transactions", "staff:dashboard", "staff:payment-health")
PROCESSES = ("gunicorn", "worker", "daphne")
STATEMENTS = """
SELECT rolname, query, sum(calls)::int FROM pg_stat_statements JOIN pg_roles ON pg_roles.oid = userid
WHERE rolname = ANY(%s) GROUP BY 1, 2
"""
WAL = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"
PAPERS = "SELECT count(*) FROM invoices_documentfile"
UNFINISHED = """
SELECT (SELECT count(*) FROM payments_webhookmessage WHERE handled_at IS NULL)
     + (SELECT count(*) FROM invoices_duedocument)
     + (SELECT count(*) FROM core_mail WHERE status IN ('due', 'sending'))
"""
# A production shop does not open with the sample shop's accounts and certificates.
NO_SAMPLES = """
UPDATE accounts_user SET email = replace(email, '@akshamala.example', '@buyers.example');
UPDATE catalog_certificate SET is_sample = false
"""
UNPAID = "SELECT count(*) FROM payments_payment WHERE status = 'PENDING'"


@dataclass
class Shop:
    """The running shop, and how to look at it from outside."""

    rest: ServerProcess
    live: ServerProcess
    worker: ServerProcess
    services: dict[str, int]
    sandbox: SandboxProcess
    database: psycopg.Connection
    products: tuple[str, str]
    slugs: tuple[str, str]
    token: str

    def value(self, sql: str) -> int:
        row = self.database.execute(sql).fetchone()
        assert row is not None
        return int(row[0])

    def wait_for_none(self, sql: str) -> None:
        """Return when nothing is left to do; raises TimeoutError."""
        until = time.monotonic() + SETTLES_WITHIN_SECONDS
        while self.value(sql):
            if time.monotonic() > until:
                raise TimeoutError(sql)
            time.sleep(0.1)


@dataclass
class Usage:
    """Used so far, or during a step."""

    seconds: float
    wal: float
    papers: float
    statements: Counter[tuple[str, str]]
    processor: Counter[str]

    @classmethod
    def of(cls, shop: Shop) -> "Usage":
        processes = {"gunicorn": shop.rest, "worker": shop.worker, "daphne": shop.live}
        pids = {name: process.pid for name, process in processes.items()} | shop.services
        return cls(
            time.monotonic(),
            shop.value(WAL),
            shop.value(PAPERS),
            Counter(
                {
                    (role, query): calls
                    for role, query, calls in shop.database.execute(STATEMENTS, [list(PROCESSES)])
                }
            ),
            Counter({name: processor_seconds(pid) for name, pid in pids.items()}),
        )

    def since(self, before: "Usage", idle: "Usage | None" = None, share: float = 1.0) -> "Usage":
        """Return the difference by purchase, less what the idle shop uses in the time."""
        seconds = self.seconds - before.seconds
        idles = seconds / idle.seconds if idle else 0.0

        def less(name: str, key: Any = None) -> float:
            now, then, quiet = (
                (getattr(each, name) if key is None else getattr(each, name)[key]) if each else 0
                for each in (self, before, idle)
            )
            return float(max(0.0, now - then - quiet * idles) * share)

        return Usage(
            seconds,
            less("wal"),
            less("papers"),
            Counter({key: less("statements", key) for key in self.statements}),
            Counter({key: less("processor", key) for key in self.processor}),
        )


@dataclass
class Shopper:
    """A guest's browser."""

    http: httpx.Client
    shop: Shop
    number: int
    headers: dict[str, str] = field(default_factory=dict)
    order: dict[str, Any] = field(default_factory=dict)
    payment: str = ""
    amount: float = 0

    def _call(self, path: str, body: Any = None, key: str = "") -> dict[str, Any]:
        headers = self.headers | ({"Idempotency-Key": f"{key}-{self.number}"} if key else {})
        method = "GET" if body is None else "POST"
        answer = self.http.request(method, f"/api{path}", json=body, headers=headers)
        assert answer.is_success, answer.text
        return dict(answer.json()["data"])

    def fill_cart(self) -> None:
        for line in items_of(self.shop.products):
            self.headers["X-Cart-Token"] = self._call("/cart/lines", line)["cartToken"]

    def look_at_cart(self) -> None:
        self._call("/cart")

    def quote(self) -> None:
        body = {"items": items_of(self.shop.products)}
        self.amount = self._call("/orders/quote", body)["totalAmount"]

    def place(self) -> None:
        person = {"email": f"guest{self.number}@akshamala.example", "phone": f"98{self.number:08d}"}
        body = {
            "items": items_of(self.shop.products),
            "amount": self.amount,
            "customerInfo": GUEST | person,
        }
        self.order = self._call("/orders/create-guest-order", body, "order")
        self.headers["X-Order-Key"] = self.order["orderKey"]

    def empty_cart(self) -> None:
        self._call("/cart/lines/ordered", {"orderId": self.order["orderId"]})

    def open_payment(self) -> None:
        body = {"orderId": self.order["orderId"], "key": self.order["orderKey"]}
        self.payment = self._call("/phonepe/create-order", body, "pay")["transactionId"]

    def pay(self) -> None:
        self.shop.sandbox.settle(self.payment, "success")

    def come_back(self) -> None:
        self.http.get(f"/order-confirmation/{self.payment}").raise_for_status()
        self._call("/payments/verify-phonepe", {"merchantTransactionId": self.payment})
        self._call(f"/phonepe/status-check/{self.payment}")


# Each with the number of requests that the shopper sends.
STEPS: Mapping[str, tuple[Callable[[Shopper], None], int]] = {
    "two lines into the cart": (Shopper.fill_cart, 2),
    "cart": (Shopper.look_at_cart, 1),
    "quote": (Shopper.quote, 1),
    "order": (Shopper.place, 1),
    "ordered lines out of the cart": (Shopper.empty_cart, 1),
    "payment opened": (Shopper.open_payment, 1),
    "paid: webhook, invoice, mails": (Shopper.pay, 0),
    "return: page, verify, status": (Shopper.come_back, 3),
}


def row(name: str, requests: int, used: Usage) -> str:
    """Return a row of the table."""
    statements: Counter[str] = Counter()
    for (role, _), calls in used.statements.items():
        statements[role] += calls
    by_process = ", ".join(f"{role} {statements[role]:.1f}" for role in PROCESSES if statements[role] >= 0.05)
    processor = [used.processor[each] * 1000 for each in (*PROCESSES, "Postgres")]
    return (
        f"| {name} | {requests} | {statements.total():.1f} ({by_process}) | {sum(processor):.1f} "
        f"({', '.join(f'{each:.1f}' for each in processor)}) | {used.wal / 1024:.1f} | {used.papers:.1f} |"
    )


async def watch(shop: Shop, shoppers: list[Shopper]) -> list[Watcher]:
    """Open the sockets of staff and of the products' pages, or of the shoppers' payments."""
    host = urlsplit(shop.live.url).netloc
    if shoppers:
        watchers = [Watcher(host, f"payment:{shopper.payment}") for shopper in shoppers]
    else:
        watchers = [Watcher(host, topic, shop.token) for topic in STAFF_TOPICS]
        watchers += [Watcher(host, f"product:{slug}") for slug in shop.slugs]
    await open_all(watchers)
    return watchers


async def measure(
    shop: Shop, http: httpx.Client, numbers: Sequence[int], title: str, *, shapes: bool
) -> None:
    """Let the shoppers buy, and print the table."""
    watched = title == "Watched"
    shoppers = [Shopper(http, shop, number) for number in numbers]
    sockets = await watch(shop, []) if watched else []
    before = Usage.of(shop)
    await asyncio.sleep(IDLE_SECONDS)
    idle = Usage.of(shop).since(before)
    print(f"\n## {title}\n")
    columns = "step | requests | statements | milliseconds (gunicorn, worker, daphne, Postgres) | KB of WAL"
    print(f"| {columns} | papers |\n| --- | --- | --- | --- | --- | --- |", flush=True)
    total = Usage(0, 0, 0, Counter(), Counter())
    for name, (step, requests) in STEPS.items():
        before = Usage.of(shop)
        began = time.monotonic()
        for position, shopper in enumerate(shoppers):
            await asyncio.sleep(max(0.0, began + position / PER_SECOND - time.monotonic()))
            await asyncio.to_thread(step, shopper)
        if step is Shopper.pay:
            await asyncio.to_thread(shop.wait_for_none, UNPAID)
        await asyncio.sleep(2)  # the worker has sent the mails of the step, the hub its pushes
        await asyncio.to_thread(shop.wait_for_none, UNFINISHED)
        await asyncio.sleep(1)
        used = Usage.of(shop).since(before, idle, 1 / len(shoppers))
        print(row(name, requests, used), flush=True)
        if shapes:
            show_shapes(used)
        total.wal += used.wal
        total.papers += used.papers
        total.statements.update(used.statements)
        total.processor.update(used.processor)
        if watched and step is Shopper.open_payment:
            sockets += await watch(shop, shoppers)
    print(row("**all**", sum(requests for _, requests in STEPS.values()), total), flush=True)
    for socket in sockets:
        socket.cut()


def show_shapes(used: Usage) -> None:
    """Print the statements, the most frequent first."""
    for (role, query), calls in used.statements.most_common():
        if calls >= 0.05:
            print(f"    {calls:5.1f} {role:8} {' '.join(query.split())[:160]}")


@contextmanager
def running_shop() -> Iterator[Shop]:
    """Run the shop with a role of the database for each process."""
    tools.require_programs("postgres", "redis-server")
    with (
        Postgres(settings={"shared_preload_libraries": "pg_stat_statements"}) as postgres,
        Redis() as redis,
        SandboxProcess() as sandbox,
        ExitStack() as ending,
        ShopProcesses(
            database_url=postgres.url,
            redis_url=redis.url,
            SANDBOX_URL=sandbox.url,
            LOG_LEVEL="ERROR",
            SECRET_KEY="the production set-up of the benchmark, fifty characters",
        ) as shop,
    ):
        url = shop.environment()["DATABASE_URL"]
        with psycopg.connect(url, autocommit=True) as database:
            database.execute("CREATE EXTENSION pg_stat_statements")
            mails = SmtpServer()
            ending.callback(mails.stop)
            production = sandbox.merchant | {
                "DEBUG": "0",
                "SMTP_HOST": "127.0.0.1",
                "SMTP_PORT": str(mails.port),
                "SMTP_TLS": "0",
            }
            roles = {
                role: production | {"DATABASE_URL": url.replace("postgres@", f"{role}@")}
                for role in PROCESSES
            }
            for role in PROCESSES:
                database.execute(f"CREATE ROLE {role} LOGIN SUPERUSER")
            shop.manage("sample_shop", "--verbosity", "0")
            shop.manage("shell", "--verbosity", "0", "-c", STOCK)
            database.execute(NO_SAMPLES)
            rest = shop.serve_pages(**roles["gunicorn"])
            sandbox.control("/settings", webhook_url=f"{rest.url}/api/payments/webhooks/phonepe")
            live, worker = shop.serve(**roles["daphne"]), shop.work(**roles["worker"])
            found = database.execute(
                "SELECT public_id, slug FROM catalog_product WHERE on_hand = %s LIMIT 2", [PIECES]
            ).fetchall()
            (first, first_slug), (second, second_slug) = found
            with ActionProcess(shop.environment()) as actions:
                token = actions.do("user", "admin")["token"]
                actions.do("shop", SELLER)
            yield Shop(
                rest,
                live,
                worker,
                {"Postgres": postgres.pid, "Redis": redis.pid},
                sandbox,
                database,
                (first, second),
                (first_slug, second_slug),
                token,
            )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--purchases", type=int, default=20)
    parser.add_argument("--shapes", action="store_true", help="print each step's statements")
    chosen = parser.parse_args()
    print(f"{time.strftime('%Y-%m-%d')}: {machine()}")
    with running_shop() as shop, httpx.Client(base_url=shop.rest.url, timeout=30, trust_env=False) as http:
        numbers = itertools.count(0)
        for title in ("Warm-up", "Unwatched", "Watched"):
            people = list(itertools.islice(numbers, 16 if title == "Warm-up" else chosen.purchases))
            asyncio.run(measure(shop, http, people, title, shapes=chosen.shapes))


if __name__ == "__main__":
    main()
