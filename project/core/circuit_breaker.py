"""A circuit breaker: while a service is down, its callers are refused at once."""

import threading
import time


class CircuitBreaker:
    """Closed until so many failures in a row; while it is open, one caller each `retry_seconds` tries again.

    The first success closes it.
    """

    def __init__(self, *, retry_seconds: float, failures: int = 1) -> None:
        self._retry_seconds = retry_seconds
        self._failures_allowed = failures - 1
        self._failures = 0
        self._lock = threading.Lock()
        self._try_at = 0.0

    def acquire_try(self) -> bool:
        """Return whether the caller may try; while the circuit is open, one caller per interval may."""
        if not self._try_at:
            return True
        with self._lock:
            now = time.monotonic()
            if now < self._try_at:
                return False
            if self._try_at:
                self._try_at = now + self._retry_seconds
            return True

    def open(self) -> None:
        """Record a failure."""
        with self._lock:
            self._failures += 1
            if self._failures > self._failures_allowed:
                self._try_at = time.monotonic() + self._retry_seconds

    def close(self) -> None:
        """Record a success."""
        if self._failures:
            with self._lock:
                self._failures = 0
                self._try_at = 0.0
