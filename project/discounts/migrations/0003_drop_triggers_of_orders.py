from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("discounts", "0002_triggers")]
    run_before = [("orders", "0003_free_orders")]
