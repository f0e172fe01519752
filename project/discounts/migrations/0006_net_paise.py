from django.db import migrations, models

from project.core.trigger_operations import CreateTriggers
from project.discounts.triggers import STATISTICS


class Migration(migrations.Migration):
    dependencies = [("discounts", "0005_drop_triggers_of_orders_again"), ("orders", "0007_order_seller_tax")]
    operations = [
        migrations.AddField("discountrollup", "net_paise", models.BigIntegerField(db_default=0, default=0)),
        CreateTriggers(STATISTICS),
    ]
