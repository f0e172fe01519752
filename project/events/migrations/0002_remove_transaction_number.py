from django.db import migrations


class Migration(migrations.Migration):
    """The tail of the table no longer reads by transaction."""

    dependencies = [
        ('events', '0001_initial'),
    ]

    operations = [
        migrations.RemoveIndex(model_name='event', name='event_cursor'),
        migrations.RemoveField(model_name='event', name='xid'),
    ]
