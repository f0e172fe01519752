"""Emptying the database after a test that commits.

Django truncates every table and then makes permissions and content types anew; on Postgres that takes longer
than most of these tests. Here rows are deleted where there are any, and those two stay as they are.
"""

from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import TransactionTestCase

# Written by migrations alone, never by a test.
KEPT = {"auth_permission", "django_content_type"}


def use_quick_flush() -> None:
    """Let every test that commits end with `flush`."""
    TransactionTestCase._fixture_teardown = lambda self: flush()  # type: ignore[attr-defined]


def flush() -> None:
    """Delete all rows, whatever guards them. Sequences go on, as with Django's own flush."""
    # In this order: deleting a product writes to the table of the search's changes.
    tables = sorted(set(connection.introspection.django_table_names(include_views=False)) - KEPT)
    if connection.vendor == "sqlite":
        connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), tables))
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in tables)
        )
        filled = [name for (name,) in cursor.fetchall()]
        # Neither triggers nor foreign keys are asked; only a superuser, as tests are, may do that.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for name in filled:
            cursor.execute(f"DELETE FROM {name}")
