"""Ten thousand sockets of visitors over three processes, and what counting them costs.

    .venv/bin/python -m tests.benchmarks.visitors                  10,000 sockets
    .venv/bin/python -m tests.benchmarks.visitors --sockets 3000

Three web servers on one Redis, visitors with addresses of their own, and one live view that is pushed. Then
one server is killed. Figures and what follows from them stand in README.md.
"""

import argparse
import asyncio
import itertools
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from deploy.services import Redis
from project.backoffice.visitors import PLACES
from tests.benchmarks.live import Watcher, open_all
from tests.benchmarks.measuring import machine, memory_of, processor_seconds
from tests.realtime.action_process import ActionProcess
from tests.server_process import ServerProcess, ShopProcesses

SERVERS = 3
CALM_SECONDS = 20.0
# Sockets of one network address: below what a process lets it have.
PER_ADDRESS = 20


@dataclass
class Screen(Watcher):
    """The live view of a member of staff: it keeps what was pushed last."""

    shown: dict[str, Any] = field(default_factory=dict)
    pushes: int = 0

    def _note(self, text: bytes, now: float) -> None:
        super()._note(text, now)
        message = json.loads(text[text.index(b"[") :])
        self.shown = message[-1]["data"]
        self.pushes += 1

    @property
    def here(self) -> dict[str, int]:
        """Return how many visitors are where."""
        return self.shown.get("here") or {}

    async def wait_until(self, holds: Callable[[], bool], seconds: float) -> float:
        """Return the seconds until what is shown holds; raises TimeoutError with what was shown instead."""
        began = time.monotonic()
        while not holds():
            if time.monotonic() > began + seconds:
                raise TimeoutError(f"still shown after {seconds:.0f} s: {self.shown}")
            await asyncio.sleep(0.02)
        return time.monotonic() - began


@dataclass
class Crowd:
    """The measurements."""

    sockets: int
    opened_seconds: float
    # From the last socket to the screen that shows them all; from the kill to the one that shows the rest.
    shown_seconds: float
    vanished_seconds: float
    # Those that the screen showed, and had to show, after the kill.
    left: int
    # The day's sum of visits.
    visits: int
    bytes_each: float
    # Cores that the three processes took while nobody moved, and of one while nobody watched the live view.
    idle_cores: float
    pushes: int


async def measure(servers: Sequence[ServerProcess], admin: str, sockets: int) -> Crowd:
    """Open the sockets and count them; the last server is killed."""
    hosts = [urlsplit(server.url).netloc for server in servers]
    memory = sum(memory_of(server.pid) for server in servers)
    screen = Screen(hosts[0], "staff:live", token=admin)
    await screen.open()
    places = itertools.cycle(PLACES)
    by_server: list[list[Watcher]] = [[] for _ in servers]
    for number in range(sockets):
        index, caller = number % len(servers), number // PER_ADDRESS
        address = f"10.{caller >> 16 & 255}.{caller >> 8 & 255}.{caller & 255}"
        by_server[index].append(Watcher(hosts[index], f"visit:{next(places)}", address=address))
    began = time.monotonic()
    await open_all([watcher for each in zip(*by_server, strict=False) for watcher in each])
    rest = [watcher for each in by_server for watcher in each if not watcher.subscribed.done()]
    await open_all(rest)
    opened = time.monotonic() - began
    shown = await screen.wait_until(lambda: sum(screen.here.values()) == sockets, 60)
    held = sum(memory_of(server.pid) for server in servers) - memory
    used = sum(processor_seconds(server.pid) for server in servers)
    pushes = screen.pushes
    await asyncio.sleep(CALM_SECONDS)
    used = sum(processor_seconds(server.pid) for server in servers) - used
    pushes = screen.pushes - pushes
    visits = dict(screen.shown["funnel"])
    servers[-1].kill()
    left = sockets - len(by_server[-1])
    vanished = await screen.wait_until(lambda: sum(screen.here.values()) == left, 60)
    crowd = Crowd(
        sockets=sockets,
        opened_seconds=opened,
        shown_seconds=shown,
        vanished_seconds=vanished,
        left=left,
        # Who is paying is no step of the funnel that is shown.
        visits=sum(visits[step] for step in ("visited", "product", "cart", "checkout")),
        bytes_each=held / sockets,
        idle_cores=used / CALM_SECONDS,
        pushes=pushes,
    )
    for watcher in itertools.chain(*by_server, [screen]):
        watcher.cut()
    await asyncio.sleep(1)
    return crowd


def run(sockets: int) -> Crowd:
    """Start the shop, measure, stop it."""
    with Redis() as redis, ShopProcesses(redis_url=redis.url) as shop:
        servers = [shop.begin_to_serve(NUM_PROXIES="1", LOG_LEVEL="WARNING") for _ in range(SERVERS)]
        for server in servers:
            server.wait_until_ready()
        with ActionProcess(shop.environment(SITE_URL=servers[0].url)) as actions:
            admin = actions.do("user", "admin")["token"]
        return asyncio.run(measure(servers, admin, sockets))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sockets", type=int, default=10_000)
    arguments = parser.parse_args()
    print(machine())
    found = run(arguments.sockets)
    print(f"{found.sockets:,} sockets over {SERVERS} processes opened in {found.opened_seconds:.1f} s")
    print(f"all shown {found.shown_seconds:.1f} s after the last; {found.bytes_each / 1024:.0f} KB each")
    print(f"while nobody moves: {found.idle_cores:.3f} cores, {found.pushes} pushes in {CALM_SECONDS:.0f} s")
    print(f"steps of the funnel counted: {found.visits:,}, of {found.sockets * 4 // 5:,}")
    print(
        f"a killed process's sockets vanished after {found.vanished_seconds:.1f} s; {found.left:,} are left"
    )


if __name__ == "__main__":
    main()
