from django.db import migrations

from project.core.text_search import AddTrigramIndex


class Migration(migrations.Migration):
    initial = True

    dependencies = [("orders", "0001_initial"), ("core", "0002_triggers_and_trigrams")]
    operations = [
        AddTrigramIndex("order_search", "orders_order", "order_id", "name", "email", "phone", "tracking_number", "payment_id"),
    ]
