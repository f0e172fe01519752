"""Django's SQLite backend with a lock of the process round each transaction.

Whoever finds the file locked sleeps and looks again, longer each time, and under load always finds somebody
else at it: some fail after twenty seconds while others passed a hundred times. Threads that wait for a lock
of their process are woken instead, so only one a process is left to look at the file.
"""

import threading
from typing import Any, Final

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

# As long as SQLite itself waits for another process (settings.py).
WAIT_SECONDS: Final = 20.0
_turn = threading.Lock()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that has the turn from BEGIN to COMMIT, ROLLBACK or its end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._has_turn = False

    def _start_transaction_under_autocommit(self) -> None:
        if not _turn.acquire(timeout=WAIT_SECONDS):
            raise OperationalError("database is locked: another thread's transaction does not end")
        self._has_turn = True
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._give_up_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        # One that failed is still open, and is rolled back.
        self._give_up_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._give_up_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._give_up_turn()

    def _give_up_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            _turn.release()
