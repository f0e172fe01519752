"""Versions of states that are read from many rows, of which no row's own version counts the changes."""

from typing import Final

from django.db import connection

# More than a shop draws between two backups: ten million seconds at a hundred a second.
LOST_BY_A_RESTORE: Final = 1_000_000_000


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


def skip_lost_versions() -> None:
    """Skip all versions that were drawn since the backup that was restored; open pages may show them."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT setval('events_state_version', last_value + %s) FROM events_state_version",
                [LOST_BY_A_RESTORE],
            )
        else:
            cursor.execute("UPDATE events_state_version SET last = last + %s", [LOST_BY_A_RESTORE])
