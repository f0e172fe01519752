from django.db import migrations, models

from project.core.rollups import triggers
from project.orders.models.order_rollup import ORDERS


class Migration(migrations.Migration):
    """Statistics of orders by day and status, kept by triggers."""

    dependencies = [("orders", "0001_initial")]
    operations = [
        migrations.CreateModel(
            name="OrderRollup",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("row_count", models.BigIntegerField()),
                ("is_merged", models.BooleanField(db_default=False, default=False)),
                ("status", models.CharField(max_length=24)),
                ("payment_status", models.CharField(max_length=8)),
                ("is_paid", models.BooleanField()),
                ("has_left", models.BooleanField()),
                ("total_paise", models.BigIntegerField()),
            ],
            options={"indexes": [models.Index(fields=["day"], name="order_rollup_day")]},
        ),
        triggers(ORDERS),
    ]
