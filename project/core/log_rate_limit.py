"""A log filter that lets equal warnings and errors through once a minute."""

import logging
import threading
import time
from collections.abc import Sequence


class LogRateLimit(logging.Filter):
    """Lets one record a minute through of each warning or error of the named loggers and those below them.

    Two records are the same fault when logger, text before its arguments, and kind of exception are.
    """

    def __init__(self, loggers: Sequence[str], seconds: float = 60.0) -> None:
        super().__init__()
        self._loggers = tuple(loggers)
        self._seconds = seconds
        self._lock = threading.Lock()
        # By fault: when it was last logged, and how often it was left out since.
        self._seen: dict[tuple[str, str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is logged; it then says in `left_out` how many were not."""
        if record.levelno < logging.WARNING or not self._is_ours(record.name):
            return True
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        fault = (record.name, str(record.msg), kind)
        now = time.monotonic()
        with self._lock:
            logged_at, left_out = self._seen.get(fault, (-self._seconds, 0))
            if now < logged_at + self._seconds:
                self._seen[fault] = (logged_at, left_out + 1)
                return False
            self._seen[fault] = (now, 0)
        if left_out:
            record.left_out = left_out
        return True

    def _is_ours(self, name: str) -> bool:
        return any(name == logger or name.startswith(f"{logger}.") for logger in self._loggers)
