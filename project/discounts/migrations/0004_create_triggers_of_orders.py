from django.db import migrations

from project.core.trigger_operations import CreateTriggers
from project.discounts.triggers import FIRST_STATISTICS


class Migration(migrations.Migration):
    dependencies = [("discounts", "0003_drop_triggers_of_orders"), ("orders", "0003_free_orders")]
    operations = [CreateTriggers(FIRST_STATISTICS)]
