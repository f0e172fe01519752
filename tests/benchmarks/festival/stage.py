"""One stage of the festival: the load at fixed rates for a while, and all that is measured meanwhile."""

import os
import statistics
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import psycopg
import redis

from tests.benchmarks.festival.generator import Generator
from tests.benchmarks.measuring import milliseconds, processor_seconds_of_each
from tests.deploy.production import Production

# What nobody should have to wait longer for, in seconds.
LIMIT = 0.5
# What waits for the worker, and who waits in the database.
QUEUES = {
    "webhooks": "SELECT count(*) FROM payments_webhookmessage WHERE handled_at IS NULL",
    "pending payments": "SELECT count(*) FROM payments_payment WHERE status = 'PENDING'",
    "mails": "SELECT count(*) FROM core_mail WHERE status IN ('due', 'sending')",
    "documents": "SELECT count(*) FROM invoices_duedocument",
    "waits for locks": "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
}
JOBS = "jobs"


@dataclass(frozen=True)
class Rates:
    """Page views, orders, and changes of the product that all watch, a second."""

    pages: float
    orders: float
    changes: float

    def times(self, factor: float) -> "Rates":
        """Return more views and orders; the product changes as often."""
        return replace(self, pages=self.pages * factor, orders=self.orders * factor)

    def __str__(self) -> str:
        return f"{self.pages:.0f} page views/s, {self.orders:.1f} orders/s, {self.changes:g} changes/s"


@dataclass
class Outcome:
    """The figures of a stage."""

    rates: Rates
    seconds: float
    waits: dict[str, list[float]]
    errors: Counter[str]
    # How late the shoppers' own clock rang.
    lags: list[float]
    # Cores that were busy, by kind of process, and that of its busiest one.
    cores: dict[str, tuple[float, float]]
    # Of the whole machine, everybody's.
    busy: float
    # At the beginning, at most, at the end.
    queues: dict[str, tuple[int, int, int]]
    audience: dict[str, Any]

    def slow(self) -> list[str]:
        """Return the routes whose p95 is above the limit, the slowest first."""
        found = {route: quantile(waits, 95) for route, waits in self.waits.items()}
        return sorted((route for route in found if found[route] > LIMIT), key=lambda route: -found[route])

    def show(self) -> None:
        """Print the tables."""
        print("| route | answers | p50 | p95 | p99 | worst |\n| --- | --- | --- | --- | --- | --- |")
        for route, waits in self.waits.items():
            figures = [quantile(waits, percent) for percent in (50, 95, 99)]
            texts = " | ".join(milliseconds(figure) for figure in (*figures, max(waits)))
            print(f"| {route} | {len(waits):,} | {texts} |")
        print("\n| process | cores | the busiest one |\n| --- | --- | --- |")
        for name, (whole, busiest) in self.cores.items():
            print(f"| {name} | {whole:.2f} | {busiest:.2f} |")
        shop = sum(whole for name, (whole, _) in self.cores.items() if name not in NOT_THE_SHOP)
        print(
            f"\nThe shop used {shop:.2f} cores; of the machine {self.busy:.2f} of {os.cpu_count()} were busy:"
            " generator, provider and whoever else runs here share them."
        )
        print(
            f"Errors: {sum(self.errors.values())}"
            + "".join(f"; {count} {kind}" for kind, count in self.errors.most_common(12))
        )
        print(
            "Queues (before, at most, after): "
            + "; ".join(
                f"{name} {before}, {most}, {after}" for name, (before, most, after) in self.queues.items()
            )
        )
        waits = self.audience["waits"] or [0.0]
        print(
            f"Sockets: {self.audience['changes']} changes, {self.audience['pushes']:,} pushes"
            f" ({self.audience['pushes'] / self.seconds:,.0f}/s); from the commit to the screen"
            f" p50 {milliseconds(quantile(waits, 50))}, p95 {milliseconds(quantile(waits, 95))},"
            f" p99 {milliseconds(quantile(waits, 99))}"
        )
        print(
            f"The shoppers' own clock rang late by p50 {milliseconds(quantile(self.lags, 50))},"
            f" p99 {milliseconds(quantile(self.lags, 99))}: so much of each figure is the generator's.\n",
            flush=True,
        )


