"""A web server is killed while 200 pages watch a product: when does every page agree with the tables again?

    .venv/bin/python -m tests.benchmarks.restart
    .venv/bin/python -m tests.benchmarks.restart --only sqlite --clients 500

The clients are the official ones in a process of Node, with the waits of the front end. The server is started
again at once, as a supervisor does, and the product changes while it is away. Nothing here asserts.
"""

import argparse
import json
import subprocess
import time
from pathlib import Path
from shutil import which

from deploy.environment import ROOT
from deploy.services import private_services
from tests.benchmarks.measuring import machine
from tests.realtime.action_process import ActionProcess
from tests.server_process import ShopProcesses

MODULES = ROOT / "frontend" / "node_modules"


def measure(shop: ShopProcesses, clients: int) -> str:
    """Return how long the server and its clients took."""
    with shop:
        web = shop.serve(LIVE_SOCKETS_PER_ADDRESS="10000", LOG_LEVEL="WARNING")
        with ActionProcess(shop.environment(SITE_URL=web.url)) as actions:
            slug = actions.do("product")["slug"]
            version = actions.do("count", slug, 7)
            command = [which("node") or "node", str(Path(__file__).with_name("clients.mjs"))]
            node = subprocess.Popen(
                [*command, web.url, str(MODULES), f"product:{slug}", str(clients)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            assert node.stdin is not None and node.stdout is not None
            try:
                node.stdin.write(f"{version}\n")
                node.stdin.flush()
                assert json.loads(node.stdout.readline()) == "all"

                web.kill()
                began = time.monotonic()
                version = actions.do("count", slug, 8)
                node.stdin.write(f"{version}\n")
                node.stdin.flush()
                web.restart()
                ready = time.monotonic() - began
                assert json.loads(node.stdout.readline()) == "all"
                agreed = time.monotonic() - began
            finally:
                node.kill()
                node.communicate()
    return f"the server was ready after {ready:.1f} s, all {clients} clients agreed after {agreed:.1f} s"


def main() -> None:
    """Print one table row an engine."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=["sqlite", "postgres"])
    parser.add_argument("--clients", type=int, default=200)
    chosen = parser.parse_args()
    print(f"{time.strftime('%Y-%m-%d')}: {machine()}\n")
    print("| engine | measured |\n| --- | --- |", flush=True)
    if chosen.only != "postgres":
        print(f"| SQLite, embedded | {measure(ShopProcesses(), chosen.clients)} |", flush=True)
    if chosen.only != "sqlite":
        with private_services() as services:
            shop = ShopProcesses(database_url=services.postgres.url, redis_url=services.redis.url)
            print(f"| Postgres and Redis | {measure(shop, chosen.clients)} |", flush=True)


if __name__ == "__main__":
    main()
