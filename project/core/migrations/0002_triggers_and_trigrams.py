from django.db import migrations

from project.core.text_search import AddTrigrams


class Migration(migrations.Migration):
    initial = True

    dependencies = [("core", "0001_initial")]
    operations = [
        # For the search indexes of the other apps.
        AddTrigrams(),
    ]
