from django.db import migrations

from project.core.trigger_operations import CreateTriggers
from project.content.triggers import REVISIONS


class Migration(migrations.Migration):
    initial = True

    dependencies = [("content", "0001_initial")]
    operations = [CreateTriggers(REVISIONS)]
