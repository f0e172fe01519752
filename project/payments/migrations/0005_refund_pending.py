from django.db import migrations, models


class Migration(migrations.Migration):
    """Rename a field; its column keeps its name, which the release before reads and writes."""

    dependencies = [("payments", "0004_net_revenue")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("payment", "payment_refund_within_capture"),
                migrations.RenameField("payment", "refunding_paise", "refund_pending_paise"),
                migrations.AlterField(
                    "payment",
                    "refund_pending_paise",
                    models.PositiveBigIntegerField(db_column="refunding_paise", default=0),
                ),
                migrations.AddConstraint(
                    "payment",
                    models.CheckConstraint(
                        condition=models.Q(
                            captured_paise__gte=models.F("refunded_paise") + models.F("refund_pending_paise")
                        ),
                        name="payment_refund_within_capture",
                    ),
                ),
            ]
        )
    ]
