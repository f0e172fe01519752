from django.db import migrations

from project.core.trigger_operations import CreateTriggers
from project.discounts.triggers import FIRST_STATISTICS


class Migration(migrations.Migration):
    initial = True

    dependencies = [("discounts", "0001_initial"), ("orders", "0002_triggers_and_search")]
    operations = [CreateTriggers(FIRST_STATISTICS)]
