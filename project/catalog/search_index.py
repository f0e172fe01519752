"""What the search reads: one document a visible product, and every word that occurs in one.

Documents are made by Python (see `words`), so no database can keep them by itself; but every database can
notice that one is out of date. Triggers on the catalogue's tables write down which products changed,
whoever changed them and however: a form, a bulk update, a hand at the database's prompt. `refresh`, called
by every search, makes those documents anew first.

Postgres: full text for documents, pg_trgm for words. SQLite: FTS5 for both, of whole words for documents and
of trigrams for words.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

from django.db import connection, transaction
from django.db.models.expressions import RawSQL

from project.catalog.models import Category, Product, SearchChange, SearchDocument, SearchWord
from project.catalog.words import Word, joined_word, parts, read

MAX_KEY = 40
# So many documents are made in one transaction.
BATCH = 2000

# A query for documents: each term is a list of alternatives, (key, whether only the word's beginning).
Alternatives = Sequence[tuple[str, bool]]


# -- Making documents ----------------------------------------------------------------------------


def refresh() -> None:
    """Make the documents of products that changed since the last search."""
    while _is_outdated():
        with transaction.atomic():
            # Waits for whoever refreshes at the same time. Products are read after that, so that what we
            # write is never older than what the other one wrote.
            changes = list(SearchChange.objects.select_for_update().order_by("pk")[:BATCH])
            changed = {change.product_id for change in changes}
            SearchDocument.objects.filter(pk__in=changed).delete()
            products = Product.objects.visible().with_category().filter(pk__in=changed)
            SearchDocument.objects.bulk_create(map(document, products))
            _write_words()
            SearchChange.objects.filter(pk__in=[change.pk for change in changes]).delete()


def _is_outdated() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT 1 FROM catalog_searchchange)")
        return bool(cursor.fetchone()[0])


def document(product: Product) -> SearchDocument:
    """Return what the search knows of the product as it is now."""
    titles = [read(product.title_en), read(product.title_hi)]
    names = [read(product.category.name_en), read(product.category.name_hi)]
    body = [word for text in _body(product) for word in read(text)]
    joined = [
        joined_word(first, second)
        for title in titles
        for first, second in pairwise(title)
        if first.key.isalpha() and second.key.isalpha()
    ]
    in_title = [*_inside(titles), *joined]
    # A number in a sentence is a size or a hardness: only a title's tell products apart, and "5muki" does.
    words = _keys(chain(*titles, in_title, *names, _inside(names)))
    words += [key for key in _keys(chain(body, _inside([body]))) if not key.isdecimal()]
    return SearchDocument(
        product=product,
        title=_line(titles, in_title),
        shelf=_line(names, _inside(names)),
        words=f" {' '.join(sorted(set(words)))} ",
        title_length=len(titles[0]),
        texts={
            language: {word.key[:MAX_KEY]: word.text for word in (*name, *title)}
            for language, name, title in zip(("en", "hi"), names, titles, strict=True)
        },
    )


def category_words(category: Category) -> list[Word]:
    """Return the words a category is known by."""
    words = [*read(category.name_en), *read(category.name_hi)]
    return words + [part for word in words for part in parts(word)]


def _body(product: Product) -> Iterator[str]:
    for language in ("en", "hi"):
        yield getattr(product, f"short_description_{language}")
        yield from map(str, getattr(product, f"specifications_{language}").values())
        yield from map(str, getattr(product, f"benefits_{language}"))


def _inside(texts: Iterable[Iterable[Word]]) -> list[Word]:
    return [part for text in texts for word in text for part in parts(word)]


def _keys(words: Iterable[Word]) -> list[str]:
    return [word.key[:MAX_KEY] for word in words]


def _line(texts: Iterable[Iterable[Word]], more: Iterable[Word]) -> str:
    """Return the keys with a space around each, so that " key " finds a whole word.

    A bar stands before each text: " | key " finds its first word, and no phrase reaches over it.
    """
    return " " + "".join(f"| {' '.join(_keys(words))} " for words in (*texts, more))


def _write_words() -> None:
    """Bring the table of words to what the documents contain."""
    known = set(SearchWord.objects.values_list("word", "in_title", "text_en", "text_hi"))
    texts: dict[str, dict[str, str]] = {"en": {}, "hi": {}}
    words: set[str] = set()
    in_title: set[str] = set()
    rows = SearchDocument.objects.order_by("pk").values_list("title", "shelf", "words", "texts")
    for title, shelf, line, own in rows:
        words.update(line.split())
        in_title.update(title.split(), shelf.split())
        for language, found in texts.items():
            found |= own[language]
    wanted = {
        (word, word in in_title, texts["en"].get(word, ""), texts["hi"].get(word, "")) for word in words
    }
    SearchWord.objects.filter(word__in=[row[0] for row in known - wanted]).delete()
    SearchWord.objects.bulk_create(
        SearchWord(word=word, padded=f" {word} ", in_title=titled, text_en=text_en, text_hi=text_hi)
        for word, titled, text_en, text_hi in sorted(wanted - known)
    )


# -- Asking --------------------------------------------------------------------------------------
#
# What each search asks is written by hand: Django takes longer to write these queries than the database
# takes to answer them.


def documents_with(terms: Sequence[Alternatives], *, every: bool = True) -> RawSQL:
    """Return the subquery for the products that have every term (or any of them), in any of its forms."""
    if connection.vendor == "postgresql":
        forms = [[f"'{key}':*" if starts else f"'{key}'" for key, starts in term] for term in terms]
        clauses = [f"({' | '.join(form)})" for form in forms]
        return RawSQL(
            "SELECT product_id FROM catalog_searchdocument"
            " WHERE array_to_tsvector(string_to_array(btrim(words), ' ')) @@ %s::tsquery",
            [(" & " if every else " | ").join(clauses)],
        )
    forms = [[f'"{key}" *' if starts else f'"{key}"' for key, starts in term] for term in terms]
    clauses = [f"({' OR '.join(form)})" for form in forms]
    return RawSQL(
        "SELECT rowid FROM catalog_searchdocument_fts WHERE catalog_searchdocument_fts MATCH %s",
        [(" AND " if every else " OR ").join(clauses)],
    )


def words_known(keys: Collection[str]) -> dict[str, bool]:
    """Return those of these words that the shop has, and whether titles have them."""
    return _words(f" WHERE word IN ({', '.join(['%s'] * len(keys))})", list(keys)) if keys else {}


def vocabulary() -> dict[str, bool]:
    """Return every word that the shop has, and whether titles have it."""
    return _words()


def _words(where: str = "", parameters: Sequence[Any] = ()) -> dict[str, bool]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT word, in_title FROM catalog_searchword{where}", parameters)
        return {word: bool(in_title) for word, in_title in cursor.fetchall()}


# -- Indexes and triggers ------------------------------------------------------------------------

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

_POSTGRES = f"""
CREATE INDEX IF NOT EXISTS catalog_searchdocument_words ON catalog_searchdocument
    USING gin (array_to_tsvector(string_to_array(btrim(words), ' ')));
