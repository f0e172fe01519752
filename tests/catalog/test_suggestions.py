"""Suggestions: while typing, after a search without results, beside a product."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from project.catalog.models import ProductAlias
from tests.factories import make_category, make_searchable_product
from tests.http import Api

pytestmark = [pytest.mark.django_db, pytest.mark.both_stacks]


@pytest.fixture(scope="module", autouse=True)
def shop(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Seven products in two categories, for all tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        rudraksha = make_category("rudraksha", name_en="Rudraksha", name_hi="रुद्राक्ष")
        crystal = make_category("crystal", name_en="Crystals", name_hi="क्रिस्टल")
        for faces, rupees in ((1, 2400), (5, 350), (7, 1450), (14, 32000)):
            make_searchable_product(
                slug=f"{faces}-mukhi",
                title_en=f"{faces} Mukhi Rudraksha",
                title_hi=f"{faces} मुखी रुद्राक्ष",
                short_description_en="For calm.",
                category=rudraksha,
                price_paise=rupees * 100,
            )
        for slug, title_en, title_hi, rupees in (
            ("amethyst-point", "Amethyst Point", "एमेथिस्ट पॉइंट", 1250),
            ("amethyst-cluster", "Amethyst Cluster", "एमेथिस्ट क्लस्टर", 3450),
            ("citrine-point", "Citrine Point", "सिट्रीन पॉइंट", 1650),
        ):
            make_searchable_product(
                slug=slug, title_en=title_en, title_hi=title_hi, category=crystal, price_paise=rupees * 100
            )
        yield
        transaction.set_rollback(True)


def suggested(text: str, language: str = "en") -> tuple[set[str], list[str]]:
    data = Api(language=language).get("/products/suggest", {"q": text}).data
    return {product["slug"] for product in data["products"]}, [row["slug"] for row in data["categories"]]


@pytest.mark.parametrize(
    "text", ["am", "amet", "ameth", "amethyst", "amethist", "amath", "एमे", "AMET", "ametyst p"]
)
def test_unfinished_word_is_completed(text: str) -> None:
    products, _ = suggested(text)

    assert {"amethyst-point", "amethyst-cluster"} <= products


@pytest.mark.parametrize("text", ["amethyst po", "amethyst poi", "एमेथिस्ट पॉइ", "point ame"])
def test_every_word_counts(text: str) -> None:
    assert suggested(text)[0] == {"amethyst-point"}


@pytest.mark.parametrize("text", ["rud", "rudra", "rudraksh", "रुद्र", "rudarksha"])
def test_categories_are_suggested_by_their_names(text: str) -> None:
    assert suggested(text)[1] == ["rudraksha"]


def test_categories_are_suggested_by_the_names_in_the_other_language() -> None:
    data = Api(language="hi").get("/products/suggest", {"q": "cryst"}).data

    assert [category["name"] for category in data["categories"]] == ["क्रिस्टल"]


@pytest.mark.parametrize("text", ["", " ", "?", "unicorn", "1 2 3 4"])
def test_nothing_is_suggested_for_nothing(text: str) -> None:
    assert suggested(text) == (set(), [])


def test_at_most_six_products_are_suggested() -> None:
    for number in range(10):
        make_searchable_product(title_en=f"Amethyst {number}")

    assert len(suggested("amethyst")[0]) == 6


def test_hidden_products_are_not_suggested() -> None:
    make_searchable_product(slug="hidden", title_en="Amethyst Secret", is_visible=False)

    assert "hidden" not in suggested("amethyst")[0]


# -- After a search in vain ----------------------------------------------------------------------


def searched(text: str, language: str = "en") -> dict[str, Any]:
    return Api(language=language).get("/products", {"search": text}).data


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("amethyst unicorn", "Amethyst"),
        ("golden amethyst point", "Amethyst Point"),
        ("amethyst mukhi", "Amethyst"),
        ("amotosk", "Amethyst"),
        ("5 mukhi unicorn", "5 Mukhi"),
    ],
)
def test_search_in_vain_names_what_would_be_found(text: str, instead: str) -> None:
    data = searched(text)

    assert (data["products"], data["didYouMean"]) == ([], instead)
    assert searched(instead)["products"]


def test_the_other_text_is_in_the_callers_language() -> None:
    assert searched("एमेथिस्ट unicorn", language="hi")["didYouMean"] == "एमेथिस्ट"


@pytest.mark.parametrize("text", ["unicorn", "!!!", "42", "🙏"])
def test_where_nothing_is_near_nothing_is_named(text: str) -> None:
    data = searched(text)

    assert (data["products"], data["pagination"]["total"], data["didYouMean"]) == ([], 0, None)


def test_words_that_no_title_has_are_named_as_they_were_typed() -> None:
    make_searchable_product(title_en="Bead", short_description_en="Himalayan, finely carved")

    assert searched("Himalayan unicorn")["didYouMean"] == "Himalayan"


def test_a_word_of_another_beginning_is_only_near_within_few_slips() -> None:
    make_searchable_product(title_en="Anion Pendant")

    assert searched("unicorn")["didYouMean"] is None


def test_search_that_finds_something_names_nothing_else() -> None:
    assert searched("amathyst")["didYouMean"] is None


# -- Beside a product ----------------------------------------------------------------------------


def related(slug: str, **query: Any) -> list[str]:
    return [product["slug"] for product in Api().get(f"/products/{slug}/related", query).data["products"]]


def test_related_are_of_the_same_category_then_near_in_price() -> None:
    assert related("5-mukhi") == ["7-mukhi", "1-mukhi", "14-mukhi", "amethyst-point"]
    assert related("citrine-point", limit=3) == ["amethyst-point", "amethyst-cluster", "7-mukhi"]


def test_product_is_not_related_to_itself_nor_to_hidden_ones() -> None:
    make_searchable_product(slug="hidden", category=make_category("crystal"), is_visible=False)

    slugs = related("amethyst-point", limit=48)

    assert len(slugs) == 6
    assert not {"amethyst-point", "hidden"} & set(slugs)


def test_old_address_has_related_products_too() -> None:
    product = make_searchable_product(slug="new-name")
    ProductAlias.objects.create(slug="old-name", product=product)

    assert related("old-name") == related("new-name")


def test_product_that_is_not_there_has_no_related_ones() -> None:
    make_searchable_product(slug="hidden", is_visible=False)

    for slug in ("hidden", "unknown"):
        assert Api().get(f"/products/{slug}/related").refusal == (404, "NOT_FOUND")
