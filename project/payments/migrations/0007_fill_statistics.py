from django.db import migrations

from project.core.rollups import filled
from project.payments.models.payment_rollup import MOVEMENTS, PAYMENTS


class Migration(migrations.Migration):
    """The payments and movements from before the triggers."""

    dependencies = [("payments", "0006_statistics")]
    operations = [
        filled(PAYMENTS, MOVEMENTS),
    ]
