"""A log filter that lets repeated warnings and errors through once a minute."""

import logging
import threading
import time
from dataclasses import dataclass, field
from typing import Final

# Of one statement so many different texts pass in a minute: each may be about another order.
TEXTS: Final = 20
# The oldest statements are forgotten beyond this.
STATEMENTS: Final = 500


@dataclass(slots=True)
class _Minute:
    """Log records of one statement within a minute."""

    began: float
    texts: set[int] = field(default_factory=set)
    left_out: int = 0


class LogRateLimit(logging.Filter):
    """Lets each warning and error through once a minute, and so many of one statement, whatever they say.

    A statement is a line of code and the kind of its exception, whose text is part of what it says.
    """

    def __init__(self, seconds: float = 60.0) -> None:
        super().__init__()
        self._seconds = seconds
        self._lock = threading.Lock()
        self._minutes: dict[tuple[str, str, int, str], _Minute] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is logged; the first of a minute has in `left_out` how many were not."""
        if record.levelno < logging.WARNING:
            return True
        error = record.exc_info[1] if record.exc_info else None
        statement = (record.name, record.pathname, record.lineno, type(error).__name__)
        text = hash(_text_of(record, error))
        now = time.monotonic()
        with self._lock:
            minute = self._minutes.get(statement)
            if minute is None or now >= minute.began + self._seconds:
                self._minutes.pop(statement, None)
                if len(self._minutes) >= STATEMENTS:
                    del self._minutes[next(iter(self._minutes))]
                self._minutes[statement] = _Minute(now, {text})
                if minute is not None and minute.left_out:
                    record.left_out = minute.left_out
                return True
            if text in minute.texts or len(minute.texts) >= TEXTS:
                minute.left_out += 1
                return False
            minute.texts.add(text)
        return True


def _text_of(record: logging.LogRecord, error: BaseException | None) -> str:
    try:
        return f"{record.getMessage()} {error}"
    except Exception:  # logging itself reports what cannot be written
        return str(record.msg)
