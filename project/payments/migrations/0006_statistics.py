from django.db import migrations, models

from project.core.rollups import triggers
from project.payments.models.payment_rollup import MOVEMENTS, PAYMENTS


class Migration(migrations.Migration):
    """Statistics of payments by day and status and of the ledger by account, kept by triggers."""

    dependencies = [("payments", "0005_payment_request_id")]
    operations = [
        migrations.CreateModel(
            name="PaymentRollup",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("row_count", models.BigIntegerField()),
                ("is_merged", models.BooleanField(db_default=False, default=False)),
                ("settled_on", models.DateField(null=True)),
                ("status", models.CharField(max_length=24)),
                ("instrument", models.CharField(max_length=12)),
                ("amount_paise", models.BigIntegerField()),
                ("captured_paise", models.BigIntegerField()),
                ("refunded_paise", models.BigIntegerField()),
            ],
            options={"indexes": [models.Index(fields=["day"], name="payment_rollup_day")]},
        ),
        migrations.CreateModel(
            name="MovementRollup",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("row_count", models.BigIntegerField()),
                ("is_merged", models.BooleanField(db_default=False, default=False)),
                ("source", models.CharField(max_length=12)),
                ("target", models.CharField(max_length=12)),
                ("amount_paise", models.BigIntegerField()),
            ],
            options={"indexes": [models.Index(fields=["day"], name="movement_rollup_day")]},
        ),
        triggers(PAYMENTS, MOVEMENTS),
    ]
