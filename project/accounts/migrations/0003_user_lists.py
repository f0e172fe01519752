from django.db import migrations, models

from project.core.concurrent_index import AddIndexWhileWriting
from project.core.text_search import trigram_index


class Migration(migrations.Migration):
    """Staff's list of accounts, and its search."""

    atomic = False
    dependencies = [("accounts", "0002_one_admin"), ("core", "0004_trigrams")]
    operations = [
        AddIndexWhileWriting("user", models.Index(fields=["-created_at", "-id"], name="user_newest")),
        trigram_index("user_search", "accounts_user", "name", "email", "phone"),
    ]
