from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations


class Migration(migrations.Migration):
    """Postgres's trigrams, for searches inside a text; whoever owns the database may add them."""

    dependencies = [("core", "0003_mail_request_id")]
    operations = [
        TrigramExtension(),
    ]
