"""However many rows an answer has, it takes the same number of queries."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from project.catalog.models import Category
from tests.factories import BEAD_OPTIONS, make_category, make_picture, make_searchable_product
from tests.http import Api

pytestmark = pytest.mark.django_db

Queries = Callable[[int], AbstractContextManager[Any]]


@pytest.fixture(scope="module", autouse=True)
def shop(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """48 products in 8 categories, with pictures and options, all found by one word; for all tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        categories: list[Category] = [make_category(f"category-{number}") for number in range(8)]
        for number in range(48):
            product = make_searchable_product(
                slug=f"amethyst-{number}",
                title_en=f"Amethyst {number}",
                category=categories[number % 8],
                main_picture=make_picture(f"amethyst-{number}"),
                options=BEAD_OPTIONS,
                is_featured=True,
                is_trending=True,
                is_new_arrival=True,
            )
            product.further_pictures.create(picture=make_picture(f"further-{number}"), position=1)
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("limit", [1, 12, 48])
@pytest.mark.parametrize(
    ("query", "number"),
    [
        ({}, 4),
        ({"category": "category-1,category-2", "minPrice": "1", "inStock": "true", "isFeatured": "true"}, 3),
        ({"search": "amethyst"}, 4),
        ({"search": "amathist"}, 5),
        ({"search": "amethyst", "category": "category-1", "sortBy": "price-low"}, 4),
    ],
    ids=str,
)
def test_product_list(
    limit: int, query: dict[str, str], number: int, api: Api, django_assert_num_queries: Queries
) -> None:
    with django_assert_num_queries(number):
        products = api.get("/products", query | {"limit": limit}).data["products"]

    assert 1 <= len(products) <= limit


@pytest.mark.parametrize("limit", [1, 12, 48])
@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("/products/featured", 1),
        ("/products/trending", 1),
        ("/products/new-arrivals", 1),
        ("/products/amethyst-7/related", 2),
    ],
)
def test_short_lists(
    limit: int, path: str, number: int, api: Api, django_assert_num_queries: Queries
) -> None:
    with django_assert_num_queries(number):
        assert len(api.get(path, {"limit": limit}).data["products"]) in (limit, 47)


def test_home_lists(api: Api, django_assert_num_queries: Queries) -> None:
    with django_assert_num_queries(5):
        assert api.get("/products/home").data["featured"]


def test_beads_by_faces(api: Api, django_assert_num_queries: Queries) -> None:
    for faces in (1, 5, 11):
        make_searchable_product(title_en=f"{faces} Mukhi Rudraksha")

    with django_assert_num_queries(2):
        assert len(api.get("/rudraksha").data["mukhi"]) == 3


def test_suggestions(api: Api, django_assert_num_queries: Queries) -> None:
    with django_assert_num_queries(4):
        assert len(api.get("/products/suggest", {"q": "amet"}).data["products"]) == 6


def test_search_without_a_result(api: Api, django_assert_num_queries: Queries) -> None:
    with django_assert_num_queries(7):
        assert api.get("/products", {"search": "amethyst unicorn"}).data["didYouMean"] == "Amethyst"


def test_categories(api: Api, django_assert_num_queries: Queries) -> None:
    with django_assert_num_queries(2):
        assert len(api.get("/categories").data["categories"]) == 11


def test_product_page(api: Api, django_assert_num_queries: Queries) -> None:
    with django_assert_num_queries(6):
        assert len(api.get("/products/amethyst-7").data["product"]["pictures"]) == 2
