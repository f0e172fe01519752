from django.db import migrations, models


class Migration(migrations.Migration):
    """What staff note of a discount code, how often it was edited, and whether it is archived."""

    dependencies = [("orders", "0007_cash_on_delivery")]
    operations = [
        migrations.AddField("discountcode", "archived_at", models.DateTimeField(null=True)),
        migrations.AddField("discountcode", "batch", models.CharField(blank=True, db_default="", max_length=20)),
        migrations.AddField("discountcode", "note", models.CharField(blank=True, db_default="", max_length=200)),
        migrations.AddField("discountcode", "version", models.PositiveIntegerField(db_default=1, default=1)),
        migrations.AddConstraint(
            "discountcode",
            models.CheckConstraint(
                condition=models.Q(("archived_at__isnull", True), ("is_active", False), _connector="OR"),
                name="discount_archived_is_off",
            ),
        ),
    ]
