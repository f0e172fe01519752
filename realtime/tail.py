"""The event table read from where we were: what makes the live link certain.

Hints may be lost; what is committed is found here.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db import connection

BATCH = 500
# Below it no transaction of ours runs any more.
_HORIZON = "pg_snapshot_xmin(pg_current_snapshot())::text::bigint"

# Transaction, id, topics.
Row: TypeAlias = tuple[int, int, Any]


@dataclass(frozen=True)
class Cursor:
    """How far the table has been read."""

    xid: int
    id: int


class Tail:
    """Reads the events committed since the last call. Used from one thread, whose connection it keeps."""

    def __init__(self) -> None:
        self._cursor: Cursor | None = None
        self._data_version: int | None = None

    @property
    def is_positioned(self) -> bool:
        """Whether `position` has found the table's end."""
        return self._cursor is not None

    def position(self) -> None:
        """Go to the end of the table. Raises the database's errors."""
        with self._cursor_of_database() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("SELECT COALESCE(MAX(id), 0) FROM events_event")
                self._cursor = Cursor(0, cursor.fetchone()[0])
            else:
                # Everything older than the oldest running transaction is committed or gone.
                cursor.execute(f"SELECT {_HORIZON}")
                self._cursor = Cursor(cursor.fetchone()[0], 0)

    def read(self) -> tuple[list[str], bool]:
        """Return the topics of the events since the last call, and whether more of them wait.

        Raises the database's errors; the position is kept, so nothing is missed.
        """
        assert self._cursor is not None, "position first"
        with self._cursor_of_database() as cursor:
            rows = (
                self._read_sqlite(cursor, self._cursor)
                if connection.vendor == "sqlite"
                else self._read_postgres(cursor, self._cursor)
            )
        if rows:
            self._cursor = Cursor(rows[-1][0], rows[-1][1])
        return _topics(row[2] for row in rows), len(rows) == BATCH

    @contextmanager
    def _cursor_of_database(self) -> Iterator[Any]:
        """Keep SQLite's connection, whose `data_version` only means something there; give Postgres' back."""
        try:
            with connection.cursor() as cursor:
                yield cursor
        except Exception:
            self._data_version = None
            connection.close()
            raise
        finally:
            if connection.vendor != "sqlite":
                connection.close()

    def _read_sqlite(self, cursor: Any, position: Cursor) -> list[Row]:
        """Read by id: SQLite has one writer at a time, so ids are in commit order.

        `data_version` changes when another connection has committed; asking for it touches no table.
        """
        cursor.execute("PRAGMA data_version")
        version = cursor.fetchone()[0]
        if version == self._data_version:
            return []
        cursor.execute(
            f"SELECT 0, id, topics FROM events_event WHERE id > %s ORDER BY id LIMIT {BATCH}", [position.id]
        )
        rows: list[Row] = cursor.fetchall()
        # Taken before the rows: a commit in between shows as another version next time.
        self._data_version = version if len(rows) < BATCH else None
        return rows

    def _read_postgres(self, cursor: Any, position: Cursor) -> list[Row]:
        """Read by (transaction, id), but only transactions older than the oldest one still running.

        By id alone a lower one could commit after we passed it.
        """
        cursor.execute(
            "SELECT xid, id, topics FROM events_event"
            f" WHERE (xid, id) > (%s, %s) AND xid < {_HORIZON} ORDER BY xid, id LIMIT {BATCH}",
            [position.xid, position.id],
        )
        rows: list[Row] = cursor.fetchall()
        return rows


def _topics(columns: Any) -> list[str]:
    """Return the distinct topics of the rows; the raw column is JSON text or what the driver made of it."""
    found: dict[str, None] = {}
    for column in columns:
        for topic in json.loads(column) if isinstance(column, str) else column:
            found[topic] = None
    return list(found)
