from django.db import migrations

from project.core.text_search import AddTrigrams
from project.core.trigger_operations import CreateTriggers
from project.core.triggers import SETTINGS_VERSIONS


class Migration(migrations.Migration):
    initial = True

    dependencies = [("core", "0001_initial")]
    operations = [
        CreateTriggers(SETTINGS_VERSIONS),
        # For the search indexes of the other apps.
        AddTrigrams(),
    ]
