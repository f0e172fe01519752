"""A festival's day on the production set-up by hand: browsing, search, carts, paid orders, staff, sockets.

    .venv/bin/python -m tests.benchmarks.festival            a tenth of the aim, then the ramp
    .venv/bin/python -m tests.benchmarks.festival --pages 300 --orders 20 --sockets 5000 --seconds 60
    .venv/bin/python -m tests.benchmarks.festival --stage steady --pooler

nginx with TLS, two daphne, two gunicorn workers, renderer, worker, Postgres, Redis and the sandbox provider,
with the product's own rate limits: each shopper comes from an address of their own. What is ordered is
plenty, so the public sees no change of its stock; the product on the sockets is scarce and changes as often
as `--changes` says, and with each change every cached page is rendered anew. The ramp multiplies the rates
until the p95 of a route passes 500 ms, and says what gave way first. In the end the load stops, all that is
due is done, and what the screens were told last is held against the tables and the books audited; the command
fails when anything differs.

The clients are this package's own on asyncio, two processes: locust's python-requests costs more processor
time for each request than the shop's cached answer, and both share the machine's two cores.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg

from deploy.environment import ROOT
from tests.benchmarks.festival.generator import Generator
from tests.benchmarks.festival.screens import differences
from tests.benchmarks.festival.stage import NOT_THE_SHOP, Outcome, Rates, quantile, run_stage
from tests.benchmarks.killed_processes import compare
from tests.benchmarks.measuring import machine, milliseconds
from tests.benchmarks.orders import PIECES, STOCK
from tests.benchmarks.rest import RANKING
from tests.deploy.production import Production

STAFF = 3
WARM_UP_SECONDS = 10
# The ramp begins with so much of the chosen rates, and goes up in such steps.
RAMP_BEGINS, RAMP_STEP, RAMP_SECONDS, RAMP_ENDS = 0.25, 1.5, 20, 10.0
# The worker's part that a payment's screens wait for.
SETTLED = """
SELECT (SELECT count(*) FROM payments_webhookmessage WHERE handled_at IS NULL)
     + (SELECT count(*) FROM payments_payment WHERE status = 'PENDING')
