"""For migrations: an index that is built while others write, which Postgres does and SQLite has no need of.

The migration sets `atomic = False`. What a build that broke off leaves: deploy/OPERATING.md, "Upgrade".
"""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddIndex


class AddIndexWhileWriting(AddIndexConcurrently):
    """Add an index without keeping anybody from writing."""

    def database_forwards(self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, *args: Any) -> None:
        _operation(schema_editor).database_forwards(self, app_label, schema_editor, *args)

    def database_backwards(self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, *args: Any) -> None:
        _operation(schema_editor).database_backwards(self, app_label, schema_editor, *args)


def _operation(editor: BaseDatabaseSchemaEditor) -> type[AddIndex]:
    return AddIndexConcurrently if editor.connection.vendor == "postgresql" else AddIndex
