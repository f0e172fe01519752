"""Search in several columns at once, with a trigram index on Postgres.

All columns that one search box looks in are one text, so that one condition finds them and one index
answers it: conditions on each, joined by OR, cost as many index scans, and scans of whole tables where they
are about two. SQLite has no such index; it reads the table.
"""

import re
from abc import ABC, abstractmethod
from typing import Any

from django.contrib.postgres.operations import TrigramExtension
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Func, Q, TextField
from django.db.models.expressions import Combinable

# A trigram index knows no shorter text, but at the beginning of a word.
SHORTEST_INSIDE = 3
_BETWEEN = "\n"


class SearchColumns(Func):
    """The columns as one text, each after a line feed, which nobody types into a search box."""

    arg_joiner = f" || '{_BETWEEN}' || "
    template = f"('{_BETWEEN}' || %(expressions)s)"
    output_field = TextField()

    def __init__(self, *columns: str | Combinable, **extra: Any) -> None:
        super().__init__(*columns, **extra)


def has_text(name: str, *texts: str) -> Q:
    """Return the condition that one of the texts is in the alias `name`, a SearchColumns, in any case.

    One or two characters are looked for at the beginning of the columns alone.
    """
    either = Q()
    for text in texts:
        short = len(text) < SHORTEST_INSIDE
        either |= Q(**{f"{name}__icontains": f"{_BETWEEN}{text}" if short else text})
    return either


def has_trigram(text: str) -> bool:
    """Return whether a trigram index narrows down where the text is: it knows letters and digits alone."""
    short = len(text) < SHORTEST_INSIDE
    return re.search(r"[^\W_]" if short else r"[^\W_]{3}", text) is not None


class SqlOperation(Operation, ABC):
    """Statements of a migration that leave the models as they are."""

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


class AddTrigrams(TrigramExtension):
    """For migrations: add Postgres's trigrams, which whoever owns the database may do.

    Django's own operation asks SQLite for extensions when it is taken back.
    """

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, *args: Any, **kwargs: Any
    ) -> None:
        """Drop the extension; SQLite has none."""
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, *args, **kwargs)


class AddTrigramIndex(SqlOperation):
    """For migrations: add the trigram index for SearchColumns of these columns (or their SQL), on Postgres.

    In a migration with `atomic = False` it is built while others write to the table. `icontains` asks in
    upper case. New rows enter the index at once: a list of those that wait would be read by every search, and
    emptied by some purchase.
    """

    def __init__(self, name: str, table: str, *columns: str) -> None:
        self.name = name
        self.table = table
        self.columns = columns

    def create(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Build it."""
        if editor.connection.vendor == "postgresql":
            columns = (f'"{column}"' if column.isidentifier() else column for column in self.columns)
            joined = f" || '{_BETWEEN}' || ".join(columns)
            editor.execute(
                f'CREATE INDEX {_concurrently(editor)} "{self.name}" ON "{self.table}"'
                f" USING gin (UPPER(('{_BETWEEN}' || {joined})::text) gin_trgm_ops) WITH (fastupdate = off)",
                params=None,
            )

    def drop(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Remove it again."""
        if editor.connection.vendor == "postgresql":
            editor.execute(f'DROP INDEX {_concurrently(editor)} "{self.name}"', params=None)


def _concurrently(editor: BaseDatabaseSchemaEditor) -> str:
    return "" if editor.atomic_migration else "CONCURRENTLY"
