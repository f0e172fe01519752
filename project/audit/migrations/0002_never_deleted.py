from django.db import migrations

from project.core.written_once import refuse_deletion


class Migration(migrations.Migration):
    """SQLite refuses to delete the audit log, as Postgres does."""

    dependencies = [("audit", "0001_initial")]
    operations = [refuse_deletion("audit_auditentry", message="the audit log is written once")]
