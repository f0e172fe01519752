"""A process that makes load: it holds open sockets between the orders it is given, line by line."""

import asyncio
import json
import ssl
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.realtime.action_process import ActionProcess

# So many may be on their way at once; what is due beyond that is not sent and counts as an error.
MAX_UNDER_WAY = 1500
LAG_EVERY_SECONDS = 0.1

_addresses = count(1)


class Generator(ActionProcess):
    """The process as its starter sees it; `module` is the one that runs `serve_forever`."""

    def __init__(self, environment: Mapping[str, str], module: str) -> None:
        self.module = module
        super().__init__(environment)

    @property
    def pid(self) -> int:
        """Whose processor time is not the shop's."""
        return self._process.pid


def new_address() -> str:
    """Return an address that nobody has had: each shopper is another one to the shop's limits."""
    number = next(_addresses)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def own_certificate() -> ssl.SSLContext:
    """Return a context that takes the certificate nginx has made for itself."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@dataclass
class Tally:
    """Seconds by route, errors by route and kind, and the generator's own delay."""

    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: Counter[str] = field(default_factory=Counter)
    lags: list[float] = field(default_factory=list)
    under_way: int = 0

    def note(self, route: str, due: float, status: int, wanted: int = 200) -> None:
        """Count an answer to what was due then; a status of 0 is a connection that broke."""
        self.waits[route].append(time.perf_counter() - due)
        if status != wanted:
            self.errors[f"{route}: {status or 'connection broke'}"] += 1

    async def by_clock(
        self, rate: float, seconds: float, route: str, act: Callable[[float], Awaitable[None]]
    ) -> None:
        """Do it so often a second, whether or not the ones before are done; return when all are."""
        began = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for number in range(int(rate * seconds)):
                due = began + number / rate
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                if self.under_way >= MAX_UNDER_WAY:
                    self.errors[f"{route}: not sent, {MAX_UNDER_WAY} are under way"] += 1
                else:
                    group.create_task(self._one(act, due))

    async def _one(self, act: Callable[[float], Awaitable[None]], due: float) -> None:
        self.under_way += 1
        try:
            await act(due)
        finally:
            self.under_way -= 1

    async def watch_lag(self) -> None:
        """Write down how late this process's own clock rings, until cancelled."""
        while True:
            due = time.perf_counter() + LAG_EVERY_SECONDS
            await asyncio.sleep(LAG_EVERY_SECONDS)
            self.lags.append(time.perf_counter() - due)

    def report(self) -> dict[str, Any]:
        """Return it as JSON carries it."""
        return {"waits": self.waits, "errors": self.errors, "lags": self.lags}


async def serve_forever(known: Mapping[str, Callable[..., Awaitable[Any]]]) -> None:
    """Do what standard input asks for, line by line, while sockets stay open; ends with the input."""
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        action, *arguments = json.loads(line)
        print(json.dumps(await known[action](*arguments)), flush=True)
