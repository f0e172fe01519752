"""Triggers by which the database itself refuses to change or delete rows; for migrations.

SQLite drops a table's triggers when a later migration makes the table anew: that one writes them again.
Emptying a whole database (`flush`, as tests do) stays possible: on Postgres it is a TRUNCATE, for which no
row trigger fires, and on SQLite `project.core.sqlite` lifts the deletion triggers for its length.
"""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_POSTGRES = """
CREATE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER written_once BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION {function}();
"""


def refuse_changes(table: str, *, function: str, message: str) -> migrations.RunPython:
    """Return the operation that keeps rows of `table` as they were written.

    It refuses deletion on Postgres alone; `refuse_deletion` adds SQLite.
    """

    def guard(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if _is_postgres(schema_editor):
            statement = _POSTGRES.format(table=table, function=function, message=message)
            schema_editor.execute(statement, params=None)
        else:
            schema_editor.execute(_sqlite(f"{table}_written_once", "UPDATE", table, message))

    def unguard(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if _is_postgres(schema_editor):
            schema_editor.execute(f"DROP FUNCTION {function}() CASCADE", params=None)
        else:
            schema_editor.execute(f"DROP TRIGGER {table}_written_once")

    return migrations.RunPython(guard, unguard)


def refuse_deletion(table: str, *, message: str) -> migrations.RunPython:
    """Return the operation by which SQLite refuses to delete rows of `table`; Postgres does already."""

    def guard(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if not _is_postgres(schema_editor):
            schema_editor.execute(_sqlite(f"{table}_never_deleted", "DELETE", table, message))

    def unguard(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if not _is_postgres(schema_editor):
            schema_editor.execute(f"DROP TRIGGER {table}_never_deleted")

    return migrations.RunPython(guard, unguard)


def _sqlite(name: str, event: str, table: str, message: str) -> str:
    return f"CREATE TRIGGER {name} BEFORE {event} ON {table} BEGIN SELECT RAISE(ABORT, '{message}'); END"


def _is_postgres(schema_editor: BaseDatabaseSchemaEditor) -> bool:
    return schema_editor.connection.vendor == "postgresql"
