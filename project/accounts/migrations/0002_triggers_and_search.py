from django.db import migrations

from project.accounts.triggers import KEEP_AN_ADMIN
from project.core.text_search import AddTrigramIndex
from project.core.trigger_operations import CreateTriggers


class Migration(migrations.Migration):
    initial = True

    dependencies = [("accounts", "0001_initial"), ("core", "0002_triggers_and_trigrams")]
    operations = [
        CreateTriggers(KEEP_AN_ADMIN),
        AddTrigramIndex("user_search", "accounts_user", "name", "email", "phone"),
    ]
