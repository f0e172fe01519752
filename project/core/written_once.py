"""Triggers by which the database itself refuses to change or delete rows; for migrations.

SQLite drops a table's triggers when a later migration makes the table anew: that one writes them again.
Emptying a whole database (`flush`, as tests do) stays possible: on Postgres it is a TRUNCATE, for which no
row trigger fires, and on SQLite `project.core.sqlite` lifts the deletion triggers for its length.
"""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_POSTGRES = """
CREATE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER written_once BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION {table}_refuse();
"""
SQLITE_TRIGGER = "CREATE TRIGGER {name} BEFORE {event} ON {table} BEGIN SELECT RAISE(ABORT, '{message}'); END"


def written_once(table: str, *, message: str) -> migrations.RunPython:
    """Return the operation that keeps rows of `table` as they were written; its error says `message`."""
    sqlite = {"UPDATE": f"{table}_written_once", "DELETE": f"{table}_never_deleted"}

    def guard(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(_POSTGRES.format(table=table, message=message), params=None)
            return
        for event, name in sqlite.items():
            schema_editor.execute(SQLITE_TRIGGER.format(name=name, event=event, table=table, message=message))

    def unguard(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP FUNCTION {table}_refuse() CASCADE", params=None)
            return
        for name in sqlite.values():
            schema_editor.execute(f"DROP TRIGGER {name}")

    return migrations.RunPython(guard, unguard)
