from importlib import import_module
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from project.core.written_once import SQLITE_TRIGGER

forgettable = import_module("project.events.migrations.0003_forgettable")


def write_triggers(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the triggers again that SQLite drops with the table, where it made the table anew."""
    if schema_editor.connection.vendor != "sqlite":
        return
    table = "events_event"
    for name in (f"{table}_written_once", f"{table}_never_deleted"):
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}")
    update = SQLITE_TRIGGER.format(
        name=f"{table}_written_once", event="UPDATE", table=table, message="events are written once"
    )
    schema_editor.execute(update)
    schema_editor.execute(forgettable.SQLITE.format(condition=forgettable.REFUSED), params=None)


class Migration(migrations.Migration):
    """Events name the request that caused them."""

    dependencies = [("events", "0003_forgettable")]
    operations = [
        migrations.RunPython(migrations.RunPython.noop, write_triggers),
        migrations.AddField(
            model_name="event",
            name="request_id",
            field=models.CharField(blank=True, db_default="", max_length=32),
        ),
        migrations.RunPython(write_triggers, migrations.RunPython.noop),
    ]
