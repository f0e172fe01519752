from collections import Counter

from django.db import migrations, models

AT_THE_SHOP = ["confirmed", "processing", "packaging"]


def withhold_refunded(apps, schema_editor):
    """Withhold the pieces that are refunded of orders which have not left."""
    Refund = apps.get_model("payments", "Refund")
    OrderLine = apps.get_model("orders", "OrderLine")
    refunds = Refund.objects.filter(payment__fulfils=True, payment__order__status__in=AT_THE_SHOP)
    pieces = {}
    for order, lines in refunds.exclude(status="failed").values_list("payment__order", "lines"):
        for row in lines:
            pieces.setdefault(order, Counter())[row["line"]] += row["quantity"]
    for order, refunded in pieces.items():
        for number, line in enumerate(OrderLine.objects.filter(order=order).order_by("pk"), start=1):
            line.withheld = min(line.quantity, refunded[number])
            line.save(update_fields=["withheld"])


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0007_order_seller_tax"),
        ("catalog", "0001_initial"),
        ("payments", "0003_second_person"),
    ]

    operations = [
        migrations.AddField(
            model_name="orderline",
            name="sent",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="orderline",
            name="withheld",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        # Whole orders left until now, refunded pieces included.
        migrations.RunSQL(
            """
            UPDATE orders_orderline SET sent = quantity WHERE order_id IN (
                SELECT id FROM orders_order
                WHERE status IN ('dispatched', 'out_for_delivery', 'shipped', 'delivered', 'returned')
                    OR delivered_at IS NOT NULL
            ) OR EXISTS (
                SELECT 1 FROM catalog_stockmovement movement
                JOIN orders_order ON orders_order.order_id = movement.reference
                WHERE orders_order.id = orders_orderline.order_id
                    AND movement.product_id = orders_orderline.product_id AND movement.kind = 'dispatch'
            )
            """,
            migrations.RunSQL.noop,
        ),
        migrations.RunPython(withhold_refunded, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="orderline",
            constraint=models.CheckConstraint(
                condition=models.Q(("quantity__gte", models.F("sent") + models.F("withheld"))),
                name="order_line_sent_within_ordered",
            ),
        ),
    ]
