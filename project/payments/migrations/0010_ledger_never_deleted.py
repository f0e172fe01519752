from django.db import migrations

from project.core.written_once import refuse_deletion


class Migration(migrations.Migration):
    """SQLite refuses to delete the ledger, as Postgres does."""

    dependencies = [("payments", "0009_refund_cancels_order")]
    operations = [refuse_deletion("payments_movement", message="the ledger is written once")]
