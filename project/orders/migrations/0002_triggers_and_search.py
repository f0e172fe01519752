from django.db import migrations

from project.core.text_search import AddTrigramIndex
from project.core.trigger_operations import CreateTriggers
from project.orders.triggers import CERTIFICATE_FITS, FIRST_STATISTICS


class Migration(migrations.Migration):
    initial = True

    dependencies = [("orders", "0001_initial"), ("core", "0002_triggers_and_trigrams")]
    operations = [
        CreateTriggers(CERTIFICATE_FITS, FIRST_STATISTICS),
        AddTrigramIndex("order_search", "orders_order", "order_id", "name", "email", "phone", "tracking_number", "payment_id"),
    ]
