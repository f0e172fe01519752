"""Versions of states that are read from many rows, of which no row's own version counts the changes."""

from django.db import connection


def next_version() -> int:
    """Return a number larger than all drawn before, by whatever process and whatever its clock says.

    Draw it before the state is read: of two states, the one with the larger version then has every change
    that was committed before the reading of the other began.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT nextval('events_state_version')")
        else:
            cursor.execute("UPDATE events_state_version SET last = last + 1 RETURNING last")
        version: int = cursor.fetchone()[0]
    return version
