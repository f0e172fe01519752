"""Public reviews of a product: sorted, filtered, in pages."""

from typing import Any

import pytest

from project.catalog.models import Product
from project.core import photos
from project.reviews.models import Review, ReviewPhoto
from tests.factories import make_product
from tests.http import Api
from tests.reviews.review_helpers import published

pytestmark = pytest.mark.django_db


@pytest.fixture
def product() -> Product:
    return make_product(slug="five")


def titles(**query: Any) -> list[str]:
    data = Api().get("/products/five/reviews", query).data
    return [review["title"] for review in data["reviews"]]


def give_photos(review: Review, count: int = 1) -> None:
    for position in range(count):
        ReviewPhoto.objects.create(review=review, width=10, height=10, position=position)


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("newest", ["D", "C", "B", "A"]),
        ("highest", ["C", "B", "D", "A"]),
        ("lowest", ["A", "D", "C", "B"]),
    ],
)
def test_sorted_and_equal_ones_newest_first(product: Product, sort: str, order: list[str]) -> None:
    for title, stars in zip("ABCD", (1, 5, 5, 3), strict=True):
        published(product, title=title, rating=stars)

    assert titles(sortBy=sort) == order


def test_filters_choose_and_the_summary_stays_that_of_all(product: Product) -> None:
    published(product, title="A", rating=5)
    with_photos = published(product, title="B", rating=5)
    give_photos(with_photos, 3)
    give_photos(published(product, title="C", rating=2))

    assert titles(rating=5) == ["B", "A"]
    assert titles(withPhotos="true") == ["C", "B"]
    assert titles(rating=5, withPhotos="true") == ["B"]
    assert titles(rating=1) == []
    data = Api().get("/products/five/reviews", {"rating": 1}).data
    assert (data["summary"]["count"], data["summary"]["withPhotos"]) == (3, 2)
    as_of = data["pagination"]["asOf"]
    assert data["pagination"] == {"page": 1, "limit": 6, "total": 0, "totalPages": 1, "asOf": as_of}


def test_pages_do_not_overlap(product: Product) -> None:
    for title in "ABCDE":
        published(product, title=title)

    pages = [titles(page=page, limit=2) for page in (1, 2, 3, 4)]

    assert pages == [["E", "D"], ["C", "B"], ["A"], []]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"page": 0}, "page"),
        ({"page": -1}, "page"),
        ({"page": 10**9}, "page"),
        ({"limit": 0}, "limit"),
        ({"sortBy": "longest"}, "sortBy"),
        ({"rating": 6}, "rating"),
        ({"rating": "five"}, "rating"),
        ({"withPhotos": "perhaps"}, "withPhotos"),
    ],
)
def test_what_makes_no_sense_is_named(product: Product, query: dict[str, Any], field: str) -> None:
    answer = Api().get("/products/five/reviews", query)

    assert answer.refusal == (422, "VALIDATION")
    assert list(answer.body["errors"]) == [field]


def test_a_page_is_never_larger_than_the_limit(product: Product) -> None:
    assert Api().get("/products/five/reviews", {"limit": 10**6}).data["pagination"]["limit"] == 24


def test_the_number_of_questions_does_not_grow_with_the_page(
    product: Product, django_assert_num_queries: Any
) -> None:
    for _ in range(4):
        give_photos(published(product), photos.MAX_PHOTOS)

    for limit in (1, 4):
        with django_assert_num_queries(9):
            assert len(titles(limit=limit)) == limit


def test_reviews_of_another_product_are_not_shown(product: Product) -> None:
    published(make_product())

    assert titles() == []
