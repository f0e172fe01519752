from django.db import migrations

from project.core.trigger_operations import CreateTriggers
from project.events.triggers import EVENTS


class Migration(migrations.Migration):
    initial = True

    dependencies = [("events", "0001_initial")]
    operations = [CreateTriggers(EVENTS)]
