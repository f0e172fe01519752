from django.db import migrations

from project.core.written_once import written_once


class Migration(migrations.Migration):
    """The database itself refuses to change or delete history."""

    dependencies = [("events", "0001_initial")]
    operations = [written_once("events_event", message="events are written once")]
