"""Invalidation of the public cache by the hub: the versions move before a change is pushed.

The process that made it moves the version, too, but may have died in between, or be the worker, which shares
no memory with a web process in embedded mode.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from project.core.catalogue_changes import ANYTHING, Changes
from project.core.public_cache import move_versions

# How long after a failure it is tried again.
RETRY_SECONDS = 0.5


class CatalogueVersion:
    """Moves the versions in a thread; changes that arrive together move them once. Used on the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="catalogue-version")
        # What changed, and no version was moved for yet.
        self._due: set[str | None] = set()
        # Changes so far, and how many of them were there when a move began that succeeded, or ended at all.
        self._changes = 0
        self._moved = 0
        self._tried = 0
        self._ended = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def move(self, changes: Changes = (ANYTHING,)) -> None:
        """Move their versions, again and again until the cache takes it."""
        self._due.update(changes)
        self._changes += 1
        if self._task is None:
            self._task = self._loop.create_task(self._move())

    async def wait_moved(self) -> None:
        """Return when the changes so far have moved theirs, or the cache does not answer.

        Nobody is answered from a cache that is away.
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
        """Let those who wait look again."""
        ended, self._ended = self._ended, asyncio.Event()
        ended.set()
