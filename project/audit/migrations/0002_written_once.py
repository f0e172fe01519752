from django.db import migrations

from project.core.written_once import written_once


class Migration(migrations.Migration):
    """The database itself refuses to change or delete the audit log."""

    dependencies = [("audit", "0001_initial")]
    operations = [written_once("audit_auditentry", message="the audit log is written once")]
