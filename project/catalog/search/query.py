"""Finding products by words, in either language, any script and the spellings people use.

Each word of a query is read as the words of the shop that it may mean, the nearest first; a product is
found when it has every word in one of its readings. Both databases find the same products in the same order:
they look words up, but what is near and what ranks higher is decided here.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func, IntegerField, Value
from django.db.models.expressions import Combinable
from django.db.models.sql.compiler import SQLCompiler
from rapidfuzz.distance import OSA

from project.catalog.models import Category, Product, ProductQuerySet, SearchWord
from project.catalog.search import index
from project.catalog.search.normalization import FILLERS, SYNONYMS, Word, joined_word, meaningful, read
from project.core.language import current_language

MAX_WORDS = 8
MAX_READINGS = 8
# The shortest beginning of a word that is worth completing.
MIN_BEGINNING = 2
# How well a reading fits what was typed, in percent; a slip of the finger costs ten more.
_EXACT, _SAME, _BEGINNING, _MISSPELT = 100, 90, 80, 80
_SLIP = 10
# What a word found there is worth. The sum decides, so two words in the text outweigh none in the title.
_IN_TITLE, _IN_CATEGORY, _IN_TEXT = 10, 9, 3
_WORDS_IN_ORDER = 200
# "mala" ranks products of the category "Malas" before those whose title begins with "Mala".
_CATEGORY_BEGINS, _TITLE_BEGINS = 2, 1
_LONGER_TITLE = 10

# So many points for a product whose line of this name contains this pattern.
Option = tuple[int, str, str]


@dataclass(frozen=True)
class Reading:
    """A word of the shop that a typed word may mean; `starts`: any word that begins so."""

    key: str
    fit: int
    starts: bool = False

    @property
    def pattern(self) -> str:
        """Form of the word in a document's line."""
        return f" {self.key}" if self.starts else f" {self.key} "

    def meets(self, keys: Collection[str]) -> bool:
        """Return whether one of these words is meant."""
        return any(key.startswith(self.key) for key in keys) if self.starts else self.key in keys

    def word_among(self, keys: Collection[str]) -> str:
        """Return the word that is meant; it is one of these."""
        return min((key for key in keys if key.startswith(self.key)), key=len) if self.starts else self.key


@dataclass(frozen=True)
class Term:
    """A typed word and its readings, the best first; none when the shop has nothing like it."""

    word: Word
    readings: tuple[Reading, ...]

    @property
    def forms(self) -> list[tuple[str, bool]]:
        """The readings as the index asks for them."""
        return [(reading.key, reading.starts) for reading in self.readings]


def products_with(products: ProductQuerySet, terms: Sequence[Term]) -> ProductQuerySet:
    """Narrow the products to those that have every term; their `rank` orders them. No term finds nothing."""
    if not terms or not all(term.readings for term in terms):
        return products.none().annotate(rank=Value(0))
    found = products.filter(pk__in=index.documents_with([term.forms for term in terms]))
    return found.annotate(rank=_rank(terms))


def categories_with(categories: Iterable[Category], terms: Sequence[Term]) -> list[Category]:
    """Return those of the categories whose names have every term. No term finds nothing."""
    if not terms:
        return []
    return [
        category
        for category in categories
        if (keys := {word.key for word in index.category_words(category)})
        and all(any(reading.meets(keys) for reading in term.readings) for term in terms)
    ]


def suggestion(text: str) -> str | None:
    """Return a text near this one that does find something, in the caller's language; None for none."""
    terms = [term for term in understand(text, generous=True) if term.readings]
    if not terms:
        return None
    flags = {f"has_{number}": _Points(_worth(term)) for number, term in enumerate(terms)}
    best = (
        Product.objects.visible()
        .filter(pk__in=index.documents_with([term.forms for term in terms], every=False))
        .annotate(total=_Points(*map(_worth, terms)), **flags)
        .order_by("-total", "-created_at", "-pk")
        .values("search_document__words", *flags)
        .first()
    )
    if best is None:
        return None
    has = best["search_document__words"].split()
    found = {
        next(reading for reading in term.readings if reading.meets(has)).word_among(has): term.word.text
        for term, flag in zip(terms, flags, strict=True)
        if best[flag]
    }
    if list(found) == [word.key for word in _words(text)]:
        return None
    rows = {row.word: row for row in SearchWord.objects.filter(word__in=found)}
    return " ".join(_text(rows[key]) or typed for key, typed in found.items())


def understand(text: str, *, typing: bool = False, generous: bool = False) -> list[Term]:
    """Return the words of `text` with what each may mean here.

    While somebody is `typing`, the last word may be the beginning of one. `generous`: nearly anything is
    better than nothing.
    """
    words = _words(text)
    joined = {
        first: joined_word(first, second)
        for first, second in pairwise(words)
        if first.key.isalpha() and second.key.isalpha()
    }
    known = index.known_words({key for word in (*words, *joined.values()) for key in _spellings(word.key)})
    words = list(_put_together(words, joined, known))
    if typing and len(words) > 1 and len(words[-1].key) < MIN_BEGINNING and words[-1].key.isalpha():
        words.pop()  # too little of a word to say anything yet
    last = words[-1].key if typing and words else None
    # A word that titles have is meant as it stands; one that only occurs in some text may be a beginning.
    unsure = [
        word.key
        for word in words
        if len(word.key) >= MIN_BEGINNING
        and word.key.isalpha()
        and (word.key == last or not any(known.get(key) for key in _spellings(word.key)))
    ]
    vocabulary = index.vocabulary() if unsure else {}
    return [
        Term(
            word,
            _readings(
                word.key,
                known,
                vocabulary,
                unsure=word.key in unsure,
                unfinished=word.key == last,
                generous=generous,
            ),
        )
        for word in words
    ]


