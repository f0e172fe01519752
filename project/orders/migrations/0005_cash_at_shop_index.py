from django.db import migrations, models

from project.core.concurrent_index import AddIndexWhileWriting


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("orders", "0004_proven_buyers")]

    operations = [
        AddIndexWhileWriting(
            model_name="order",
            index=models.Index(
                condition=models.Q(
                    ("cash_on_delivery_at__isnull", False),
                    ("paid_at__isnull", True),
                    ("status__in", ["confirmed", "packaging", "processing"]),
                ),
                fields=["status"],
                name="order_cash_at_shop",
            ),
        ),
    ]
