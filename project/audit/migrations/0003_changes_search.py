from django.db import migrations

from project.core.text_search import AddTrigramIndex


class Migration(migrations.Migration):
    # Built while others write to the log.
    atomic = False

    dependencies = [("audit", "0002_triggers_and_search")]
    operations = [
        AddTrigramIndex("audit_changes", "audit_auditentry", '("before")::text', '("after")::text'),
    ]