def _spellings(key: str) -> set[str]:
    return {key, *SYNONYMS.get(key, ())}


def _put_together(words: list[Word], joined: dict[Word, Word], known: dict[str, bool]) -> Iterator[Word]:
    """Return the words; "shiv ling" is one when titles have the whole, and no text has both halves."""
    rest = list(words)
    while rest:
        word = rest.pop(0)
        whole = joined.get(word)
        if whole and known.get(whole.key) and not (word.key in known and rest[0].key in known):
            rest.pop(0)
            yield whole
        else:
            yield word


def _words(text: str) -> list[Word]:
    """Return the words of a query, each once."""
    return list({word.key: word for word in meaningful(read(text))}.values())[:MAX_WORDS]


def _readings(
    key: str,
    known: dict[str, bool],
    vocabulary: dict[str, bool],
    *,
    unsure: bool,
    unfinished: bool,
    generous: bool,
) -> tuple[Reading, ...]:
    readings = [Reading(key, _EXACT)] if key in known else []
    readings += [Reading(same, _SAME) for same in sorted(SYNONYMS.get(key, ())) if same in known]
    if unsure and any(word.startswith(key) and word != key for word in vocabulary):
        readings.append(Reading(key, _BEGINNING, starts=True))
    # A word we know and do not have is not misspelt.
    if not readings and unsure and (generous or key not in SYNONYMS):
        # Only words of titles are kept as they are written.
        titled = {word: True for word, in_title in vocabulary.items() if in_title}
        near = titled if generous else vocabulary
        readings = _misspelt(key, near, slips=_slips(key) + generous, unfinished=unfinished)
    return tuple(readings[:MAX_READINGS])


def _misspelt(key: str, vocabulary: dict[str, bool], *, slips: int, unfinished: bool) -> list[Reading]:
    """Return the words that `key` is nearest to, at most `slips` away; titles before other texts.

    What `unfinished` typing has not come to yet is no slip.
    """
    found = sorted(
        (distance, not in_title, word)
        for word, in_title in vocabulary.items()
        # Letters added, left out, mistaken or swapped with their neighbour; beyond the cutoff it is one more.
        if (distance := OSA.distance(key, word[: len(key)] if unfinished else word, score_cutoff=slips))
        <= slips
        # Generous, three slips turn "unicorn" into "anion": the first letter is seldom wrong.
        and (distance <= _slips(key) or word[0] == key[0])
        and word.isalpha()
        and word not in FILLERS
    )
    return [
        Reading(word, _MISSPELT - _SLIP * distance)
        for distance, in_text, word in found
        if (distance, in_text) == found[0][:2]
    ]


def _slips(key: str) -> int:
    """Return how many slips a word of this length may have and still be meant."""
    return 0 if len(key) < 4 else 1 if len(key) < 6 else 2 if len(key) < 9 else 3


def _rank(terms: Sequence[Term]) -> Combinable:
    """Return the expression that orders the products found: whole numbers, the same on every database."""
    first = [
        (reading.fit * weight, field, f" | {reading.key} ")
        for field, weight in (("category_names", _CATEGORY_BEGINS), ("title", _TITLE_BEGINS))
        for reading in terms[0].readings
    ]
    phrase = f" {' '.join(term.word.key for term in terms)} "
    return _Points(
        *map(_worth, terms),
        sorted(first, reverse=True),
        [(_WORDS_IN_ORDER, "title", phrase)],
        longer_title=_LONGER_TITLE,
    )


def _worth(term: Term) -> list[Option]:
    """Return what the term's readings are worth where they are found, the best first."""
    options = [
        (reading.fit * weight, field, reading.pattern)
        for reading in term.readings
        for field, weight in (("title", _IN_TITLE), ("category_names", _IN_CATEGORY), ("words", _IN_TEXT))
    ]
    return sorted(options, reverse=True)


class _Points(Func):
    """Sum of points of a product.

    For each list of options those of the first option that applies, or none; less what each word of a
    `longer_title` costs. One expression, as a `Case` of
    hundreds of `When`s takes longer to build than the search takes.
    """

    output_field = IntegerField()

    def __init__(self, *lists: list[Option], longer_title: int = 0) -> None:
        super().__init__("search_document__title_length")
        self.lists = lists
        self.longer_title = longer_title

    def as_sql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, *arguments: Any, **context: Any
    ) -> tuple[str, tuple[str | int, ...]]:
        document = compiler.quote_name_unless_alias(self.get_source_expressions()[0].alias)
        cases = []
        for options in self.lists:
            # Keys are letters and digits: nothing in them means anything to LIKE.
            whens = [f"WHEN {document}.{line} LIKE %s THEN {points:d}" for points, line, _ in options]
            cases.append(f"CASE {' '.join(whens)} ELSE 0 END")
        patterns = tuple(f"%{pattern}%" for options in self.lists for _, _, pattern in options)
        return f"({' + '.join(cases)} - {self.longer_title:d} * {document}.title_length)", patterns


def _text(row: SearchWord) -> str:
    """Return the word as a title in the caller's language has it; '' when it is in no title."""
    own, other = (row.text_hi, row.text_en) if current_language() == "hi" else (row.text_en, row.text_hi)
    return own or other
