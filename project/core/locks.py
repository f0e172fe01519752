"""Locks on things that have no row of their own."""

from collections.abc import Iterable

from django.db import connection


def lock_names(names: Iterable[str], *, shared: bool = False) -> None:
    """Let one transaction at a time work on each of these names, until it ends; `shared`: several of those.

    On SQLite a transaction that writes is alone anyway. In sorted order, so that two callers never wait for
    each other.
    """
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        # One row after the other, in the order of the array.
        lock = "pg_advisory_xact_lock_shared" if shared else "pg_advisory_xact_lock"
        statement = f"SELECT {lock}(hashtextextended(name, 0)) FROM unnest(%s::text[]) AS name"
        cursor.execute(statement, [sorted(set(names))])
