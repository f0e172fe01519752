from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("discounts", "0003_drop_triggers_of_orders"), ("orders", "0003_free_orders")]
