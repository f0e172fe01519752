from django.db import migrations
from django.utils import timezone


def end_sessions(apps, schema_editor):
    """End the sessions whose secret lies where scripts of a page can read it."""
    apps.get_model('accounts', 'Token').objects.filter(revoked_at=None).update(revoked_at=timezone.now())


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_second_factor'),
    ]

    operations = [
        migrations.RunPython(end_sessions, migrations.RunPython.noop),
    ]