CREATE INDEX IF NOT EXISTS catalog_searchword_trigrams ON catalog_searchword USING gin (padded gin_trgm_ops);

CREATE OR REPLACE FUNCTION catalog_product_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO catalog_searchchange (product_id)
        VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER search_product_insert AFTER INSERT ON catalog_product
    FOR EACH ROW EXECUTE FUNCTION catalog_product_changed();
CREATE OR REPLACE TRIGGER search_product_delete AFTER DELETE ON catalog_product
    FOR EACH ROW EXECUTE FUNCTION catalog_product_changed();
CREATE OR REPLACE TRIGGER search_product_update AFTER UPDATE OF {_PRODUCT_COLUMNS} ON catalog_product
    FOR EACH ROW EXECUTE FUNCTION catalog_product_changed();

CREATE OR REPLACE FUNCTION catalog_category_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO catalog_searchchange (product_id) SELECT id FROM catalog_product WHERE category_id = NEW.id;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER search_category_update
    AFTER UPDATE OF {_CATEGORY_COLUMNS} ON catalog_category
    FOR EACH ROW EXECUTE FUNCTION catalog_category_changed();
"""


def _sqlite() -> Iterator[str]:
    for event, row in (("INSERT", "NEW"), ("DELETE", "OLD"), (f"UPDATE OF {_PRODUCT_COLUMNS}", "NEW")):
        name = f"search_product_{event.split()[0].lower()}"
        yield (
            f"CREATE TRIGGER IF NOT EXISTS {name} AFTER {event} ON catalog_product BEGIN"
            f" INSERT INTO catalog_searchchange (product_id) VALUES ({row}.id); END"
        )
    yield (
        f"CREATE TRIGGER IF NOT EXISTS search_category_update AFTER UPDATE OF {_CATEGORY_COLUMNS}"
        " ON catalog_category BEGIN INSERT INTO catalog_searchchange (product_id)"
        " SELECT id FROM catalog_product WHERE category_id = NEW.id; END"
    )
    for table, key, column, tokenizer in (
        ("catalog_searchdocument", "product_id", "words", "ascii"),
        ("catalog_searchword", "id", "padded", "trigram"),
    ):
        index = f"{table}_fts"
        add = f"INSERT INTO {index} (rowid, {column}) VALUES (NEW.{key}, NEW.{column});"
        remove = f"INSERT INTO {index} ({index}, rowid, {column}) VALUES ('delete', OLD.{key}, OLD.{column});"
        # Filled anew below, so it may as well be made anew: an older version's may read words otherwise.
        yield f"DROP TABLE IF EXISTS {index}"
        yield (
            f"CREATE VIRTUAL TABLE {index} USING fts5"
            f"({column}, content='{table}', content_rowid='{key}', tokenize='{tokenizer}')"
        )
        for event, steps in (("INSERT", add), ("DELETE", remove), ("UPDATE", remove + add)):
            name = f"{index}_{event.lower()}"
            yield f"CREATE TRIGGER IF NOT EXISTS {name} AFTER {event} ON {table} BEGIN {steps} END"
        yield f"INSERT INTO {index} ({index}) VALUES ('rebuild')"


def remove_triggers(**signal: Any) -> None:
    """Take the triggers off the catalogue's tables before a migration, which they would hinder."""
    with connection.cursor() as cursor:
        for table, trigger in _TRIGGERS:
            on_table = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {trigger}{on_table}")


def install(**signal: Any) -> None:
    """Make the indexes and triggers that are missing, and every document out of date.

    Runs after each migration: with a new version of the shop words may read differently.
    """
    with connection.cursor() as cursor:
        # After a migration backwards there may be nothing to keep.
        if SearchChange._meta.db_table not in connection.introspection.table_names(cursor):
            return
        columns = connection.introspection.get_table_description(cursor, Category._meta.db_table)
        if not {"name_en", "name_hi", "is_shown"} <= {column.name for column in columns}:
            return
        for statement in [_POSTGRES] if connection.vendor == "postgresql" else _sqlite():
            cursor.execute(statement)
        cursor.execute("INSERT INTO catalog_searchchange (product_id) SELECT id FROM catalog_product")
