"""The work of many threads done in one go, as databases commit for many clients at once (group commit)."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class _Entry(Generic[T, R]):
    """A thread's place in a batch: its item and its result."""

    def __init__(self, item: T) -> None:
        self.item = item
        self.woken = threading.Event()
        self.taken = False
        self.results: list[R] = []


class Batcher(Generic[T, R]):
    """Calls `together` with what came while its last call ran, from the thread that waited longest.

    Nobody waits for company: who comes alone is served at once, by `alone`. The busier it gets, the larger
    the batches and the less each costs. Should `together` fail, each thread tries its own item `alone`, all
    at the same time: what keeps one waiting, or cannot be done, holds up no other. `together` answers in the
    order it is given, and does all or nothing.
    """

    def __init__(self, together: Callable[[Sequence[T]], Sequence[R]], alone: Callable[[T], R]) -> None:
        self._together = together
        self._alone = alone
        self._lock = threading.Lock()
        self._waiting: list[_Entry[T, R]] = []
        self._busy = False

    def __call__(self, item: T) -> R:
        """Return what came of this item; raises what `alone` raises for it."""
        entry: _Entry[T, R] = _Entry(item)
        with self._lock:
            self._waiting.append(entry)
            leads = not self._busy
            self._busy = True
        if not leads:
            entry.woken.wait()
        if not entry.taken:
            batch = self._take()
            try:
                if len(batch) == 1:
                    return self._alone(item)
                self._serve(batch)
            finally:
                self._promote_next_leader()
                for served in batch:
                    served.woken.set()
        return entry.results[0] if entry.results else self._alone(item)

    def _take(self) -> list[_Entry[T, R]]:
        with self._lock:
            batch, self._waiting = self._waiting, []
            for entry in batch:
                entry.taken = True
        return batch

    def _serve(self, batch: Sequence[_Entry[T, R]]) -> None:
        # Whatever is wrong, each hears of it from its own try.
        with suppress(Exception):
            results = self._together([entry.item for entry in batch])
            for entry, result in zip(batch, results, strict=True):
                entry.results.append(result)

    def _promote_next_leader(self) -> None:
        """Wake the first entry that waits, which leads the next batch; with none, the next caller leads."""
        with self._lock:
            self._busy = bool(self._waiting)
            if self._busy:
                self._waiting[0].woken.set()
