from django.db import migrations

from project.core.written_once import refuse_changes


class Migration(migrations.Migration):
    """The database itself refuses to change history."""

    dependencies = [("events", "0002_remove_transaction_number")]
    operations = [
        refuse_changes("events_event", function="events_refuse", message="events are written once")
    ]
