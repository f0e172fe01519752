from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def add_up(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Add up what is there already."""
    schema_editor.execute(
        "UPDATE orders_order SET net_paise = paid.net FROM ("
        " SELECT order_id, SUM(captured_paise - refunded_paise - reversed_paise - dispute_lost_paise) AS net"
        " FROM payments_payment GROUP BY order_id) AS paid WHERE paid.order_id = orders_order.id AND paid.net <> 0"
    )


class Migration(migrations.Migration):
    dependencies = [
        ("payments", "0003_second_person"),
        ("orders", "0006_net_paise"),
        ("discounts", "0006_net_paise"),
    ]
    operations = [
        migrations.AddField("paymentrollup", "reversed_paise", models.BigIntegerField(db_default=0, default=0)),
        migrations.AddField("paymentrollup", "dispute_lost_paise", models.BigIntegerField(db_default=0, default=0)),
        migrations.RunPython(add_up, migrations.RunPython.noop),
    ]
