from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0003_past_orders")]

    operations = [
        migrations.AddField(
            model_name="order",
            name="payment_trial",
            field=models.CharField(blank=True, db_default="", default="", max_length=60),
        ),
        migrations.AddConstraint(
            model_name="order",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("payment_trial", ""),
                    models.Q(
                        ("cash_on_delivery_at", None),
                        ("status__in", ("pending", "cancelled", "refunded")),
                        ("total_paise", 100),
                    ),
                    _connector="OR",
                ),
                name="order_trial_is_never_confirmed",
            ),
        ),
    ]
