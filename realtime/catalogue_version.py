"""Invalidation of the public cache before the hub pushes a change.

The process that made the change increments the version, too, but it may have died first, or be the worker,
which shares no memory with a web process in embedded mode.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from project.core.catalogue_changes import ANYTHING, Changes
from project.core.public_cache import move_versions

# Pause after a failure.
RETRY_SECONDS = 0.5


class CatalogueVersion:
    """Coalesced increments of the versions in a thread, requested on the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="catalogue-version")
        # Changes whose version is not incremented yet.
        self._due: set[str | None] = set()
        # Number of changes so far, and at the start of the last increment that succeeded, and that ended.
        self._changes = 0
        self._moved = 0
        self._tried = 0
        self._ended = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def move(self, changes: Changes = (ANYTHING,)) -> None:
        """Increment the versions, retrying until the cache accepts it."""
        self._due.update(changes)
        self._changes += 1
        if self._task is None:
            self._task = self._loop.create_task(self._move())

    async def wait_moved(self) -> None:
        """Wait until the versions of the changes so far are incremented, or the cache is away.

        A cache that is away answers nobody.
        """
        changes = self._changes
        while self._tried < changes and self._task is not None:
            await self._ended.wait()

    async def _move(self) -> None:
        try:
            while self._moved < self._changes:
                changes, due, self._due = self._changes, self._due, set()
                done = await self._loop.run_in_executor(self._thread, move_versions, due)
                self._tried = changes
                self._release()
                if done:
                    self._moved = changes
                else:
                    self._due |= due
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._task = None
            self._release()

    def _release(self) -> None:
        """Wake the waiting tasks."""
        ended, self._ended = self._ended, asyncio.Event()
        ended.set()
