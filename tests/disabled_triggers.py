"""Changing what the database keeps from being changed, to see that the ledger audit finds it."""

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
