from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0005_cash_at_shop_index")]
    operations = [
        migrations.AddField("order", "net_paise", models.BigIntegerField(db_default=0, default=0)),
        migrations.AddField("orderrollup", "net_paise", models.BigIntegerField(db_default=0, default=0)),
    ]
