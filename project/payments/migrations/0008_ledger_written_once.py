from django.db import migrations

from project.core.written_once import refuse_changes


class Migration(migrations.Migration):
    """The database itself refuses to change the ledger."""

    dependencies = [("payments", "0007_refund_request_keys_and_approval_cases")]
    operations = [
        refuse_changes(
            "payments_movement", function="payments_refuse", message="the ledger is written once"
        )
    ]
