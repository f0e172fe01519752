from django.db import migrations, models
from django.db.models.functions import Upper

from project.core.concurrent_index import AddIndexWhileWriting
from project.core.text_search import trigram_index


class Migration(migrations.Migration):
    """Staff's lists of payments, cases and messages, and their searches."""

    atomic = False
    dependencies = [("payments", "0007_fill_statistics"), ("core", "0004_trigrams")]
    operations = [
        AddIndexWhileWriting("payment", models.Index(fields=["instrument", "-initiated_at"], name="payment_instrument_newest")),
        AddIndexWhileWriting("payment", models.Index(fields=["amount_paise"], name="payment_amount")),
        AddIndexWhileWriting("payment", models.Index(Upper("bank_reference"), name="payment_bank_reference")),
        AddIndexWhileWriting("payment", models.Index(Upper("provider_order_id"), name="payment_provider_id")),
        AddIndexWhileWriting("refund", models.Index(Upper("bank_reference"), name="refund_bank_reference")),
        AddIndexWhileWriting("refund", models.Index(Upper("provider_refund_id"), name="refund_provider_id")),
        AddIndexWhileWriting("case", models.Index(fields=["-opened_at", "-id"], name="case_newest")),
        AddIndexWhileWriting("webhookmessage", models.Index(fields=["-received_at", "-id"], name="webhook_newest")),
        AddIndexWhileWriting("webhookmessage", models.Index(fields=["-received_at", "-id"], condition=models.Q(("handled_at__isnull", True)), name="webhook_waiting")),
        AddIndexWhileWriting("webhookmessage", models.Index(fields=["-received_at", "-id"], condition=models.Q(("handled_at__isnull", False), ("payment__isnull", True)), name="webhook_unknown")),
        trigram_index("payment_search", "payments_payment", "transaction_id", "provider_order_id"),
        trigram_index("webhook_search", "payments_webhookmessage", "merchant_order_id", "event", "state"),
    ]
