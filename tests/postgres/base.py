"""Django's Postgres backend with a quick flush, which every test that commits ends with.

TRUNCATE makes new files for each of the shop's tables, which takes longer than most of these tests.
"""

from collections.abc import Sequence

from django.core.management.color import Style
from django.db.backends.postgresql import base, operations


class DatabaseOperations(operations.DatabaseOperations):
    """Postgres's statements, with a flush that deletes."""

    def sql_flush(self, style: Style, tables: Sequence[str], **options: bool) -> list[str]:
        """Return the statements that empty the tables; they run in one transaction.

        As with TRUNCATE no row's trigger stops them. Only a superuser, as tests are, may do that.
        """
        deletions = (f"DELETE FROM {self.quote_name(table)}" for table in tables)
        # Sent as one: the way to the server and back, for each table, would take most of the time.
        return ["; ".join(["SET LOCAL session_replication_role = replica", *deletions])]


class DatabaseWrapper(base.DatabaseWrapper):
    """Connections whose flush is quick."""

    ops_class = DatabaseOperations
