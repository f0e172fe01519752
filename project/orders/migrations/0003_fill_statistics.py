from django.db import migrations

from project.core.rollups import filled
from project.orders.models.order_rollup import ORDERS


class Migration(migrations.Migration):
    """The orders from before the triggers."""

    dependencies = [("orders", "0002_statistics")]
    operations = [
        filled(ORDERS),
    ]
