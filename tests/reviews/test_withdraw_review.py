"""An author takes a review back: words and photos go, and nothing counts any more."""

from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from project.accounts import personal_data
from project.accounts.models import User
from project.catalog.models import Product
from project.reviews.models import Review
from tests.factories import make_product
from tests.http import Api
from tests.reviews.review_helpers import buyer, decide, photo, published, rewrite, staff, write

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path / "reviews"


@pytest.fixture
def product() -> Product:
    return make_product(slug="five")


@pytest.fixture
def author(product: Product) -> Api:
    """Somebody whose review with a photo is published."""
    api = buyer(product, name="Asha Rao", email="asha@example.com")
    write(api, product, photo(), rating=2)
    decide(staff(), Review.objects.get(), "publish")
    return api


def withdraw(api: Api) -> tuple[int, object]:
    answer = api.other("DELETE", "/products/five/reviews/mine")
    return answer.status, answer.body.get("data")


def test_nothing_of_it_is_left(product: Product, author: Api, media: Path) -> None:
    published(product, rating=5)

    assert withdraw(author) == (200, {"canReview": True, "reason": None, "review": None})

    data = Api().get("/products/five/reviews").data
    assert (data["summary"]["average"], data["summary"]["count"]) == (5, 1)
    product.refresh_from_db()
    assert (float(product.rating_average), product.rating_count) == (5, 1)
    row = Review.objects.order_by("pk")[0]
    assert (row.title, row.text, row.author, row.photos.count()) == ("", "", "", 0)
    assert list(media.iterdir()) == []


def test_staff_see_and_decide_nothing_of_it(product: Product, author: Api) -> None:
    review = Review.objects.get()
    withdraw(author)
    admin = staff()

    assert decide(admin, review, "publish").refusal == (404, "NOT_FOUND")
    for status in ("pending", "published", "rejected"):
        data = admin.get("/admin/reviews", {"status": status}).data
        assert (data["reviews"], data["counts"]) == ([], {"pending": 0, "published": 0, "rejected": 0})
    assert admin.get("/admin/reviews", {"status": "withdrawn"}).refusal == (422, "VALIDATION")


def test_its_author_may_write_anew(product: Product, author: Api) -> None:
    withdraw(author)
    assert rewrite(author, product).refusal == (404, "NOT_FOUND")

    answer = write(author, product, rating=5, title="On second thoughts")

    assert answer.data["review"]["status"] == "pending"
    assert answer.data["review"]["author"] == "Asha R."
    assert Review.objects.count() == 1
    assert write(author, product).refusal == (409, "REVIEW_EXISTS")


def test_there_is_nothing_to_withdraw_twice(product: Product, author: Api) -> None:
    withdraw(author)

    assert withdraw(author) == (404, None)
    assert withdraw(buyer(product)) == (404, None)


def test_a_person_gets_their_reviews_and_takes_them_along(product: Product, author: Api) -> None:
    user = User.objects.get(email="asha@example.com")

    [kept] = personal_data.export_all(user)["reviews"]
    personal_data.erase_all(user)

    assert (kept["product"], kept["rating"], len(kept["photos"])) == ("five", 2, 1)
    assert personal_data.export_all(user)["reviews"] == []
    product.refresh_from_db()
    assert product.rating_count == 0
