"""Django's SQLite backend with a lock of the process round each transaction, and a flush like Postgres's.

Whoever finds the file locked sleeps and looks again, longer each time, and under load always finds somebody
else at it: some fail after twenty seconds while others passed a hundred times. Threads that wait for a lock
of their process are woken instead, so only one a process is left to look at the file.
"""

import hashlib
import threading
from collections.abc import Sequence
from typing import Any, Final

from django.core.management.color import Style
from django.db.backends.sqlite3 import base, operations
from django.db.utils import OperationalError

# As long as SQLite itself waits for another process (settings.py).
WAIT_SECONDS: Final = 20.0
_turn = threading.Lock()


def row_hash(*values: Any) -> int:
    """Return the hash of a row's values, in 40 bits (`project.core.row_checksums`)."""
    return int.from_bytes(hashlib.blake2b(repr(values).encode(), digest_size=5).digest())


class DatabaseOperations(operations.DatabaseOperations):
    """SQLite's statements, with a flush that empties tables whose rows refuse to be deleted.

    SQLite has no TRUNCATE, so a flush deletes row by row; as with TRUNCATE no deletion trigger runs. They
    are dropped and made again inside the flush's own transaction, so nobody else ever finds them missing.
    """

    def sql_flush(self, style: Style, tables: Sequence[str], **options: bool) -> list[str]:
        """Return the statements that empty the tables."""
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
            guards = [
                (name, sql)
                for name, table, sql in cursor
                if table in tables and " DELETE " in sql.partition("BEGIN")[0]
            ]
        return [
            *(f"DROP TRIGGER {self.quote_name(name)}" for name, _ in guards),
            *super().sql_flush(style, tables, **options),
            *(sql for _, sql in guards),
        ]


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that has the turn from BEGIN to COMMIT, ROLLBACK or its end."""

    ops_class = DatabaseOperations

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._has_turn = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open the file; its triggers hash rows."""
        connection = super().get_new_connection(conn_params)
        connection.create_function("row_hash", -1, row_hash, deterministic=True)
        return connection

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
