from django.db import migrations, models
from django.db.models.functions import Upper

from project.core.concurrent_index import AddIndexWhileWriting
from project.core.text_search import trigram_index


class Migration(migrations.Migration):
    """Staff's list of orders, and its search."""

    atomic = False
    dependencies = [("orders", "0003_fill_statistics"), ("core", "0004_trigrams")]
    operations = [
        AddIndexWhileWriting("order", models.Index(fields=["status", "-created_at", "-id"], name="order_status_newest")),
        AddIndexWhileWriting("order", models.Index(fields=["payment_status", "-created_at", "-id"], name="order_payment_newest")),
        AddIndexWhileWriting("order", models.Index(fields=["status", "payment_status", "-created_at", "-id"], name="order_both_newest")),
        AddIndexWhileWriting("order", models.Index(fields=["paid_at"], condition=models.Q(("paid_at__isnull", False)), name="order_paid")),
        AddIndexWhileWriting("order", models.Index(Upper("email"), name="order_email_any_case")),
        AddIndexWhileWriting("order", models.Index(Upper("tracking_number"), name="order_tracking")),
        trigram_index("order_search", "orders_order", "order_id", "name", "email", "phone", "tracking_number", "payment_id"),
    ]
