"""Search in several columns at once, with a trigram index on Postgres.

All columns that one search box looks in are one text, so that one condition finds them and one index
answers it: conditions on each, joined by OR, cost as many index scans, and scans of whole tables where they
are about two. SQLite has no such index; it reads the table.
"""

import re
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
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


def has_text(name: str, text: str) -> Q:
    """Return the condition that the text is in the alias `name`, a SearchColumns, in any case.

    One or two characters are looked for at the beginning of the columns alone.
    """
    short = len(text) < SHORTEST_INSIDE
    return Q(**{f"{name}__icontains": f"{_BETWEEN}{text}" if short else text})


def has_trigram(text: str) -> bool:
    """Return whether a trigram index narrows down where the text is: it knows letters and digits alone."""
    short = len(text) < SHORTEST_INSIDE
    return re.search(r"[^\W_]" if short else r"[^\W_]{3}", text) is not None


def trigram_index(name: str, table: str, *columns: str) -> migrations.RunPython:
    """Return the operation that adds the trigram index for SearchColumns of these columns, on Postgres.

    The migration sets `atomic = False`. `icontains` asks in upper case. New rows enter the index at once: a
    list of those that wait would be read by every search, and emptied by some purchase.
    """
    joined = f" || '{_BETWEEN}' || ".join(f'"{column}"' for column in columns)
    create = (
        f'CREATE INDEX CONCURRENTLY "{name}" ON "{table}"'
        f" USING gin (UPPER(('{_BETWEEN}' || {joined})::text) gin_trgm_ops) WITH (fastupdate = off)"
    )

    def forwards(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(create, params=None)

    def backwards(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f'DROP INDEX CONCURRENTLY "{name}"', params=None)

    return migrations.RunPython(forwards, backwards)
