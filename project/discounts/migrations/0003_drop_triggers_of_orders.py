from django.db import migrations

from project.core.trigger_operations import DropTriggers
from project.discounts.triggers import FIRST_STATISTICS


class Migration(migrations.Migration):
    dependencies = [("discounts", "0002_triggers")]
    run_before = [("orders", "0003_free_orders")]
    operations = [DropTriggers(FIRST_STATISTICS)]
