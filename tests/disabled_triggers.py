"""Changing what the database keeps from being changed, to see that the ledger audit finds it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


def disable_triggers(table: str) -> None:
    """Let the test's own transaction change rows that are written once; its rollback ends that.

    Postgres: only the table's owner may switch triggers off, which the shop's own role must not be; and only
    while no foreign key of the table waits for its check.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER written_once")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        else:
            cursor.execute(f"DROP TRIGGER {table}_written_once")
            cursor.execute(f"DROP TRIGGER {table}_never_deleted")


@contextmanager
def without_triggers(table: str) -> Iterator[None]:
    """Let the test's own transaction change rows without anything of the database noticing."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
            yield
            cursor.execute("SET LOCAL session_replication_role = origin")
            return
        cursor.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table]
        )
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        yield
        for _, sql in triggers:
            cursor.execute(sql, None)
