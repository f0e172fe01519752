from django.db import migrations, models

from project.core.concurrent_index import AddIndexWhileWriting


class Migration(migrations.Migration):
    """The refunds that were done lately, for the round that looks for missing credit notes."""

    atomic = False
    dependencies = [("payments", "0008_list_indexes")]
    operations = [
        AddIndexWhileWriting(
            "refund",
            models.Index(fields=["done_at"], condition=models.Q(("done_at__isnull", False)), name="refund_done"),
        ),
    ]
