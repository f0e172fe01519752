import django.utils.timezone
from django.db import migrations, models


def since_last_change(apps, schema_editor):
    """Orders that stand have been where they are since their last change, as far as we know."""
    order = apps.get_model("orders", "Order")
    order.objects.update(status_at=models.F("updated_at"))


def text():
    return models.CharField(blank=True, default="", max_length=40)


class Migration(migrations.Migration):

    dependencies = [("orders", "0002_discount_codes")]

    operations = [
        migrations.AddField("order", "status_at", models.DateTimeField(default=django.utils.timezone.now)),
        migrations.AddField("order", "carrier", text(), preserve_default=False),
        migrations.AddField("order", "tracking_number", text(), preserve_default=False),
        migrations.AddField("order", "delivered_at", models.DateTimeField(null=True)),
        migrations.RunPython(since_last_change, migrations.RunPython.noop),
    ]
