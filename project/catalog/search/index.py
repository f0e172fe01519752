"""The search index: one document for each visible product, and every word that occurs in one.

Documents are built in Python (see `normalization`), so the database cannot maintain them; it only records
which are stale. Triggers (`catalog.triggers`) insert a SearchChange for each changed product, whatever
changed it. The actions that change products call `refresh`, which rebuilds the stale documents in the same
transaction; a job calls it for changes made past the actions.

Full text finds documents: tsvector on Postgres, FTS5 on SQLite.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

from django.db import connection, transaction
from django.db.models.expressions import RawSQL

from project.catalog.models import Category, Product, SearchChange, SearchDocument, SearchWord
from project.catalog.search.normalization import Word, joined_word, parts, read

MAX_KEY = 40
# Documents rebuilt in one transaction.
BATCH = 2000

# A query for documents: each term is a list of alternatives, (key, whether only the word's beginning).
Alternatives = Sequence[tuple[str, bool]]


# -- Building documents ----------------------------------------------------------------------------


def refresh() -> bool:
    """Rebuild the stale documents; False when there are none.

    An action calls it last: of two concurrent ones the second waits here until the first has committed.
    """
    is_refreshed = False
    while _is_stale():
        with transaction.atomic():
            _lock_index()
            changes = list(SearchChange.objects.order_by("pk")[:BATCH])
            changed = {change.product_id for change in changes}
            SearchDocument.objects.filter(pk__in=changed).delete()
            products = Product.objects.visible().with_category().filter(pk__in=changed)
            SearchDocument.objects.bulk_create(map(document, products))
            _write_words()
            SearchChange.objects.filter(pk__in=[change.pk for change in changes]).delete()
        is_refreshed = True
    return is_refreshed


def mark_all_stale(**signal: Any) -> None:
    """Mark every document as stale, after a migration: a new release may normalize words differently."""
    with connection.cursor() as cursor:
        # After a migration backwards there may be no such table.
        if SearchChange._meta.db_table in connection.introspection.table_names(cursor):
            cursor.execute("INSERT INTO catalog_searchchange (product_id) SELECT id FROM catalog_product")


def _lock_index() -> None:
    """Lock the index for writing, so that no transaction misses the words that a concurrent one wrote.

    On SQLite the transaction itself is this lock.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE catalog_searchword IN SHARE ROW EXCLUSIVE MODE")


def _is_stale() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT 1 FROM catalog_searchchange)")
        return bool(cursor.fetchone()[0])


def document(product: Product) -> SearchDocument:
    """Return the product's document, built from its current texts."""
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
        category_names=_line(names, _inside(names)),
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
        yield from product.specifications(language).values()
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
    """Update the table of words to the words of all documents."""
    known = set(SearchWord.objects.values_list("word", "in_title", "text_en", "text_hi"))
    texts: dict[str, dict[str, str]] = {"en": {}, "hi": {}}
    words: set[str] = set()
    in_title: set[str] = set()
    rows = SearchDocument.objects.order_by("pk").values_list("title", "category_names", "words", "texts")
    for title, category_names, line, own in rows:
        words.update(line.split())
        in_title.update(title.split(), category_names.split())
        for language, found in texts.items():
            found |= own[language]
    wanted = {
        (word, word in in_title, texts["en"].get(word, ""), texts["hi"].get(word, "")) for word in words
    }
    SearchWord.objects.filter(word__in=[row[0] for row in known - wanted]).delete()
    SearchWord.objects.bulk_create(
        SearchWord(word=word, in_title=titled, text_en=text_en, text_hi=text_hi)
        for word, titled, text_en, text_hi in sorted(wanted - known)
    )


# -- Querying ------------------------------------------------------------------------------------
#
# These queries are raw SQL: the ORM takes longer to build them than the database to run them.


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


def known_words(keys: Collection[str]) -> dict[str, bool]:
    """Return those of these words that the shop has, and whether titles have them."""
    return vocabulary(f" WHERE word IN ({', '.join(['%s'] * len(keys))})", list(keys)) if keys else {}


def vocabulary(where: str = "", parameters: Sequence[Any] = ()) -> dict[str, bool]:
    """Return the words that the shop has, every one without a condition, and whether titles have them."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT word, in_title FROM catalog_searchword{where}", parameters)
        return dict(cursor.fetchall())
