"""Database objects of the search: triggers that note changed products, and the full-text index.

On SQLite the index is a table, which triggers keep current.
"""

from collections.abc import Sequence

from django.db import connection
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from project.catalog.models import Product
from project.core.text_search import SqlOperation
from project.core.trigger_installation import Triggers

# Those that `search.index.document` reads.
_PRODUCT_COLUMNS = (
    *("category_id", "is_visible"),
    *(
        f"{text}_{language}"
        for text in ("title", "short_description", "specifications", "benefits")
        for language in ("en", "hi")
    ),
    *Product.specification_columns("en").values(),
    *Product.specification_columns("hi").values(),
)
_CATEGORY_COLUMNS = ("name_en", "name_hi", "is_shown")
_PRODUCT_EVENTS = {"insert": "NEW", "update": "NEW", "delete": "OLD"}
_OF_CATEGORY = "SELECT id FROM catalog_product WHERE category_id = NEW.id"


def _row(name: str, columns: Sequence[str]) -> str:
    return f"({', '.join(f'{name}.{column}' for column in columns)})"


def _unless_unchanged(columns: Sequence[str]) -> str:
    return f"""
            IF TG_OP = 'UPDATE' AND {_row("OLD", columns)} IS NOT DISTINCT FROM {_row("NEW", columns)} THEN
                RETURN NULL;
            END IF;"""


def _event_on_sqlite(event: str, columns: Sequence[str]) -> str:
    return f"UPDATE OF {', '.join(columns)}" if event == "update" else event.upper()


_SEARCH_CHANGES = Triggers(
    postgres=[
        f"""
        CREATE OR REPLACE FUNCTION catalog_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN{_unless_unchanged(_PRODUCT_COLUMNS)}
            INSERT INTO catalog_searchchange (product_id)
                VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
            RETURN NULL;
        END $$;
        CREATE TRIGGER search_product AFTER INSERT OR UPDATE OR DELETE ON catalog_product
            FOR EACH ROW EXECUTE FUNCTION catalog_product_changed();
        """,
        f"""
        CREATE OR REPLACE FUNCTION catalog_category_changed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN{_unless_unchanged(_CATEGORY_COLUMNS)}
            INSERT INTO catalog_searchchange (product_id) {_OF_CATEGORY};
            RETURN NULL;
        END $$;
        CREATE TRIGGER search_category AFTER UPDATE ON catalog_category
            FOR EACH ROW EXECUTE FUNCTION catalog_category_changed();
        """,
    ],
    sqlite=[
        *(
            f"CREATE TRIGGER search_product_{event} AFTER {_event_on_sqlite(event, _PRODUCT_COLUMNS)}"
            " ON catalog_product BEGIN"
            f" INSERT INTO catalog_searchchange (product_id) VALUES ({row}.id); END"
            for event, row in _PRODUCT_EVENTS.items()
        ),
        f"CREATE TRIGGER search_category AFTER {_event_on_sqlite('update', _CATEGORY_COLUMNS)}"
        f" ON catalog_category BEGIN INSERT INTO catalog_searchchange (product_id) {_OF_CATEGORY}; END",
    ],
)

_INDEXED = "INSERT INTO catalog_searchdocument_fts (rowid, words) VALUES (NEW.product_id, NEW.words);"
_UNINDEXED = (
    "INSERT INTO catalog_searchdocument_fts (catalog_searchdocument_fts, rowid, words)"
    " VALUES ('delete', OLD.product_id, OLD.words);"
)
_DOCUMENT_EVENTS = {"INSERT": _INDEXED, "DELETE": _UNINDEXED, "UPDATE": _UNINDEXED + _INDEXED}


def _rebuild_index() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO catalog_searchdocument_fts (catalog_searchdocument_fts) VALUES ('rebuild')"
        )


# Postgres keeps its index itself.
_INDEX_CHANGES = Triggers(
    postgres=[],
    sqlite=[
        f"CREATE TRIGGER catalog_searchdocument_fts_{event.lower()}"
        f" AFTER {event} ON catalog_searchdocument BEGIN {steps} END"
        for event, steps in _DOCUMENT_EVENTS.items()
    ],
    catch_up=_rebuild_index,
)
_SQLITE_DEPTH = """
CREATE TRIGGER catalog_variant_depth_{name} BEFORE {event} ON catalog_product
WHEN NEW.parent_id IS NOT NULL AND EXISTS (
    SELECT 1 FROM catalog_product
    WHERE (id = NEW.parent_id AND parent_id IS NOT NULL) OR parent_id = NEW.id
)
BEGIN SELECT RAISE(ABORT, 'a variant has no variants'); END
"""
_VARIANT_DEPTH = Triggers(
    postgres=[
        """
CREATE OR REPLACE FUNCTION catalog_variant_depth() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.parent_id IS NULL OR (TG_OP = 'UPDATE' AND NEW.parent_id IS NOT DISTINCT FROM OLD.parent_id) THEN
        RETURN NEW;
    END IF;
    IF EXISTS (
        SELECT FROM catalog_product
        WHERE (id = NEW.parent_id AND parent_id IS NOT NULL) OR parent_id = NEW.id
    ) THEN
        RAISE EXCEPTION 'a variant has no variants' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER variant_depth BEFORE INSERT OR UPDATE ON catalog_product
    FOR EACH ROW EXECUTE FUNCTION catalog_variant_depth();
"""
    ],
    sqlite=[
        _SQLITE_DEPTH.format(name=event.split()[0], event=event)
        for event in ("INSERT", "UPDATE OF parent_id")
    ],
)
TRIGGERS = [_SEARCH_CHANGES, _INDEX_CHANGES, _VARIANT_DEPTH]


class AddFullTextIndex(SqlOperation):
    """For migrations: add the full-text index."""

    def create(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Create it."""
        editor.execute(
            "CREATE INDEX catalog_searchdocument_words ON catalog_searchdocument"
            " USING gin (array_to_tsvector(string_to_array(btrim(words), ' ')))"
            if editor.connection.vendor == "postgresql"
            else "CREATE VIRTUAL TABLE catalog_searchdocument_fts USING fts5"
            "(words, content='catalog_searchdocument', content_rowid='product_id', tokenize='ascii')"
        )

    def drop(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Drop it."""
        kind = "INDEX catalog_searchdocument_words"
        if editor.connection.vendor == "sqlite":
            kind = "TABLE catalog_searchdocument_fts"
        editor.execute(f"DROP {kind}")
