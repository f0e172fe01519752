"""The sample shop's reviews: enough to look at, honest about what they are."""

import re
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from project.catalog.models import Product
from project.reviews.models import MAX_TEXT, MAX_TITLE, MIN_TEXT, Review
from project.sample_shop.catalogue import CATEGORIES, PICTURES, read_category
from project.sample_shop.reviews import add_sample_reviews, read_samples
from tests.factories import make_product
from tests.http import Api
from tests.reviews.review_helpers import decide, published, staff

pytestmark = [pytest.mark.django_db, pytest.mark.any_stack]

# A shop that sells beads lets nobody promise cures, in no language.
CURES = re.compile(r"\b(cures?|heals?|treats?|disease|illness)\b|रोग|बीमारी|इलाज|उपचार", re.I)


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def products() -> dict[str, Product]:
    slugs = {sample["product"] for sample in read_samples()}
    return {slug: make_product(slug=slug) for slug in slugs}


def test_they_are_about_products_of_the_sample_shop_and_sound() -> None:
    slugs = {product["slug"] for name in CATEGORIES for product in read_category(name)["products"]}
    samples = read_samples()

    assert len(samples) >= 40
    assert {sample["product"] for sample in samples} <= slugs
    assert len({(sample["product"], sample["title"]) for sample in samples}) == len(samples)
    for sample in samples:
        assert 1 <= sample["rating"] <= 5
        assert 1 <= len(sample["title"]) <= MAX_TITLE
        assert MIN_TEXT <= len(sample["text"]) <= MAX_TEXT
        assert not CURES.search(sample["title"] + sample["text"])
        assert all((PICTURES / f"{key}.webp").exists() for key in sample.get("photos", []))


def test_they_are_published_marked_and_counted(products: dict[str, Product]) -> None:
    add_sample_reviews()

    bead = Api().get("/products/5-mukhi-rudraksha/reviews", {"limit": 24}).data
    assert all(review["isSample"] for review in bead["reviews"])
    assert {review["language"] for review in bead["reviews"]} == {"en", "hi"}
    assert bead["summary"]["sampleCount"] == bead["summary"]["count"] == len(bead["reviews"])
    assert bead["summary"]["withPhotos"] >= 1
    assert Review.objects.filter(language="hi").count() >= 12
    for product in products.values():
        product.refresh_from_db()
        ratings = list(Review.objects.filter(product=product).values_list("rating", flat=True))
        assert product.rating_count == len(ratings)
        assert float(product.rating_average) == pytest.approx(sum(ratings) / len(ratings), abs=0.005)


def test_a_second_run_adds_nothing() -> None:
    make_product(slug="brass-diya")
    add_sample_reviews()
    count = Review.objects.count()
    bad = Review.objects.filter(is_sample=True)[0]
    decide(staff(), bad, "reject", reason="other", note="Not wanted here.")

    add_sample_reviews()

    assert Review.objects.count() == count
    bad.refresh_from_db()
    assert bad.status == "rejected"


def test_products_that_are_gone_are_left_out() -> None:
    make_product(slug="brass-diya")

    add_sample_reviews()

    assert set(Review.objects.values_list("product__slug", flat=True)) == {"brass-diya"}


def test_a_buyers_review_beside_them_is_none() -> None:
    product = make_product(slug="brass-diya")
    add_sample_reviews()

    published(product, rating=5)

    data = Api().get("/products/brass-diya/reviews").data
    assert [review["isSample"] for review in data["reviews"]] == [False, True, True]
    assert (data["summary"]["count"], data["summary"]["sampleCount"]) == (3, 2)


def test_a_product_tells_whether_buyers_alone_rated_it(api: Api) -> None:
    slug = make_product(slug="brass-diya").slug

    def rated_by_buyers() -> bool:
        return bool(api.get(f"/products/{slug}").data["product"]["ratedByBuyers"])

    unrated = rated_by_buyers()
    Product.objects.filter(slug=slug).update(rating_average=4, rating_count=1)
    by_buyers = rated_by_buyers()
    add_sample_reviews()

    assert (unrated, by_buyers, rated_by_buyers()) == (False, True, False)
