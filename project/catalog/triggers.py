"""Database objects of the search: triggers that note changed products, and the full-text index.

On SQLite the index is a table, which triggers keep current.
"""

from django.db import connection
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from project.core.text_search import SqlOperation
from project.core.trigger_installation import Triggers

_PRODUCT_COLUMNS = (
    "title_en, title_hi, short_description_en, short_description_hi, specifications_en, specifications_hi, "
    "benefits_en, benefits_hi, category_id, is_visible"
)
_CATEGORY_COLUMNS = "name_en, name_hi, is_shown"
_PRODUCT_EVENTS = {
    "search_product_insert": ("INSERT", "NEW"),
    "search_product_delete": ("DELETE", "OLD"),
    "search_product_update": (f"UPDATE OF {_PRODUCT_COLUMNS}", "NEW"),
}
_CATEGORY_UPDATE = f"search_category_update AFTER UPDATE OF {_CATEGORY_COLUMNS} ON catalog_category"

_SEARCH_CHANGES = Triggers(
    postgres=[
        """
        CREATE OR REPLACE FUNCTION catalog_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO catalog_searchchange (product_id)
                VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
            RETURN NULL;
        END $$
        """,
        *(
            f"CREATE TRIGGER {name} AFTER {event} ON catalog_product"
            " FOR EACH ROW EXECUTE FUNCTION catalog_product_changed()"
            for name, (event, _) in _PRODUCT_EVENTS.items()
        ),
        """
        CREATE OR REPLACE FUNCTION catalog_category_changed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO catalog_searchchange (product_id)
                SELECT id FROM catalog_product WHERE category_id = NEW.id;
            RETURN NULL;
        END $$
        """,
        f"CREATE TRIGGER {_CATEGORY_UPDATE} FOR EACH ROW EXECUTE FUNCTION catalog_category_changed()",
    ],
    sqlite=[
        *(
            f"CREATE TRIGGER {name} AFTER {event} ON catalog_product BEGIN"
            f" INSERT INTO catalog_searchchange (product_id) VALUES ({row}.id); END"
            for name, (event, row) in _PRODUCT_EVENTS.items()
        ),
        f"CREATE TRIGGER {_CATEGORY_UPDATE} BEGIN INSERT INTO catalog_searchchange (product_id)"
        " SELECT id FROM catalog_product WHERE category_id = NEW.id; END",
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
TRIGGERS = [_SEARCH_CHANGES, _INDEX_CHANGES]


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
