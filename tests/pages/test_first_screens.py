"""What a page shows before, or without, its script."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from project.storefront.bundle import digest
from tests.factories import make_category, make_product
from tests.http import Api
from tests.pages.conftest import Open

pytestmark = pytest.mark.django_db


def test_a_product_can_be_read_without_script(open_page: Open) -> None:
    make_product(
        slug="five-mukhi",
        title_en="Five Mukhi",
        price_paise=125_000,
        description_en="Five faces.",
        long_description_en="Grown in Nepal.\n\nWashed in water.",
        specifications_en={"origin": "Nepal"},
        benefits_en=["Worn every day"],
        care_en=["Keep dry"],
    )

    words = open_page("/products/five-mukhi")[1].words

    for expected in (
        "Five Mukhi",
        "₹1,250",
        "In stock",
        "Five faces.",
        "Grown in Nepal.",
        "Washed in water.",
        "Origin Nepal",
        "Worn every day",
        "Keep dry",
    ):
        assert expected in words


@pytest.mark.parametrize("path", ["/", "/products", "/category/rudraksha"])
@pytest.mark.parametrize(
    ("language", "title"), [("en", "Five Mukhi"), ("hi", "पाँच मुखी")], ids=["english", "hindi"]
)
def test_lists_can_be_read_without_script(open_page: Open, path: str, language: str, title: str) -> None:
    make_product(
        slug="five-mukhi", title_en="Five Mukhi", title_hi="पाँच मुखी", price_paise=125_000, is_featured=True
    )

    page = open_page(f"{path}?lang={language}")[1]

    assert title in page.words and "₹1,250" in page.words
    suffix = "" if language == "en" else "?lang=hi"
    assert f"/products/five-mukhi{suffix}" in page.links
    assert f"/category/rudraksha{suffix}" in page.links


@pytest.mark.parametrize("suffix", ["", "?lang=hi"], ids=["english", "hindi"])
def test_home_begins_with_the_list_and_the_recommendation(open_page: Open, suffix: str) -> None:
    elements = open_page(f"/{suffix}")[1].elements

    heading = next(place for place, (tag, _) in enumerate(elements) if tag == "h1")
    first = [attributes["href"] for tag, attributes in elements[heading:] if tag == "a"][:2]

    assert first == [f"/products{suffix}", f"/rudraksh-recommendation{suffix}"]


def test_further_pages_are_linked(open_page: Open) -> None:
    for _ in range(25):
        make_product()

    page = open_page("/products?sortBy=name&page=2")[1]

    assert {"/products?sortBy=name&page=1", "/products?sortBy=name&page=3"} <= page.links


@pytest.mark.parametrize(
    ("path", "calls"),
    [
        ("/", ["/products/featured?limit=6", "/products/trending?limit=6", "/categories", "/shop"]),
        ("/products", ["/products?limit=12", "/categories", "/shop"]),
        ("/category/rudraksha", ["/products?category=rudraksha&limit=12", "/categories/rudraksha"]),
        ("/products/five-mukhi", ["/products/five-mukhi", "/products/five-mukhi/related?limit=4"]),
    ],
)
@pytest.mark.parametrize("language", ["en", "hi"])
def test_the_script_begins_with_what_it_would_be_answered(
    open_page: Open, path: str, calls: list[str], language: str
) -> None:
    make_product(slug="five-mukhi", title_en="Five Mukhi", is_featured=True, is_trending=True)
    make_product(slug="six-mukhi")

    answers = open_page(f"{path}?lang={language}")[1].answers

    for call in calls:
        assert answers[f"/api{call}"] == Api(language=language).get(call).data


@pytest.mark.parametrize(
    "query", ["?page=0", "?page=1000000000", "?sortBy=nonsense", "?minPrice=-1", "?page=x"]
)
def test_a_senseless_filter_shows_the_list_all_the_same(open_page: Open, query: str) -> None:
    make_product(title_en="Five Mukhi")

    status, page = open_page(f"/products{query}")

    assert (status, "All products" in page.words) == (200, True)


def test_a_page_asks_the_database_as_often_for_many_products_as_for_few(client: Client) -> None:
    def queries(path: str) -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(path).status_code == 200
        return len(asked)

    first = make_product(slug="first", is_featured=True)
    make_product(is_featured=True, is_trending=True, is_new_arrival=True)
    paths = ("/", "/products", "/category/rudraksha", "/products/first")
    few = [queries(path) for path in paths]
    for number in range(10):
        make_product(
            is_featured=True,
            is_trending=True,
            is_new_arrival=True,
            category=make_category(f"kind-{number}") if number < 3 else first.category,
        )

    assert [queries(path) for path in paths] == few
    assert max(few) <= 25


def test_nothing_found_says_so_and_offers_something_else(open_page: Open) -> None:
    make_product(slug="five-mukhi", title_en="Five Mukhi", is_featured=True)

    status, page = open_page("/products/never")

    assert status == 404
    assert "Product not found" in page.words
    assert "/products/five-mukhi" in page.links
    assert page.all("input", name="search")


@pytest.mark.parametrize("path", ["/", "/products", "/products/five-mukhi", "/category/rudraksha", "/login"])
def test_no_page_breaks_the_policy_it_is_sent_with(open_page: Open, client: Client, path: str) -> None:
    make_product(slug="five-mukhi", is_featured=True)

    page = open_page(path)[1]

    policy = client.get(path)["Content-Security-Policy"]
    for _, attributes in page.elements:
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
    inline = [text for attributes, text in page.scripts if not attributes.keys() & {"src", "type"}]
    assert [f"'{digest(text)}'" in policy for text in inline] == [True]
    for attributes, text in page.scripts:
        assert "src" in attributes or text in inline or attributes["type"].startswith("application/")


@pytest.mark.parametrize(
    ("path", "fonts"),
    [
        ("/", ["mukta-400", "mukta-500", "fraunces"]),
        ("/?lang=hi", ["mukta-devanagari", "tiro-devanagari", "fraunces", "mukta-400", "mukta-500"]),
    ],
)
def test_a_page_fetches_the_letters_of_its_language_at_once(
    open_page: Open, path: str, fonts: list[str]
) -> None:
    page = open_page(path)[1]

    assert [found["href"] for found in page.all("link", rel="preload", type="font/woff2")] == [
        f"/assets/{name}-1.woff2" for name in fonts
    ]


def test_a_page_fetches_its_own_code_and_its_own_language_at_once(open_page: Open) -> None:
    make_product(slug="five-mukhi")

    page = open_page("/products/five-mukhi?lang=hi")[1]

    assert [found["href"] for found in page.all("link", rel="modulepreload")] == [
        "/assets/base-2.js",
        "/assets/main-1.js",
        "/assets/product-3.js",
        "/assets/core-hi.js",
    ]
    assert page.all("script", type="module")[0]["src"] == "/assets/index-1.js"
