"""The tail of the event table, which finds every committed event also when hints are lost."""

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db import connection

BATCH = 500
# Events remembered from hints, far more than arrive between two reads.
REMEMBERED_EVENTS = 5000
# At the start, ids missing for longer are not waited for, as no transaction lasts so long.
MISSING_AT_MOST = "1 hour"
# Transactions that may still commit an event: each holds this lock from before its first id to its end.
_WRITERS = """
    SELECT virtualtransaction FROM pg_locks
    WHERE locktype = 'relation' AND relation = 'events_event'::regclass
      AND mode = 'RowExclusiveLock' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""

# Id, topics.
Row: TypeAlias = tuple[int, Any]


@dataclass(frozen=True)
class Gap:
    """Ids that are not in the table: rolled back, or not committed yet.

    `writers` are the transactions that may still commit them, None before they are looked up.
    """

    first: int
    last: int
    writers: frozenset[str] | None = None


def gaps_between(
    first: int, last: int, ids: Sequence[int], writers: frozenset[str] | None = None
) -> Iterator[Gap]:
    """Return the gaps from `first` to `last` between these ordered ids."""
    for number in [*ids, last + 1]:
        if first < number:
            yield Gap(first, number - 1, writers)
        first = number + 1


class Tail:
    """Reader of the events committed since the last call, used from one thread, whose connection it keeps.

    On SQLite ids are in commit order, as there is one writer at a time. On Postgres an event with a lower id
    can commit after one with a higher id. It waits for no transaction: every committed event above the
    highest id seen is taken, and missing ids are read again until they are found or cannot be committed.
    """

    def __init__(self) -> None:
        self._high: int | None = None
        self._gaps: list[Gap] = []
        self._data_version: int | None = None
        # Ids in the order in which hints named them.
        self._heard: dict[int, None] = {}

    @property
    def is_positioned(self) -> bool:
        """True once `position` has found the table's end."""
        return self._high is not None

    def position(self) -> None:
        """Go to the end of the table; raise the database's errors.

        Events committed before it returns count as read.
        """
        with self._cursor_of_database() as cursor:
            cursor.execute("SELECT COALESCE(MAX(id), 0) FROM events_event")
            high: int = cursor.fetchone()[0]
            self._gaps = [] if connection.vendor == "sqlite" else self._gaps_below(cursor, high)
            self._high = high

    def _gaps_below(self, cursor: Any, high: int) -> list[Gap]:
        cursor.execute(
            "SELECT COALESCE(MAX(id), 0) FROM events_event WHERE id <= %s"
            f" AND created_at < now() - interval '{MISSING_AT_MOST}'",
            [high],
        )
        low = cursor.fetchone()[0]
        cursor.execute(
            "SELECT first, last FROM ("
            "  SELECT COALESCE(lag(id) OVER (ORDER BY id), %s) + 1 AS first, id - 1 AS last"
            "  FROM events_event WHERE id > %s AND id <= %s"
            ") AS missing WHERE first <= last",
            [low, low, high],
        )
        return [Gap(first, last) for first, last in cursor.fetchall()]

    def leave_out(self, event_id: int) -> None:
        """Skip this event's topics, which a hint has named and the hub has read.

        Called from the event loop, while the tail's own thread may be reading.
        """
        self._heard[event_id] = None
        if len(self._heard) > REMEMBERED_EVENTS:
            del self._heard[next(iter(self._heard))]

    def read(self) -> tuple[list[str], bool]:
        """Return the topics of the events since the last call, and whether more of them wait.

        Raises the database's errors; the position is kept, so nothing is missed.
        """
        assert self._high is not None, "position first"
        with self._cursor_of_database() as cursor:
            late: list[Row] = []
            gaps: list[Gap] = []
            if connection.vendor == "sqlite":
                rows = self._read_sqlite(cursor, self._high)
            else:
                late, gaps = self._read_gaps(cursor)
                rows = self._read_above(cursor, self._high)
                if rows:
                    gaps += gaps_between(self._high + 1, rows[-1][0], [row[0] for row in rows])
        self._gaps = gaps
        if rows:
            self._high = rows[-1][0]
        found = (topics for event_id, topics in [*late, *rows] if event_id not in self._heard)
        return _topics(found), len(rows) == BATCH

    @contextmanager
    def _cursor_of_database(self) -> Iterator[Any]:
        """Keep SQLite's connection, as `data_version` is its own; return Postgres's to the pool."""
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

    def _read_sqlite(self, cursor: Any, high: int) -> list[Row]:
        """Read by id, if another connection has committed.

        `data_version` changes then; reading it touches no table.
        """
        cursor.execute("PRAGMA data_version")
        version = cursor.fetchone()[0]
        if version == self._data_version:
            return []
        rows = self._read_above(cursor, high)
        # Read before the rows, so that a commit in between shows as another version next time.
        self._data_version = version if len(rows) < BATCH else None
        return rows

    def _read_above(self, cursor: Any, high: int) -> list[Row]:
        cursor.execute(f"SELECT id, topics FROM events_event WHERE id > %s ORDER BY id LIMIT {BATCH}", [high])
        rows: list[Row] = cursor.fetchall()
        return rows

    def _read_gaps(self, cursor: Any) -> tuple[list[Row], list[Gap]]:
        """Return the late events, and the gaps that a transaction may still fill.

        The order matters. An id was taken under its writer's lock before the gap was seen. So the first query
        finds the writer, or it had ended, and the second query finds its event.
        """
        if not self._gaps:
            return [], []
        cursor.execute(_WRITERS)
        writers = frozenset(row[0] for row in cursor.fetchall())
        cursor.execute(
            "SELECT id, topics FROM unnest(%s::bigint[], %s::bigint[]) AS gap(first, last)"
            " JOIN events_event ON id BETWEEN first AND last ORDER BY id",
            [[gap.first for gap in self._gaps], [gap.last for gap in self._gaps]],
        )
        late: list[Row] = cursor.fetchall()
        ids = [row[0] for row in late]
        gaps: list[Gap] = []
        for gap in self._gaps:
            left = writers if gap.writers is None else gap.writers & writers
            if left:
                found = ids[bisect_left(ids, gap.first) : bisect_right(ids, gap.last)]
                gaps += gaps_between(gap.first, gap.last, found, left)
        return late, gaps


def _topics(columns: Any) -> list[str]:
    """Return the distinct topics of the rows; the raw column is JSON text or what the driver made of it."""
    found: dict[str, None] = {}
    for column in columns:
        for topic in json.loads(column) if isinstance(column, str) else column:
            found[topic] = None
    return list(found)