# They make or answer the load, and share the shop's cores.
NOT_THE_SHOP = ("shoppers", "audience", "provider", "benchmark")


def quantile(waits: list[float], percent: int) -> float:
    """Return the wait that so many percent do not exceed."""
    if len(waits) < 2:
        return waits[0] if waits else 0.0
    return statistics.quantiles(waits, n=100, method="inclusive")[percent - 1]


def processes_of(production: Production, shoppers: Generator, audience: Generator) -> dict[str, list[int]]:
    """Return which processes are what; their children are theirs."""
    found = {
        "nginx": [production.nginx.pid],
        "gunicorn": [server.pid for server in production.rest],
        "daphne": [server.pid for server in production.live],
        "renderer": [production.renderer.pid],
        "worker": [production.worker.pid],
        "postgres": [production.services.postgres.pid],
        "redis": [production.services.redis.pid],
    }
    if production.pooler:
        found["pgbouncer"] = [production.pooler.pid]
    return found | {
        "provider": [production.sandbox.pid],
        "shoppers": [shoppers.pid],
        "audience": [audience.pid],
    }


@dataclass
class Meter:
    """Reads processor times, and each second how long the queues are."""

    production: Production
    pids: dict[str, list[int]]
    longest: Counter[str] = field(default_factory=Counter)
    _stop: threading.Event = field(default_factory=threading.Event)

    def times(self) -> dict[str, dict[int, float]]:
        """Return the processor seconds of each process, by what it is."""
        found: dict[str, dict[int, float]] = {}
        for name, pids in self.pids.items():
            found[name] = {}
            for pid in pids:
                found[name] |= processor_seconds_of_each(pid)
        # Our children are the shop.
        found["benchmark"] = {os.getpid(): processor_seconds_of_each(os.getpid())[os.getpid()]}
        return found

    def queues(self) -> Counter[str]:
        """Return how much waits now."""
        url = self.production.shop.environment()["DATABASE_URL"]
        with psycopg.connect(url, autocommit=True) as connection:
            found = Counter(
                {name: int((connection.execute(text).fetchone() or [0])[0]) for name, text in QUEUES.items()}
            )
        with redis.Redis.from_url(self.production.services.redis.url) as server:
            found[JOBS] = int(server.llen("huey.redis.akshamala"))
        return found

    def watch(self) -> None:
        """Look each second until told to stop."""
        while not self._stop.wait(1.0):
            self.longest |= self.queues()

    def stop(self) -> None:
        self._stop.set()


def machine_busy() -> float:
    """Return the seconds in which the machine's cores have been busy, whoever kept them so."""
    ticks = [int(part) for part in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    idle = ticks[3] + ticks[4]
    return (sum(ticks) - idle) / os.sysconf("SC_CLK_TCK")


def run_stage(
    production: Production, shoppers: Generator, audience: Generator, rates: Rates, seconds: float
) -> Outcome:
    """Let it come at these rates for so long; return what was seen."""
    meter = Meter(production, processes_of(production, shoppers, audience))
    audience.do("begin")
    before = meter.queues()
    changes = int(rates.changes * seconds)
    slug = production.product["slug"]
    with ThreadPoolExecutor(2) as pool:
        pool.submit(meter.watch)
        began, busy, times = time.monotonic(), machine_busy(), meter.times()
        commits = pool.submit(production.actions.do, "count_steadily", slug, changes, rates.changes or 1.0)
        try:
            load = shoppers.do("load", rates.pages, rates.orders, seconds)
        finally:
            meter.stop()
        took, busy, later = time.monotonic() - began, machine_busy() - busy, meter.times()
    after = meter.queues()
    watched = {"changes": changes, **audience.do("report", commits.result())}
    cores = {}
    for name, each in later.items():
        used = [(at - times[name].get(pid, 0.0)) / took for pid, at in each.items()]
        cores[name] = (sum(used), max(used, default=0.0))
    return Outcome(
        rates=rates,
        seconds=took,
        waits=load["waits"],
        errors=Counter(load["errors"]) + Counter(watched["closed"]),
        lags=load["lags"],
        cores=cores,
        busy=busy / took,
        queues={
            name: (before[name], max(meter.longest[name], after[name]), after[name])
            for name in (*QUEUES, JOBS)
        },
        audience=watched,
    )
