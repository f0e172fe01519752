"""Database reads for the event loop, in a few threads of our own.

Channels' helper runs them all in one thread, where one slow query holds every socket back.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import connection
from django.utils import translation

P = ParamSpec("P")
R = TypeVar("R")

_pool = ThreadPoolExecutor(max_workers=6, thread_name_prefix="live-read")


def run_closing(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call it and give the connection back; SQLite's stays open, as opening one costs more than a read."""
    try:
        return function(*args, **kwargs)
    finally:
        if connection.vendor != "sqlite" or connection.errors_occurred:
            connection.close()


async def read(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a blocking database read in a thread."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_pool, lambda: run_closing(function, *args, **kwargs))


async def read_in(language: str, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a blocking database read in a thread, with texts in `language`."""

    def localised() -> R:
        with translation.override(language):
            return run_closing(function, *args, **kwargs)

    return await asyncio.get_running_loop().run_in_executor(_pool, localised)
