from django.db import migrations

from project.core.trigger_operations import DropTriggers
from project.discounts.triggers import FIRST_STATISTICS


class Migration(migrations.Migration):
    dependencies = [("discounts", "0004_create_triggers_of_orders")]
    run_before = [("orders", "0006_net_paise")]
    operations = [DropTriggers(FIRST_STATISTICS)]
