"""Changing what the database keeps from being changed, to see that the ledger audit finds it."""

from django.db import connection


def disable_triggers(table: str) -> None:
    """Let the test's own transaction change rows that are written once; its rollback ends that.

    Postgres: only a superuser may switch triggers off, which the shop's own role must not be.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
        else:
            cursor.execute(f"DROP TRIGGER {table}_written_once")
            cursor.execute(f"DROP TRIGGER {table}_never_deleted")
