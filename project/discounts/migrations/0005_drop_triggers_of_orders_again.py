from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("discounts", "0004_create_triggers_of_orders")]
    run_before = [("orders", "0006_net_paise")]
