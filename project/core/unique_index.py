"""Unique indexes that migrations build and drop while others write to the table."""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from project.core.text_search import SqlOperation


class AddUniqueIndex(SqlOperation):
    """For migrations with `atomic = False`: add a unique index, as Django's UniqueConstraint writes it.

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
    """For migrations with `atomic = False`: drop a unique index; backwards it is added again."""

    def create(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Drop it."""
        super().drop(editor)

    def drop(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Add it again."""
        super().create(editor)


def _concurrently(editor: BaseDatabaseSchemaEditor) -> str:
    return "CONCURRENTLY " if editor.connection.vendor == "postgresql" else ""
