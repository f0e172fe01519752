"""The schedule of 10,000 pending payments, kept by one worker.

    .venv/bin/python -m tests.benchmarks.payment_schedule            embedded, then private Postgres and Redis
    .venv/bin/python -m tests.benchmarks.payment_schedule --only postgres --payments 1000 --seconds 60

The payments' ages are spread over the three days in which they are watched, and each check asks the
provider's double over HTTP. Measured is how late each check is, and how long one worker takes when all of
them are due at once. Nothing here asserts; the figures and what they should be stand in README.md.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager

from deploy.services import private_services
from tests.benchmarks.killed_processes import ask
from tests.benchmarks.measuring import machine
from tests.sandbox_process import SandboxProcess
from tests.server_process import ShopProcesses

CAUGHT_UP_WITHIN_SECONDS = 3_600
# Its address is only written into mails.
NOBODY = "http://127.0.0.1:1"


def measure(
    shop: ShopProcesses, sandbox: SandboxProcess, *, payments: int, seconds: int, seed: int
) -> tuple[list[float], float]:
    """Return how late each check of so many seconds was, and how long catching up took; all in seconds."""
    module = "tests.benchmarks.pending_payments"
    store = str(sandbox.database)
    ask(shop, f"from {module} import fill\nfill({payments}, store={store!r}, seed={seed})\nprint('filled')")
    shop.work(SITE_URL=NOBODY)
    late = json.loads(ask(shop, f"from {module} import watch\nprint(watch({seconds}))"))
    took = ask(shop, f"from {module} import catch_up\nprint(catch_up({CAUGHT_UP_WITHIN_SECONDS}))")
    return late, float(took)


@contextmanager
def servers(engine: str) -> Iterator[tuple[str, str]]:
    """Return the addresses of private Postgres and Redis, none for the embedded shop."""
    if engine == "sqlite":
        yield "", ""
        return
    with private_services() as services:
        yield services.postgres.url, services.redis.url


def main() -> None:
    """Print two table rows an engine."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=["postgres", "sqlite"])
    parser.add_argument("--payments", type=int, default=10_000)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    chosen = parser.parse_args()
    print(f"{time.strftime('%Y-%m-%d')}: {machine()}; seed {chosen.seed}\n")
    print("| engine | what | measured |\n| --- | --- | --- |", flush=True)
    for engine in ("sqlite", "postgres"):
        if chosen.only not in (None, engine):
            continue
        with (
            servers(engine) as (database_url, redis_url),
            SandboxProcess() as sandbox,
            ShopProcesses(
                database_url=database_url, redis_url=redis_url, SANDBOX_URL=sandbox.url, LOG_LEVEL="ERROR"
            ) as shop,
        ):
            late, took = measure(
                shop, sandbox, payments=chosen.payments, seconds=chosen.seconds, seed=chosen.seed
            )
        middle, worst = (statistics.median(late), max(late)) if late else (0, 0)
        print(
            f"| {engine} | {chosen.payments} pending, {len(late)} checks in {chosen.seconds} s |"
            f" {middle:.1f} s late (median), {worst:.1f} s at worst |\n"
            f"| {engine} | all due at once | caught up after {took:.0f} s |",
            flush=True,
        )


if __name__ == "__main__":
    main()
