"""The shop's Postgres backend with a quick flush, which every test that commits ends with.

TRUNCATE makes new files for each of the shop's tables, which takes longer than most of these tests.
"""

from collections.abc import Sequence

from django.core.management.color import Style
from django.db.backends.postgresql import creation, operations

from project.core.postgres import base


class DatabaseOperations(operations.DatabaseOperations):
    """Postgres's statements, with a flush that deletes."""

    def sql_flush(self, style: Style, tables: Sequence[str], **options: bool) -> list[str]:
        """Return the statements that empty the tables; they run in one transaction.

        As with TRUNCATE no row's trigger stops them. Only a superuser, as tests are, may do that.
        """
        deletions = (f"DELETE FROM {self.quote_name(table)}" for table in tables)
        # Sent as one: the way to the server and back, for each table, would take most of the time.
        return ["; ".join(["SET LOCAL session_replication_role = replica", *deletions])]


class DatabaseCreation(creation.DatabaseCreation):
    """Postgres's test database, dropped at the end of a run whoever is still connected to it."""

    def _destroy_test_db(self, test_database_name: str, verbosity: int) -> None:
        self.connection.close_pool()
        name = self.connection.ops.quote_name(test_database_name)
        with self._nodb_cursor() as cursor:  # type: ignore[attr-defined]
            # A thread of an HTTP server that a test ran may not have noticed yet that its caller is gone.
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


class DatabaseWrapper(base.DatabaseWrapper):
    """Connections whose flush is quick."""

    ops_class = DatabaseOperations
    creation_class = DatabaseCreation
