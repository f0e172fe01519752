from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("discounts", "0005_drop_triggers_of_orders_again"), ("orders", "0007_order_seller_tax")]
    operations = [
        migrations.AddField("discountrollup", "net_paise", models.BigIntegerField(db_default=0, default=0)),
    ]
