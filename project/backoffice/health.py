"""What of the shop works: asked by /readyz and by whoever tells the operators.

Everything is looked at within LOOK_SECONDS: what does not answer in time does not answer.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeVar

from django.core.cache import cache
from django.db import Error as DatabaseError
from django.db import connection
from django.db.models import Min
from django.utils import timezone
from huey.contrib.djhuey import HUEY
from huey.exceptions import HueyException
from redis.exceptions import RedisError

from project.core.models import Heartbeat
from project.payments.models import Payment

T = TypeVar("T")

Fault = Literal["database", "cache", "worker", "queue", "payments"]
LOOK_SECONDS: Final = 0.7
# How often the worker's clock and a queued job write their heartbeats, and when one is missed.
BEAT_SECONDS: Final = 10
MISSED_SECONDS: Final = 30
# A due payment is checked within seconds; one that is due for so long waits for somebody who does not come.
PAYMENT_LATE_SECONDS: Final = 120


@dataclass(frozen=True)
class Health:
    """What was found; None where it could not be found out, or never was."""

    database: bool
    cache: bool
    # Since the worker's clock and a queued job last did their round.
    worker_seconds: float | None
    queue_seconds: float | None
    # Jobs that wait.
    queue_length: int | None
    # For how long the payment that should have been checked first has been due.
    payment_seconds: float | None

    @property
    def faults(self) -> list[Fault]:
        """Name what does not work; without the database nothing is known of what stands in it."""
        faults: list[Fault] = [] if self.cache else ["cache"]
        if not self.database:
            return ["database", *faults]
        if self.worker_seconds is None or self.worker_seconds > MISSED_SECONDS:
            faults.append("worker")
        # Without Redis there is no queue.
        if self.cache and (self.queue_seconds is None or self.queue_seconds > MISSED_SECONDS):
            faults.append("queue")
        if self.payment_seconds is not None and self.payment_seconds > PAYMENT_LATE_SECONDS:
            faults.append("payments")
        return faults

    def figures(self) -> dict[str, bool | int | None]:
        """Return what was found as /readyz and the mails show it."""
        return {
            "database": self.database,
            "cache": self.cache,
            "workerSeconds": _whole(self.worker_seconds),
            "queueSeconds": _whole(self.queue_seconds),
            "queueLength": self.queue_length,
            "oldestDuePaymentSeconds": _whole(self.payment_seconds),
        }


def _whole(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds)


def look() -> Health:
    """Look at everything now."""
    rows, queued = _start("database", _rows), _start("cache", _queue_length)
    found, length = _answer(rows), _answer(queued)
    now = timezone.now()

    def age(moment: datetime | None) -> float | None:
        return None if moment is None else max(0.0, (now - moment).total_seconds())

    beats, due = found or ({}, None)
    return Health(
        database=found is not None,
        cache=length is not None,
        worker_seconds=age(beats.get("worker")),
        queue_seconds=age(beats.get("queue")),
        queue_length=length,
        payment_seconds=age(due),
    )


def _rows() -> tuple[dict[str, datetime], datetime | None]:
    """Return the heartbeats and when the oldest payment that is due became so."""
    try:
        beats = dict(Heartbeat.objects.values_list("name", "beat_at"))
        due = Payment.objects.filter(next_check_at__lte=timezone.now()).aggregate(at=Min("next_check_at"))
        return beats, due["at"]
    finally:
        connection.close()


def _queue_length() -> int:
    cache.get("readyz")
    return int(HUEY.pending_count())


# One look at each at a time: while it hangs, the others do not wait for it, too.
_pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="health")
_lock = threading.Lock()
_running: dict[str, Future[object]] = {}


def _start(name: str, find: Callable[[], T]) -> "Future[T]":
    with _lock:
        running = _running.get(name)
        if running is None or running.done():
            running = _running[name] = _pool.submit(find)
        return running  # type: ignore[return-value]


def _answer(found: "Future[T]") -> T | None:
    try:
        return found.result(LOOK_SECONDS)
    except (TooSlow, DatabaseError, RedisError, HueyException, OSError):
        return None