"""
SETTLES_WITHIN_SECONDS = 120.0
# The last hint has reached every screen.
QUIET_SECONDS = 6.0


def main() -> None:
    """Print the tables; fail when a screen or the books differ."""
    chosen = _parser().parse_args()
    rates = Rates(chosen.pages, chosen.orders, chosen.changes)
    print(
        f"{time.strftime('%Y-%m-%d')}: {machine()}; {chosen.sockets:,} sockets,"
        f" {chosen.workers} gunicorn workers{', PgBouncer' if chosen.pooler else ''}\n",
        flush=True,
    )
    wrong: list[str] = []
    with festival(chosen) as (production, shoppers, audience):
        run_stage(production, shoppers, audience, rates.times(0.1), WARM_UP_SECONDS)
        if chosen.stage in ("steady", "both"):
            print(f"## Steady: {rates}, {chosen.sockets:,} sockets, {chosen.seconds:.0f} s\n")
            outcome = run_stage(production, shoppers, audience, rates, chosen.seconds)
            outcome.show()
            settle(production)
        if chosen.stage in ("ramp", "both"):
            ramp(production, shoppers, audience, rates)
        waited = settle(production)
        time.sleep(QUIET_SECONDS)
        url = production.shop.environment()["DATABASE_URL"]
        wrong += differences(url, production.product["slug"], shoppers, audience)
        print(
            f"Settled {waited:.0f} s after the load; {len(wrong)} screens differ from the tables.", flush=True
        )
        if not chosen.no_books:
            began = time.monotonic()
            books = compare(production.shop, production.sandbox)
            print(
                f"Documents made, books compared after {time.monotonic() - began:.0f} s: {len(books)} differ."
            )
            wrong += books
            production.audit()
    for line in wrong[:30]:
        print(f"    {line}")
    if wrong:
        sys.exit("a screen or the books differ")


@contextmanager
def festival(chosen: argparse.Namespace) -> Iterator[tuple[Production, Generator, Generator]]:
    """Run the shop with its audience in their seats."""
    settings = {
        # As delivered: the limits are for one caller, and everybody here is another one.
        "RATE_LIMIT_FACTOR": "1",
        "HOLD_LIMITS": "1",
        "RENDERER_MILLISECONDS": str(chosen.renderer_milliseconds),
        "GUNICORN_CMD_ARGS": f"--workers={max(1, chosen.workers // 2)}",
    }
    with Production(trust_proxy=True, pooler=chosen.pooler, connections=16384, **settings) as production:
        slugs, buyable = furnish(production)
        environment = dict(os.environ)
        with (
            Generator(environment, "tests.benchmarks.festival.shoppers") as shoppers,
            Generator(environment, "tests.benchmarks.festival.watchers") as audience,
        ):
            host = urlsplit(production.url).netloc
            texts = [case["search"] for case in json.loads(RANKING.read_text("utf-8"))]
            tokens = [production.actions.do("user", "admin")["token"] for _ in range(STAFF)]
            shoppers.do("meet", host, production.sandbox.url, slugs, buyable, texts, tokens[0])
            slug = production.product["slug"]
            opened = audience.do("open", host, f"product:{slug}", chosen.sockets, tokens)
            print(
                f"{chosen.sockets:,} sockets opened in {opened['seconds']:.0f} s;"
                f" {sum(opened['failed'].values())} failed {opened['failed'] or ''}\n",
                flush=True,
            )
            yield production, shoppers, audience


def furnish(production: Production) -> tuple[list[str], list[str]]:
    """Fill the sample shop; return all slugs, and the ids of what is bought."""
    shop = production.shop
    command = [sys.executable, "manage.py", "sample_shop", "--verbosity", "0"]
    # Refused in production, as its accounts are known to everybody.
    subprocess.run(command, cwd=ROOT, env=shop.environment(DEBUG="1"), check=True)
    shop.manage("shell", "--verbosity", "0", "-c", STOCK)
    webhook = f"{production.url}/api/payments/webhooks/phonepe"
    production.sandbox.control("/settings", webhook_url=webhook)
    with psycopg.connect(shop.environment()["DATABASE_URL"]) as connection:
        slugs = connection.execute("SELECT slug FROM catalog_product WHERE is_visible ORDER BY id").fetchall()
        buyable = connection.execute(
            "SELECT public_id FROM catalog_product WHERE on_hand = %s AND slug <> %s",
            [PIECES, production.product["slug"]],
        ).fetchall()
    return [slug for (slug,) in slugs], [public_id for (public_id,) in buyable]


def settle(production: Production) -> float:
    """Wait until all that was paid is in the tables; return how long it took, in seconds."""
    began = time.monotonic()
    with psycopg.connect(production.shop.environment()["DATABASE_URL"], autocommit=True) as connection:
        while time.monotonic() < began + SETTLES_WITHIN_SECONDS:
            found = connection.execute(SETTLED).fetchone()
            if found == (0,):
                break
            time.sleep(0.5)
        else:
            # One that was refused while it was opened stays pending until its page ends.
            print(f"{found[0] if found else 0} payments or messages are not settled.", flush=True)
    return time.monotonic() - began


def ramp(production: Production, shoppers: Generator, audience: Generator, rates: Rates) -> None:
    """Multiply the rates until something gives way, and say what."""
    print(
        f"## Ramp\n\n| {'load'} | slowest route | errors | busiest process | queues that grew |\n"
        "| --- | --- | --- | --- | --- |",
        flush=True,
    )
    factor = RAMP_BEGINS
    while factor <= RAMP_ENDS:
        outcome = run_stage(production, shoppers, audience, rates.times(factor), RAMP_SECONDS)
        print(_step(outcome), flush=True)
        if outcome.slow() or outcome.errors:
            print(
                f"\nWhat gave way at {outcome.rates}: {', '.join(outcome.slow()) or 'answers with errors'}\n"
            )
            outcome.show()
            return
        factor *= RAMP_STEP
        settle(production)
    print("\nNothing gave way.\n")


def _step(outcome: Outcome) -> str:
    route = max(outcome.waits, key=lambda name: quantile(outcome.waits[name], 95))
    ours = {name: busiest for name, (_, busiest) in outcome.cores.items() if name not in NOT_THE_SHOP}
    process = max(ours, key=lambda name: ours[name])
    grown = [f"{name} {after}" for name, (before, _, after) in outcome.queues.items() if after > before + 5]
    return (
        f"| {outcome.rates} | {route}: p95 {milliseconds(quantile(outcome.waits[route], 95))} |"
        f" {sum(outcome.errors.values())} | {process}: {ours[process]:.2f} of a core |"
        f" {', '.join(grown) or 'none'} |"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tests.benchmarks.festival",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--pages", type=float, default=30, help="page views a second (the aim is 300)")
    parser.add_argument("--orders", type=float, default=2, help="paid orders a second (the aim is 20)")
    parser.add_argument("--sockets", type=int, default=500, help="on one product (the aim is 5000)")
    parser.add_argument("--changes", type=float, default=0.5, help="a second, of the product they watch")
    parser.add_argument("--seconds", type=float, default=30, help="of the steady stage")
    parser.add_argument("--stage", choices=["steady", "ramp", "both"], default="both")
    parser.add_argument("--workers", type=int, default=2, help="gunicorn's, in two groups")
    parser.add_argument("--pooler", action="store_true", help="PgBouncer before Postgres")
    parser.add_argument(
        "--renderer-milliseconds", type=int, default=250, help="the time a page may take to render"
    )
    parser.add_argument("--no-books", action="store_true", help="do not wait for all documents in the end")
    return parser


if __name__ == "__main__":
    main()
