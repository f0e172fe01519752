"""For migrations: operations that create and drop triggers, in the SQL of each engine.

Each app names its triggers in its `triggers.py`, and its migration 0002 creates them. `written_once` and
`rollups` make those that several apps have.

A later migration that alters a table with triggers drops them first and creates them last:

    operations = [DropTriggers(KEEP_AN_ADMIN), migrations.AlterField(...), CreateTriggers(KEEP_AN_ADMIN)]

SQLite may make such a table anew, without its triggers, and Postgres refuses another type for a column that a
trigger names. One for triggers whose SQL has changed does the same.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


@dataclass(frozen=True, kw_only=True)
class Triggers:
    """Statements that create triggers and what belongs to them, and those that drop all of it again."""

    postgres: Sequence[str]
    postgres_drop: Sequence[str]
    sqlite: Sequence[str]
    sqlite_drop: Sequence[str]

    def create(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Create them; on Postgres that waits for whoever writes to their tables."""
        _execute(self.postgres if editor.connection.vendor == "postgresql" else self.sqlite, editor)

    def drop(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Drop them."""
        _execute(self.postgres_drop if editor.connection.vendor == "postgresql" else self.sqlite_drop, editor)


def _execute(statements: Sequence[str], editor: BaseDatabaseSchemaEditor) -> None:
    for statement in statements:
        # Without parameters, whose place a percent sign would hold.
        editor.execute(statement, params=None)


class SqlOperation(Operation, ABC):
    """Statements that leave the models as they are."""

    @abstractmethod
    def create(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Run them."""

    @abstractmethod
    def drop(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Take them back."""

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Leave the models as they are."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, *args: Any, **kwargs: Any
    ) -> None:
        self.create(schema_editor)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, *args: Any, **kwargs: Any
    ) -> None:
        self.drop(schema_editor)


class CreateTriggers(SqlOperation):
    """Create triggers in the order in which they are named; taken back, it drops them in the opposite one."""

    def __init__(self, *triggers: Triggers) -> None:
        self.triggers = triggers

    def create(self, editor: BaseDatabaseSchemaEditor) -> None:
        for each in self.triggers:
            each.create(editor)

    def drop(self, editor: BaseDatabaseSchemaEditor) -> None:
        for each in reversed(self.triggers):
            each.drop(editor)


class DropTriggers(CreateTriggers):
    """Drop triggers; taken back, it creates them."""

    create = CreateTriggers.drop
    drop = CreateTriggers.create
