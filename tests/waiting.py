"""Waiting for other threads, tasks and processes."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def eventually(look: Callable[[], T | None], *, seconds: float = 30.0) -> T:
    """Return what `look` finds as soon as that is something true; fail the test after `seconds`."""
    deadline = time.monotonic() + seconds
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"still {found!r} after {seconds} s")
        time.sleep(0.03)


async def until(holds: Callable[[], object], *, seconds: float = 5.0) -> None:
    """Return as soon as this holds, while the loop's other tasks run; raise TimeoutError after `seconds`."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.005)


def wait_for_next_second() -> None:
    """Return when the clock shows another second."""
    time.sleep(1 - time.time() % 1)


def wait_for_window(seconds: int, *, left: float) -> None:
    """Return when a limit's window of so many seconds goes on for at least `left` seconds."""
    remaining = seconds - time.time() % seconds
    if remaining < left:
        time.sleep(remaining)
