from django.db import migrations, models

from project.core.trigger_operations import CreateTriggers, DropTriggers
from project.orders.triggers import FIRST_STATISTICS, STATISTICS


class Migration(migrations.Migration):
    dependencies = [("orders", "0005_cash_at_shop_index")]
    operations = [
        DropTriggers(FIRST_STATISTICS),
        migrations.AddField("order", "net_paise", models.BigIntegerField(db_default=0, default=0)),
        migrations.AddField("orderrollup", "net_paise", models.BigIntegerField(db_default=0, default=0)),
        CreateTriggers(STATISTICS),
    ]
