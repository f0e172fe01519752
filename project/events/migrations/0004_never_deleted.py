from django.db import migrations

from project.core.written_once import refuse_deletion


class Migration(migrations.Migration):
    """SQLite refuses to delete history, as Postgres does."""

    dependencies = [("events", "0003_written_once")]
    operations = [refuse_deletion("events_event", message="events are written once")]
