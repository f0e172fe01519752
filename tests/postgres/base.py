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
        filled = " UNION ALL ".join(
            f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {self.quote_name(table)})" for table in tables
        )
        return [
            "SET LOCAL session_replication_role = replica",
            # One statement, and one plan: most tables are empty.
            "DO $$ DECLARE name text; BEGIN "
            f"FOR name IN {filled} LOOP EXECUTE format('DELETE FROM %I', name); END LOOP; END $$",
        ]


class DatabaseWrapper(base.DatabaseWrapper):
    """Connections whose flush is quick."""

    ops_class = DatabaseOperations
