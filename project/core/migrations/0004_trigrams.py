from typing import Any

from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


class Trigrams(TrigramExtension):
    """Django's operation, which asks SQLite for extensions when it is taken back."""

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        """Drop the extension; SQLite has none."""
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)


class Migration(migrations.Migration):
    """Postgres's trigrams, for searches inside a text; whoever owns the database may add them."""

    dependencies = [("core", "0003_mail_request_id")]
    operations = [
        Trigrams(),
    ]
