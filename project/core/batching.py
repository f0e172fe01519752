"""The work of many threads done in one go, as databases commit for many clients at once (group commit)."""

import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class _Entry(Generic[T, R]):
    """What one thread waits for."""

    def __init__(self, item: T) -> None:
        self.item = item
        self.woken = threading.Event()
        self.done = False
        self.result: R
        self.error: BaseException | None = None


class Batcher(Generic[T, R]):
    """Calls `together` with what came while its last call ran, from the thread that waited longest.

    Nobody waits for company: who comes alone is served at once, by `alone`. The busier it gets, the larger
    the batches and the less each costs. Should `together` fail, each is tried `alone`: one that cannot be
    done fails for its own thread only. `together` answers in the order it is given, and does all or nothing.
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
        if not entry.done:
            self._lead()
        if entry.error is not None:
            raise entry.error
        return entry.result

    def _lead(self) -> None:
        with self._lock:
            batch, self._waiting = self._waiting, []
        try:
            self._work(batch)
        finally:
            with self._lock:
                # Who came meanwhile goes on, led by the first of them.
                following = self._waiting[0] if self._waiting else None
                self._busy = following is not None
            if following is not None:
                following.woken.set()
            for entry in batch:
                entry.woken.set()

    def _work(self, batch: list[_Entry[T, R]]) -> None:
        if len(batch) > 1:
            try:
                results = self._together([entry.item for entry in batch])
            except Exception:  # whatever it was, each hears of its own below
                pass
            else:
                for entry, result in zip(batch, results, strict=True):
                    entry.result, entry.done = result, True
                return
        for entry in batch:
            try:
                entry.result = self._alone(entry.item)
            except BaseException as error:  # belongs to the thread that asked
                entry.error = error
            entry.done = True
