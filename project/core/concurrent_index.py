"""For migrations: indexes that are built while others write, which Postgres does and SQLite has no need of.

The migration sets `atomic = False`. What a build that broke off leaves: deploy/OPERATING.md, "Upgrade".
"""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddIndex

from project.core.text_search import SqlOperation


class AddIndexWhileWriting(AddIndexConcurrently):
    """Add an index without keeping anybody from writing."""

    def database_forwards(self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, *args: Any) -> None:
        _operation(schema_editor).database_forwards(self, app_label, schema_editor, *args)

    def database_backwards(self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, *args: Any) -> None:
        _operation(schema_editor).database_backwards(self, app_label, schema_editor, *args)


class AddUniqueIndex(SqlOperation):
    """Add a unique index, as Django's UniqueConstraint writes it.

    `on` are the table, the columns and the condition.
    """

    def __init__(self, name: str, on: str) -> None:
        self.name = name
        self.on = on

    def create(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Create it."""
        editor.execute(f"CREATE UNIQUE INDEX {_concurrently(editor)}{self.name} ON {self.on}")

    def drop(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Drop it."""
        editor.execute(f"DROP INDEX {_concurrently(editor)}{self.name}")


class RemoveUniqueIndex(AddUniqueIndex):
    """Drop a unique index; backwards it is added again."""

    def create(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Drop it."""
        super().drop(editor)

    def drop(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Add it again."""
        super().create(editor)


def _operation(editor: BaseDatabaseSchemaEditor) -> type[AddIndex]:
    return AddIndexConcurrently if editor.connection.vendor == "postgresql" else AddIndex


def _concurrently(editor: BaseDatabaseSchemaEditor) -> str:
    return "CONCURRENTLY " if editor.connection.vendor == "postgresql" else ""
