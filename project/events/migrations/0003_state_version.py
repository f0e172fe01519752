from typing import Any

from django.db import migrations

# Above every time in milliseconds, which was the version before: open pages take nothing for newer that is less.
FIRST = 10_000_000_000_000


def create(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"CREATE SEQUENCE events_state_version START {FIRST}")
    else:
        schema_editor.execute("CREATE TABLE events_state_version (last integer NOT NULL)")
        schema_editor.execute(f"INSERT INTO events_state_version VALUES ({FIRST})")


def drop(apps: Any, schema_editor: Any) -> None:
    kind = "SEQUENCE" if schema_editor.connection.vendor == "postgresql" else "TABLE"
    schema_editor.execute(f"DROP {kind} events_state_version")


class Migration(migrations.Migration):
    dependencies = [("events", "0002_triggers")]
    operations = [migrations.RunPython(create, drop)]
