"""Pages before, and without, their script."""

import pytest
from django.test import Client

from project.storefront.document import digest
from tests.factories import make_product
from tests.pages.conftest import Document, Open

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]


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
def test_home_begins_with_the_recommendation_and_the_list(open_page: Open, suffix: str) -> None:
    elements = open_page(f"/{suffix}")[1].elements

    heading = next(place for place, (tag, _) in enumerate(elements) if tag == "h1")
    first = [attributes["href"] for tag, attributes in elements[heading:] if tag == "a"][:2]

    assert first == [f"/rudraksh-recommendation{suffix}", f"/products{suffix}"]


@pytest.mark.parametrize(
    ("language", "deity"), [("en", "Kalagni Rudra"), ("hi", "कालाग्नि रुद्र")], ids=["english", "hindi"]
)
def test_every_mukhi_can_be_read_and_compared_without_script(
    open_page: Open, language: str, deity: str
) -> None:
    make_product(
        slug="five",
        title_en="5 Mukhi Rudraksha",
        title_hi="5 मुखी रुद्राक्ष",
        price_paise=35_000,
        specifications_en={"deity": "Kalagni Rudra", "size": "18–21 mm"},
        specifications_hi={"deity": "कालाग्नि रुद्र", "size": "18–21 मिमी"},
    )

    page = open_page(f"/rudraksha?faces=5&lang={language}")[1]

    # On the table and in the list of all.
    assert page.words.count(deity) == 2 and page.words.count("₹350") == 2
    suffix = "" if language == "en" else "?lang=hi"
    assert {f"/products/five{suffix}", f"/rudraksh-recommendation{suffix}"} <= page.links


def test_further_pages_are_linked(open_page: Open) -> None:
    for _ in range(25):
        make_product()

    page = open_page("/products?sortBy=name&page=2")[1]

    # The first page has one address, the list's.
    assert {"/products?sortBy=name", "/products?sortBy=name&page=3"} <= page.links


@pytest.mark.parametrize(
    "query", ["?page=0", "?page=1000000000", "?sortBy=nonsense", "?minPrice=-1", "?page=x"]
)
def test_a_senseless_filter_shows_the_list_all_the_same(open_page: Open, query: str) -> None:
    make_product(title_en="Five Mukhi")

    status, page = open_page(f"/products{query}")

    assert (status, "All products" in page.words) == (200, True)


def test_nothing_found_says_so_and_offers_something_else(open_page: Open) -> None:
    make_product(slug="five-mukhi", title_en="Five Mukhi", is_trending=True)

    status, page = open_page("/products/never")

    assert status == 404
    assert "Product not found" in page.words
    assert "/products/five-mukhi" in page.links
    assert page.all("input", name="search")


@pytest.mark.parametrize(
    "path", ["/", "/products", "/products/five-mukhi", "/category/rudraksha", "/rudraksha", "/login"]
)
def test_no_page_breaks_the_policy_it_is_sent_with(client: Client, path: str) -> None:
    make_product(slug="five-mukhi", is_featured=True)

    response = client.get(path)

    page = Document(response.content.decode())
    for _, attributes in page.elements:
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
    for attributes, text in page.scripts:
        is_data = attributes.get("type", "").startswith("application/")
        assert "src" in attributes or is_data or digest(text) in response["Content-Security-Policy"]
