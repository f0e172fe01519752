"""Many callers at once, on real connections."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connection

T = TypeVar("T")


def at_once(threads: int, action: Callable[[int], T]) -> list[T]:
    """Run `action(0)` to `action(threads - 1)`, all starting together; an error fails the test."""
    barrier = Barrier(threads)

    def run(number: int) -> T:
        barrier.wait()
        try:
            return action(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, range(threads)))
