"""The event table read from where we were: what makes the live link certain.

Hints may be lost; what is committed is found here.
"""

import json
from dataclasses import dataclass
from typing import Any

from django.db import connection

BATCH = 1000


@dataclass
class Cursor:
    """How far the table has been read."""

    xid: int
    id: int


class Tail:
    """Reads the events committed since the last call. Used from one thread, whose connection it keeps."""

    def __init__(self) -> None:
        self._cursor: Cursor | None = None
        self._data_version: int | None = None

    def read(self) -> list[str]:
        """Return the topics of the events since the last call; the first call finds where the end is.

        Raises the database's errors; the position is kept, so nothing is missed.
        """
        try:
            return self._read_sqlite() if connection.vendor == "sqlite" else self._read_postgres()
        except Exception:
            connection.close()
            self._data_version = None
            raise
        finally:
            if connection.vendor != "sqlite":
                connection.close()

    def _read_sqlite(self) -> list[str]:
        """Read by id: SQLite has one writer at a time, so ids are in commit order.

        `data_version` changes when another connection has committed; asking for it touches no table.
        """
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA data_version")
            version = cursor.fetchone()[0]
            if version == self._data_version:
                return []
            if self._cursor is None:
                cursor.execute("SELECT COALESCE(MAX(id), 0) FROM events_event")
                self._cursor = Cursor(0, cursor.fetchone()[0])
            cursor.execute(
                f"SELECT id, topics FROM events_event WHERE id > %s ORDER BY id LIMIT {BATCH}",
                [self._cursor.id],
            )
            rows = cursor.fetchall()
        if rows:
            self._cursor.id = rows[-1][0]
        # Read before the rows: a commit in between shows as another version next time.
        self._data_version = version if len(rows) < BATCH else None
        return _topics(row[1] for row in rows)

    def _read_postgres(self) -> list[str]:
        """Read by (transaction, id), but only transactions older than the oldest one still running.

        By id alone a lower one could commit after we passed it.
        """
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
            horizon = cursor.fetchone()[0]
            if self._cursor is None:
                self._cursor = Cursor(horizon, 0)
            cursor.execute(
                "SELECT xid, id, topics FROM events_event"
                " WHERE (xid, id) > (%s, %s) AND xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
                f" ORDER BY xid, id LIMIT {BATCH}",
                [self._cursor.xid, self._cursor.id],
            )
            rows = cursor.fetchall()
        if rows:
            self._cursor = Cursor(rows[-1][0], rows[-1][1])
        return _topics(row[2] for row in rows)


def _topics(columns: Any) -> list[str]:
    """Return the distinct topics of the rows; the raw column is JSON text or what the driver made of it."""
    found: dict[str, None] = {}
    for column in columns:
        for topic in json.loads(column) if isinstance(column, str) else column:
            found[topic] = None
    return list(found)
