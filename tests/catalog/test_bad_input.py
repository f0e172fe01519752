"""Whatever is typed into an address gets a clear answer in the caller's language."""

import re
from typing import Any

import pytest

from tests.factories import make_category, make_product
from tests.http import Answer, Api

pytestmark = pytest.mark.django_db

DEVANAGARI = re.compile(r"[\u0900-\u097F]")


@pytest.fixture(autouse=True)
def shop() -> None:
    make_product(slug="five", title_en="5 Mukhi Rudraksha")


def ask(language: str, path: str = "/products", **query: Any) -> Answer:
    return Api(language=language).get(path, query)


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ({"page": 0}, ["page"]),
        ({"page": -1}, ["page"]),
        ({"page": 10**9}, ["page"]),
        ({"page": "first"}, ["page"]),
        ({"limit": 0}, ["limit"]),
        ({"limit": "all"}, ["limit"]),
        ({"sortBy": "cheapest"}, ["sortBy"]),
        ({"sortBy": ""}, ["sortBy"]),
        ({"minPrice": 5000, "maxPrice": 100}, ["minPrice", "maxPrice"]),
        ({"minPrice": -5}, ["minPrice"]),
        ({"maxPrice": "cheap"}, ["maxPrice"]),
        ({"isFeatured": "perhaps"}, ["isFeatured"]),
        ({"inStock": "perhaps"}, ["inStock"]),
        ({"search": "x" * 101}, ["search"]),
        ({"search": "रु" * 5_000}, ["search"]),
        ({"search": "a\tb"}, ["search"]),
        ({"category": "x" * 401}, ["category"]),
    ],
    ids=lambda value: str(value)[:40],
)
def test_bad_filter_is_refused_in_a_plain_sentence(
    query: dict[str, Any], fields: list[str], language: str
) -> None:
    answer = ask(language, **query)

    assert answer.refusal == (422, "VALIDATION")
    assert list(answer.body["errors"]) == fields
    for sentence in (answer.body["message"], *answer.body["errors"].values()):
        assert bool(DEVANAGARI.search(sentence)) == (language == "hi"), sentence
        assert not re.search(r"[a-z][A-Z]|_", sentence), "a name only programmers know"


@pytest.mark.parametrize(
    ("query", "english", "hindi"),
    [
        (
            {"search": "x" * 10_000},
            "Please search with at most 100 characters",
            "कृपया अधिकतम 100 अक्षरों में खोजें",
        ),
        (
            {"minPrice": 2, "maxPrice": 1},
            "The lowest price must not be above the highest",
            "न्यूनतम मूल्य अधिकतम मूल्य से ज़्यादा नहीं हो सकता",
        ),
        ({"page": 0}, "There is no such page", "ऐसा कोई पेज नहीं है"),
        ({"sortBy": "cheapest"}, "This order is not offered", "यह क्रम उपलब्ध नहीं है"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_the_sentences(query: dict[str, Any], english: str, hindi: str) -> None:
    assert ask("en", **query).body["message"] == english
    assert ask("hi", **query).body["message"] == hindi


@pytest.mark.parametrize("name", ["unknown", "secret", "unknown,rudraksha", "' OR 1=1 --", "0"])
def test_category_that_is_not_there_is_named(name: str) -> None:
    make_category("secret", is_active=False)
    missing = name.removesuffix(",rudraksha")

    assert ask("en", category=name).refusal == (404, "NOT_FOUND")
    assert ask("en", category=name).body["message"] == f"There is no category “{missing}”"
    assert ask("hi", category=name).body["message"] == f"“{missing}” नाम की कोई श्रेणी नहीं है"


def test_huge_limit_is_the_largest_page() -> None:
    assert ask("en", limit=10**6).data["pagination"]["limit"] == 48


def test_page_behind_the_last_is_empty() -> None:
    data = ask("en", page=10_000).data

    assert (data["products"], data["pagination"]["total"]) == ([], 1)


@pytest.mark.parametrize("language", ["en", "hi"])
def test_suggestions_refuse_a_long_text_too(language: str) -> None:
    answer = ask(language, "/products/suggest", q="x" * 101)

    assert answer.refusal == (422, "VALIDATION")
    assert answer.body["errors"].keys() == {"q"}
    assert ask(language, "/products/suggest", q="x" * 100).data == {"products": [], "categories": []}


@pytest.mark.parametrize(
    "text",
    [
        "'; DROP TABLE catalog_product; --",
        '" OR "5',
        "rudraksha* NEAR(a b)",
        "title: five",
        "a & b | !c <-> d :*",
        "%_\\",
        "^five$",
        "<script>alert(1)</script>",
        "five\u200b\u202e",
        "ﷺ" * 100,
        "क" * 100,
        "1" * 100,
        "a b " * 25,
        "'" * 100,
        "é" * 100,
        "𝟝 𝕞𝕦𝕜𝕙𝕚",
    ],
)
def test_any_text_can_be_searched_for(text: str) -> None:
    for path, name in (("/products", "search"), ("/products/suggest", "q")):
        assert ask("en", path, **{name: text}).status == 200
