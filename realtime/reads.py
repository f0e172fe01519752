"""Database reads for the event loop, in a few threads of our own.

Channels' helper runs them all in one thread, where one slow query holds every socket back.
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
    """Call it and give the connection back; SQLite's stays open, as opening one costs more than a read.

    All that it reads is of one version of the shop's settings, as in a request.
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
    """Coalesces reads: all that are asked for while one runs are done by the next one, together.

    One that is alone runs at once. A read that fails fails for all that it coalesces.
    """

    __slots__ = ("_read_all", "_task", "_waiting")

    def __init__(self, read_all: Callable[[Sequence[K]], Awaitable[Mapping[K, R]]]) -> None:
        self._read_all = read_all
        self._waiting: list[tuple[K, asyncio.Future[R]]] = []
        self._task: asyncio.Task[None] | None = None

    async def get(self, key: K) -> R:
        """Return what is read for the key; raises what the read raises."""
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
