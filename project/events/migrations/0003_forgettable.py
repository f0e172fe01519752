from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

# The shortest time that EVENTS_KEPT_DAYS allows.
DAYS = 30
# As in project/events/retention.py.
FORGETTABLE = """(
    OLD.subject LIKE 'wishlist:%' OR OLD.subject LIKE 'user:%' OR OLD.subject LIKE 'picture:%'
    OR OLD.subject LIKE 'export:%' OR OLD.subject LIKE 'mail:%'
    OR (OLD.subject LIKE 'product:%' AND OLD.name NOT IN ('product.created', 'product.changed', 'product.deleted'))
)"""
POSTGRES = """
CREATE OR REPLACE FUNCTION events_event_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    {exception}
    RAISE EXCEPTION 'events are written once' USING ERRCODE = 'integrity_constraint_violation';
END $$;
"""
ALLOWED = f"""IF TG_OP = 'DELETE' AND OLD.created_at < now() - interval '{DAYS} days' AND {FORGETTABLE} THEN
        RETURN OLD;
    END IF;"""
SQLITE = """CREATE TRIGGER events_event_never_deleted BEFORE DELETE ON events_event {condition}
BEGIN SELECT RAISE(ABORT, 'events are written once'); END"""
REFUSED = f"WHEN NOT (OLD.created_at < datetime('now', '-{DAYS} days') AND {FORGETTABLE})"


def allow(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    _write(schema_editor, postgres=ALLOWED, sqlite=REFUSED)


def refuse(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    _write(schema_editor, postgres="", sqlite="")


def _write(schema_editor: BaseDatabaseSchemaEditor, *, postgres: str, sqlite: str) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRES.format(exception=postgres), params=None)
        return
    schema_editor.execute("DROP TRIGGER events_event_never_deleted")
    schema_editor.execute(SQLITE.format(condition=sqlite), params=None)


class Migration(migrations.Migration):
    """Old events that are about nobody's money may be deleted."""

    dependencies = [("events", "0002_written_once")]
    operations = [migrations.RunPython(allow, refuse)]
