from django.db import migrations

from project.core.text_search import AddTrigramIndex


class Migration(migrations.Migration):
    initial = True

    dependencies = [("accounts", "0001_initial"), ("core", "0002_triggers_and_trigrams")]
    operations = [
        AddTrigramIndex("user_search", "accounts_user", "name", "email", "phone"),
    ]
