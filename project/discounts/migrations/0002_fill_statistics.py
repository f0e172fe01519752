from django.db import migrations

from project.core.rollups import filled
from project.discounts.models import DISCOUNTS


class Migration(migrations.Migration):
    """The orders from before the triggers."""

    dependencies = [("discounts", "0001_initial")]
    operations = [
        filled(DISCOUNTS),
    ]
