"""Beside the list: what each filter would find if it were set otherwise."""

from typing import Any

import pytest

from project.catalog.models import CategoryAlias
from tests.factories import make_category, make_searchable_product
from tests.http import Api

pytestmark = [pytest.mark.django_db, pytest.mark.both_stacks]


@pytest.fixture(autouse=True)
def shop() -> None:
    rudraksha = make_category("rudraksha", name_en="Rudraksha", sort_order=0)
    crystal = make_category("crystal", name_en="Crystals", name_hi="क्रिस्टल", sort_order=10)
    for slug, category, rupees, stock, featured in (
        ("five", rudraksha, 350, 10, True),
        ("nine", rudraksha, 5200, 2, False),
        ("fourteen", rudraksha, 32000, 0, True),
        ("amethyst", crystal, 999, 5, False),
        ("quartz", crystal, 1000, 0, False),
        ("citrine", crystal, 5000, 1, True),
    ):
        make_searchable_product(
            slug=slug,
            title_en=slug.title(),
            category=category,
            price_paise=rupees * 100,
            stock=stock,
            is_featured=featured,
        )
    make_searchable_product(slug="hidden", category=crystal, is_visible=False, is_featured=True)


def listed(language: str = "en", **query: Any) -> dict[str, Any]:
    return Api(language=language).get("/products", query).data


def facets(**query: Any) -> tuple[dict[str, int], list[int], int, int]:
    """Return counts by category, by price band, of featured and of available products."""
    data = listed(**query)["facets"]
    categories = {category["slug"]: category["count"] for category in data["categories"]}
    categories.pop("healing_stone")
    return (
        categories,
        [band["count"] for band in data["priceBands"]],
        data["featured"],
        data["available"],
    )


def test_without_filters_everything_visible_is_counted_once() -> None:
    assert facets() == ({"rudraksha": 3, "crystal": 3}, [2, 1, 2, 1], 3, 4)


def test_price_bands_meet_without_a_gap_or_an_overlap() -> None:
    bands = listed()["facets"]["priceBands"]

    assert [(band["min"], band["max"]) for band in bands] == [
        (0, 1000),
        (1000, 5000),
        (5000, 10000),
        (10000, None),
    ]
    assert listed(minPrice=1000, maxPrice=4999.99)["pagination"]["total"] == bands[1]["count"]


def test_each_facet_is_counted_with_all_other_filters() -> None:
    assert facets(category="crystal") == ({"rudraksha": 3, "crystal": 3}, [1, 1, 1, 0], 1, 2)
    assert facets(minPrice=1000, maxPrice=9999) == ({"rudraksha": 1, "crystal": 2}, [2, 1, 2, 1], 1, 2)
    assert facets(isFeatured="true") == ({"rudraksha": 2, "crystal": 1}, [1, 0, 1, 1], 3, 2)
    assert facets(inStock="true") == ({"rudraksha": 2, "crystal": 2}, [2, 0, 2, 0], 2, 4)


def test_filters_work_together() -> None:
    query: dict[str, Any] = {
        "category": "rudraksha",
        "isFeatured": "true",
        "inStock": "true",
        "maxPrice": 1000,
    }

    data = listed(**query)

    assert [product["slug"] for product in data["products"]] == ["five"]
    assert data["pagination"]["total"] == 1
    assert facets(**query) == ({"rudraksha": 1, "crystal": 0}, [1, 0, 0, 0], 1, 1)


def test_facets_count_within_the_search() -> None:
    assert facets(search="amethyst") == ({"rudraksha": 0, "crystal": 1}, [1, 0, 0, 0], 0, 1)


def test_facets_do_not_depend_on_the_page() -> None:
    assert facets(limit=1, page=3) == facets()


def test_categories_are_named_in_the_callers_language_and_order() -> None:
    names = [category["name"] for category in listed(language="hi")["facets"]["categories"]]

    assert names[1] == "क्रिस्टल"


def test_in_stock_leaves_out_what_others_hold() -> None:
    in_stock = {product["slug"] for product in listed(inStock="true")["products"]}
    sold_out = {product["slug"] for product in listed(inStock="false")["products"]}

    assert in_stock == {"five", "nine", "amethyst", "citrine"}
    assert sold_out == {"fourteen", "quartz"}


def test_aliases_and_ids_choose_categories_too() -> None:
    crystal = make_category("crystal")
    CategoryAlias.objects.create(slug="minerals", category=crystal)

    for name in ("minerals", crystal.public_id, f" {crystal.public_id} ,minerals,crystal,"):
        found = listed(category=name)
        assert found["pagination"]["total"] == 3
        assert found["categories"] == ["crystal"]
