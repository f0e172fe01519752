import django.db.models.deletion
from django.db import migrations, models

from project.core.rollups import triggers
from project.discounts.models import DISCOUNTS


class Migration(migrations.Migration):
    """Statistics of discount codes by day, kept by triggers.

    It depends on the newest migration of orders: on SQLite one that makes the table of orders anew would drop
    the triggers.
    """

    initial = True
    dependencies = [("orders", "0009_discount_indexes")]
    operations = [
        migrations.CreateModel(
            name="DiscountRollup",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("row_count", models.BigIntegerField()),
                ("is_merged", models.BooleanField(db_default=False, default=False)),
                ("is_use", models.BooleanField()),
                ("is_paid", models.BooleanField()),
                ("total_paise", models.BigIntegerField()),
                ("discount_paise", models.BigIntegerField()),
                (
                    "discount_code",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="figures",
                        to="orders.discountcode",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["day"], name="discount_rollup_day"),
                    models.Index(
                        fields=["discount_code", "day", "is_use", "is_paid", "row_count", "total_paise", "discount_paise"],
                        name="discount_rollup_code",
                    ),
                ]
            },
        ),
        triggers(DISCOUNTS),
    ]
