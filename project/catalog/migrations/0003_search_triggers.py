"""The search's own SQL: the full-text index of the documents, and the triggers that note changed products.

A later migration that alters products or categories runs `remove` of this module first and `create` last (import
it by `importlib`): SQLite may make such a table anew, without its triggers, and Postgres refuses another type for
a column that a trigger names.
"""

from collections.abc import Iterator

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_PRODUCT_COLUMNS = (
    "title_en, title_hi, short_description_en, short_description_hi, specifications_en, specifications_hi, "
    "benefits_en, benefits_hi, category_id, is_visible"
)
_CATEGORY_COLUMNS = "name_en, name_hi, is_shown"

_TRIGGERS = (
    ("catalog_product", "search_product_insert"),
    ("catalog_product", "search_product_delete"),
    ("catalog_product", "search_product_update"),
    ("catalog_category", "search_category_update"),
)


def remove(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Remove the triggers and indexes."""
    execute = schema_editor.execute
    if schema_editor.connection.vendor == "postgresql":
        for table, trigger in _TRIGGERS:
            execute(f"DROP TRIGGER {trigger} ON {table}")
        execute("DROP FUNCTION catalog_product_changed, catalog_category_changed")
        execute("DROP INDEX catalog_searchdocument_words")
        return
    for _, trigger in _TRIGGERS:
        execute(f"DROP TRIGGER {trigger}")
    for event in ("insert", "delete", "update"):
        execute(f"DROP TRIGGER catalog_searchdocument_fts_{event}")
    execute("DROP TABLE catalog_searchdocument_fts")


def create(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the triggers and the index, and note every product: the index is filled by the next job."""
    statements = _postgres() if schema_editor.connection.vendor == "postgresql" else _sqlite()
    for statement in statements:
        schema_editor.execute(statement)
    schema_editor.execute("INSERT INTO catalog_searchchange (product_id) SELECT id FROM catalog_product")


def _postgres() -> Iterator[str]:
    yield (
        "CREATE INDEX catalog_searchdocument_words ON catalog_searchdocument"
        " USING gin (array_to_tsvector(string_to_array(btrim(words), ' ')))"
    )
    yield """
        CREATE FUNCTION catalog_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO catalog_searchchange (product_id)
                VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
            RETURN NULL;
        END $$
    """
    for event in ("INSERT", "DELETE", f"UPDATE OF {_PRODUCT_COLUMNS}"):
        yield (
            f"CREATE TRIGGER search_product_{event.split()[0].lower()} AFTER {event} ON catalog_product"
            " FOR EACH ROW EXECUTE FUNCTION catalog_product_changed()"
        )
    yield """
        CREATE FUNCTION catalog_category_changed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            INSERT INTO catalog_searchchange (product_id)
                SELECT id FROM catalog_product WHERE category_id = NEW.id;
            RETURN NULL;
        END $$
    """
    yield (
        f"CREATE TRIGGER search_category_update AFTER UPDATE OF {_CATEGORY_COLUMNS} ON catalog_category"
        " FOR EACH ROW EXECUTE FUNCTION catalog_category_changed()"
    )


def _sqlite() -> Iterator[str]:
    for event, row in (("INSERT", "NEW"), ("DELETE", "OLD"), (f"UPDATE OF {_PRODUCT_COLUMNS}", "NEW")):
        yield (
            f"CREATE TRIGGER search_product_{event.split()[0].lower()} AFTER {event} ON catalog_product BEGIN"
            f" INSERT INTO catalog_searchchange (product_id) VALUES ({row}.id); END"
        )
    yield (
        f"CREATE TRIGGER search_category_update AFTER UPDATE OF {_CATEGORY_COLUMNS} ON catalog_category BEGIN"
        " INSERT INTO catalog_searchchange (product_id)"
        " SELECT id FROM catalog_product WHERE category_id = NEW.id; END"
    )
    yield (
        "CREATE VIRTUAL TABLE catalog_searchdocument_fts USING fts5"
        "(words, content='catalog_searchdocument', content_rowid='product_id', tokenize='ascii')"
    )
    add = "INSERT INTO catalog_searchdocument_fts (rowid, words) VALUES (NEW.product_id, NEW.words);"
    remove_row = (
        "INSERT INTO catalog_searchdocument_fts (catalog_searchdocument_fts, rowid, words)"
        " VALUES ('delete', OLD.product_id, OLD.words);"
    )
    for event, steps in (("INSERT", add), ("DELETE", remove_row), ("UPDATE", remove_row + add)):
        yield (
            f"CREATE TRIGGER catalog_searchdocument_fts_{event.lower()}"
            f" AFTER {event} ON catalog_searchdocument BEGIN {steps} END"
        )
    yield "INSERT INTO catalog_searchdocument_fts (catalog_searchdocument_fts) VALUES ('rebuild')"


class Migration(migrations.Migration):
    dependencies = [("catalog", "0002_first_categories")]
    operations = [migrations.RunPython(create, remove)]
