from django.db import migrations

from project.core.written_once import written_once


class Migration(migrations.Migration):
    """The database itself refuses to change or delete the ledger."""

    dependencies = [("payments", "0001_initial")]
    operations = [written_once("payments_movement", message="the ledger is written once")]
