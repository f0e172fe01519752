import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("orders", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="DiscountCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(help_text="In capitals", max_length=24, unique=True)),
                ("percent", models.PositiveSmallIntegerField(null=True)),
                ("amount_paise", models.PositiveBigIntegerField(null=True)),
                ("most_paise", models.PositiveBigIntegerField(null=True)),
                ("minimum_paise", models.PositiveBigIntegerField(default=0)),
                ("starts_at", models.DateTimeField(null=True)),
                ("ends_at", models.DateTimeField(null=True)),
                ("limit", models.PositiveIntegerField(help_text="Uses by everybody; null is as many as like", null=True)),
                ("limit_per_customer", models.PositiveIntegerField(null=True)),
                ("is_active", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("amount_paise__gt", 0), ("amount_paise__isnull", False), ("percent__isnull", True)
                            ),
                            models.Q(
                                ("amount_paise__isnull", True),
                                ("percent__gte", 1),
                                ("percent__isnull", False),
                                ("percent__lte", 100),
                            ),
                            _connector="OR",
                        ),
                        name="discount_is_percent_or_amount",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="order",
            name="discount_code",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="orders",
                to="orders.discountcode",
            ),
        ),
        migrations.AddField(
            model_name="orderline",
            name="discount_paise",
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name="orderline",
            constraint=models.CheckConstraint(
                condition=models.Q(("discount_paise__lte", models.F("total_paise"))),
                name="order_line_discount_within_total",
            ),
        ),
    ]
