from django.db import migrations

from project.core.text_search import AddTrigramIndex


class Migration(migrations.Migration):
    initial = True

    dependencies = [("payments", "0001_initial"), ("core", "0002_triggers_and_trigrams")]
    operations = [
        AddTrigramIndex("payment_search", "payments_payment", "transaction_id", "provider_order_id"),
        AddTrigramIndex("webhook_search", "payments_webhookmessage", "merchant_order_id", "event", "state"),
    ]
