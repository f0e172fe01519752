"""`manage.py migrate` without the limit that other statements have: building an index may take minutes.

The limit on waiting for locks stays (settings.py): a migration that cannot have its lock fails after ten
seconds, with nothing changed, and is started again. Waiting longer would keep all behind it waiting, too.
"""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from project.core.postgres.connection import Connection

UNLIMITED = ("statement_timeout", "idle_in_transaction_session_timeout")


class Command(migrate.Command):
    """Django's own command, with the session's time limits lifted on Postgres."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate; afterwards the connection has its limits again."""
        connection = connections[options["database"]]
        if connection.vendor != "postgresql":
            super().handle(*args, **options)
            return
        with connection.cursor() as cursor:
            for name in UNLIMITED:
                cursor.execute(f"SET {name} = 0")
        connection.connection.answer_seconds = None
        try:
            super().handle(*args, **options)
        finally:
            with connection.cursor() as cursor:
                for name in UNLIMITED:
                    cursor.execute(f"RESET {name}")
            connection.connection.answer_seconds = Connection.answer_seconds
