"""Database reads for the event loop, in a pool of threads.

Channels' helper uses a single thread, where one slow query delays every socket.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, ParamSpec, TypeVar

from django.db import connection

from project.core.shop import one_reading

P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K")

_pool = ThreadPoolExecutor(max_workers=6, thread_name_prefix="live-read")


def run_closing(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call the function and return its connection; SQLite's stays open, as opening costs more than a read.

    It uses one version of the shop's settings, as a request does.
    """
    try:
        with one_reading():
            return function(*args, **kwargs)
    finally:
        if connection.vendor != "sqlite" or connection.errors_occurred:
            connection.close()


async def read(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a blocking database read in a thread."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_pool, lambda: run_closing(function, *args, **kwargs))


class CoalescedReads(Generic[K, R]):
    """Coalesced reads: requests during a read are answered together by the next one.

    A single request runs at once. A failure fails all coalesced requests.
    """

    __slots__ = ("_read_all", "_task", "_waiting")

    def __init__(self, read_all: Callable[[Sequence[K]], Awaitable[Mapping[K, R]]]) -> None:
        self._read_all = read_all
        self._waiting: list[tuple[K, asyncio.Future[R]]] = []
        self._task: asyncio.Task[None] | None = None

    async def get(self, key: K) -> R:
        """Return the value of the key; raise the read's error."""
        loop = asyncio.get_running_loop()
        found: asyncio.Future[R] = loop.create_future()
        self._waiting.append((key, found))
        if self._task is None:
            self._task = loop.create_task(self._run())
        return await found

    async def _run(self) -> None:
        try:
            while self._waiting:
                waiting, self._waiting = self._waiting, []
                try:
                    answers = await self._read_all([key for key, _ in waiting])
                except Exception as error:
                    for _, found in waiting:
                        if not found.done():
                            found.set_exception(error)
                else:
                    for key, found in waiting:
                        if not found.done():
                            found.set_result(answers[key])
        finally:
            self._task = None
