from django.conf import settings
from django.db import migrations, models

from project.core.concurrent_index import AddIndexWhileWriting

HAS_CODE = models.Q(("discount_code__isnull", False))


class Migration(migrations.Migration):
    """The orders that have a discount code: all uses, the newest, those of one customer."""

    atomic = False
    dependencies = [
        ("orders", "0008_discount_administration"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        AddIndexWhileWriting("discountcode", models.Index(fields=["batch"], name="discount_code_batch")),
        AddIndexWhileWriting("order", models.Index(fields=["discount_code", "status", "held_until"], condition=HAS_CODE, name="order_code_uses")),
        AddIndexWhileWriting("order", models.Index(fields=["discount_code", "-created_at", "-id"], condition=HAS_CODE, name="order_code_newest")),
        AddIndexWhileWriting("order", models.Index(fields=["discount_code", "user"], condition=HAS_CODE, name="order_code_user")),
        AddIndexWhileWriting("order", models.Index(fields=["discount_code", "email"], condition=HAS_CODE, name="order_code_email")),
        AddIndexWhileWriting("order", models.Index(fields=["discount_code", "phone"], condition=HAS_CODE, name="order_code_phone")),
    ]
