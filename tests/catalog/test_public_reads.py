"""Public answers come from a cache, and nobody can tell but by the clock."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from project.catalog.actions import categories, certificates, products
from project.catalog.actions.stock import lock_products, set_on_hand
from project.catalog.models import Category, Picture, Product
from project.reviews.actions import decide
from project.reviews.models import Review, ReviewStatus
from project.reviews.personal_data import erase
from project.storefront.prefetch import public_answer
from tests.buying import hold
from tests.catalog.staff_helpers import as_base64, keeper, photo, product_body
from tests.catalog.test_admin_stock import CERTIFICATE
from tests.catalog.test_certificates import certify
from tests.factories import log_in, make_category, make_product, make_user
from tests.http import Api, headers_for_all
from tests.reviews import review_helpers
from tests.threads import at_once
from worker.tasks import sweep

pytestmark = pytest.mark.django_db(transaction=True)

SLUG = "five-mukhi"
NUMBER = "LAB-1"
READS = (
    "/categories",
    "/categories/rudraksha",
    f"/certificates/{NUMBER}",
    "/products",
    "/products?search=mukhi",
    "/products?category=rudraksha&sortBy=price-low",
    "/products/suggest?q=muk",
    "/rudraksha",
    "/products/home",
    "/products/featured",
    "/products/trending",
    "/products/new-arrivals",
    f"/products/{SLUG}",
    f"/products/{SLUG}/related",
    f"/products/{SLUG}/reviews",
    "/astrology/signs",
    "/astrology/signs/aries",
    "/documents/about",
    "/shop",
)


@pytest.fixture(autouse=True)
def media(settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def product() -> Product:
    return make_product(
        slug=SLUG,
        title_en="Five Mukhi Rudraksha",
        is_featured=True,
        is_trending=True,
        is_new_arrival=True,
        stock=5,
    )


def get(path: str, **headers: str) -> Any:
    return Client().get(f"/api{path}", headers=headers)


def bodies() -> list[bytes]:
    return [get(path).content for path in READS]


# -- Every change shows --------------------------------------------------------------------------


def _staff() -> Api:
    return keeper()[0]


def _change(product: Product, **fields: Any) -> None:
    answer = _staff().get(f"/admin/products/{product.public_id}").data["product"]
    body = product_body(version=answer["version"], **fields)
    assert _staff().other("PUT", f"/admin/products/{product.public_id}", body).status == 200


def _upload_and_render(product: Product) -> None:
    uploaded: Any = _staff().post("/admin/uploads", {"image": as_base64(photo())}).data
    _change(product, images=[uploaded[0]["url"]])
    bodies()
    sweep()
    assert Picture.objects.get().is_ready


def _delete_category(product: Product) -> None:
    other = make_category("mala")
    categories.delete_category(
        Category.objects.get(slug="rudraksha").public_id, move_to=other.public_id, actor="test"
    )


def _rename_category(product: Product) -> None:
    category = Category.objects.get(slug="rudraksha")
    categories.change_category(
        category.public_id, {"name_en": "Beads"}, version=category.version, actor="test"
    )


def _hide_category(product: Product) -> None:
    category = Category.objects.get(slug="rudraksha")
    categories.change_category(
        category.public_id, {"is_active": False}, version=category.version, actor="test"
    )


def _issue_certificate(product: Product) -> None:
    body = CERTIFICATE | {"number": NUMBER}
    assert _staff().post(f"/admin/products/{product.public_id}/certificates", body).data


def _void_certificate(product: Product) -> None:
    certify(product, NUMBER)
    bodies()
    certificates.void_certificate(NUMBER, reason="Weighed wrongly", actor="test")


def _take_review_back(product: Product) -> None:
    review = review_helpers.published(product)
    review.refresh_from_db()
    bodies()
    decide(review.public_id, ReviewStatus.PENDING, version=review.version, actor="test")


CHANGES: dict[str, Callable[[Product], object]] = {
    "stock is counted": lambda product: set_on_hand(product, 0),
    "an unpaid order holds pieces": lambda product: hold(product, 5),
    "a product is edited": _change,
    "a product is created": lambda product: _staff().post("/admin/products", product_body()).data,
    "a product is deleted": lambda product: products.remove_product(product.public_id, actor="test"),
    "an uploaded picture is rendered": _upload_and_render,
    "a category is created": lambda product: categories.create_category(
        {"name_en": "Malas", "name_hi": "माला"}, actor="test"
    ),
    "a category is renamed": _rename_category,
    "a category is hidden": _hide_category,
    "a category is deleted": _delete_category,
    "a certificate is issued": _issue_certificate,
    "a certificate is voided": _void_certificate,
    "a review is published": review_helpers.published,
    "a review is taken back": _take_review_back,
}


@pytest.mark.parametrize("name", CHANGES)
def test_change_shows_in_the_next_answers(product: Product, name: str) -> None:
    before = bodies()

    CHANGES[name](product)

    after = bodies()
    caches["public"].clear()
    assert after == bodies()
    assert after != before


def test_sale_that_changes_nothing_the_public_sees_leaves_the_answers_in_the_cache(
    product: Product, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    certify(product, NUMBER)
    set_on_hand(product, 100)
    before = bodies()

    hold(product, 5)

    with django_assert_num_queries(0):
        assert bodies() == before


# -- Everybody gets the same ---------------------------------------------------------------------


@pytest.mark.parametrize("path", READS)
def test_answer_is_computed_once_and_is_the_same_for_a_guest_and_who_is_logged_in(
    product: Product, path: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    certify(product, NUMBER)
    token = log_in(make_user())

    first = get(path, Authorization=f"Bearer {token}", X_Cart_Token="cart", Cookie="a=b")
    with django_assert_num_queries(0):
        second = get(path)

    assert first.status_code == second.status_code == 200
    assert first.content == second.content
    assert headers_for_all(first) == headers_for_all(second)
    assert not first.cookies
    assert second["Cache-Control"] == "public, max-age=0, must-revalidate"
    assert second["X-Robots-Tag"] == "noindex"


def test_languages_do_not_mix(product: Product) -> None:
    asked = ["en", "hi", "hi-IN,hi;q=0.9,en;q=0.8", "en-GB,hi;q=0.5", "fr", "*", ""]

    for _ in range(2):
        answers = {language: get(f"/products/{SLUG}", Accept_Language=language) for language in asked}
        titles = {language: answer.json()["data"]["product"]["title"] for language, answer in answers.items()}
        hindi = {"hi", "hi-IN,hi;q=0.9,en;q=0.8"}
        assert titles == {
            language: product.title_hi if language in hindi else product.title_en for language in asked
        }
        assert all("Accept-Language" in answer["Vary"] for answer in answers.values())
        assert answers["hi"]["Content-Language"] == "hi"


def test_order_of_parameters_and_unknown_ones_make_no_other_answer(
    product: Product, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = get("/products?limit=3&search=mukhi")

    with django_assert_num_queries(0):
        for path in (
            "/products?search=mukhi&limit=3",
            "/products?utm_source=mail&search=mukhi&limit=3&sort_by=name",
            "/products?limit=9&limit=3&search=mukhi",
        ):
            assert get(path).content == first.content


def test_encoded_question_mark_is_part_of_the_path(product: Product) -> None:
    assert get(f"/products/{SLUG}/related%3Flimit=1").status_code == 404
    assert get(f"/products/{SLUG}%3Flimit=1").status_code == 404
    assert get(f"/products/{SLUG}/related?limit=1").status_code == 200
    assert get(f"/products/{SLUG}/related%3Flimit=1").status_code == 404


def test_other_headers_leave_no_trace_in_what_the_next_one_gets(settings: Settings, product: Product) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    poisoned = get(
        f"/products/{SLUG}",
        Host="evil.example",
        X_Forwarded_Host="evil.example",
        X_Forwarded_Proto="gopher",
        X_Forwarded_For="1.2.3.4",
        X_Original_URL="/api/shop",
        X_HTTP_Method_Override="DELETE",
        Origin="https://evil.example",
        Range="bytes=0-1",
        Accept="text/html",
        Cookie="django_language=hi",
    )
    answer = get(f"/products/{SLUG}")

    assert b"evil" not in poisoned.content + answer.content
    caches["public"].clear()
    assert answer.content == get(f"/products/{SLUG}").content


def test_refusals_are_not_to_be_stored_by_anybody(product: Product) -> None:
    for path, status in (("/products/none", 404), ("/products?page=0", 422)):
        for _ in range(2):
            answer = get(path)
            assert (answer.status_code, answer["Cache-Control"]) == (status, "no-store")
            assert not answer.has_header("ETag")


def test_what_was_missing_is_found_as_soon_as_it_is_there() -> None:
    assert get(f"/products/{SLUG}").status_code == 404
    make_product(slug=SLUG)
    assert get(f"/products/{SLUG}").status_code == 200


# -- Conditional requests and encodings ----------------------------------------------------------


def test_who_has_the_answer_is_told_so_without_computing_it(
    product: Product, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tag = get("/products")["ETag"]

    with django_assert_num_queries(0):
        same = get("/products", If_None_Match=tag)
    set_on_hand(product, 0)
    other = get("/products", If_None_Match=tag)

    assert (same.status_code, same.content) == (304, b"")
    assert (same["ETag"], same["Cache-Control"]) == (tag, "public, max-age=0, must-revalidate")
    assert "Accept-Language" in same["Vary"] and "Accept-Encoding" in same["Vary"]
    assert (other.status_code, other["ETag"] != tag) == (200, True)
    assert get("/products", If_None_Match=tag, Accept_Language="hi").status_code == 200


def test_body_is_compressed_as_the_caller_takes_it() -> None:
    for _ in range(6):
        make_product()
    plain = get("/products")
    packed = get("/products", Accept_Encoding="gzip, deflate, br")
    zipped = get("/products", Accept_Encoding="gzip")

    assert brotli.decompress(packed.content) == plain.content
    assert packed["Content-Encoding"] == "br" and zipped["Content-Encoding"] == "gzip"
    assert plain["ETag"] == packed["ETag"] == zipped["ETag"]
    assert packed["Content-Length"] == str(len(packed.content))


# -- Limits --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("limits")
def test_answers_from_the_cache_count_as_calls(product: Product) -> None:
    api = Api()

    statuses = [api.get("/products").status for _ in range(301)]

    assert statuses == [200] * 300 + [429]
    refused = api.get("/products")
    assert refused.refusal == (429, "RATE_LIMITED")
    assert refused.headers["Cache-Control"] == "no-store"
    assert int(refused.headers["Retry-After"]) >= 1
    assert Api().get("/products").status == 200


# -- Transactions and threads --------------------------------------------------------------------


def test_uncommitted_change_is_shown_to_nobody_else(product: Product) -> None:
    changed, end = threading.Event(), threading.Event()
    seen: list[str] = []

    def change() -> None:
        try:
            with transaction.atomic():
                lock_products([product.pk])
                Product.objects.filter(pk=product.pk).update(title_en="Uncommitted")
                seen.append(get(f"/products/{SLUG}").json()["data"]["product"]["title"])
                changed.set()
                end.wait()
                transaction.set_rollback(True)
        finally:
            changed.set()
            connection.close()

    thread = threading.Thread(target=change)
    thread.start()
    changed.wait()
    meanwhile = get(f"/products/{SLUG}").json()["data"]["product"]["title"]
    end.set()
    thread.join()

    assert seen == ["Uncommitted"]
    assert meanwhile == product.title_en
    assert get(f"/products/{SLUG}").json()["data"]["product"]["title"] == product.title_en


def test_who_changes_the_stock_sees_it_at_once_however_many_others_read(product: Product) -> None:
    over = threading.Event()

    def read_or_write(number: int) -> int:
        if number:
            reads = 0
            while not over.is_set():
                get(f"/products/{SLUG}")
                reads += 1
            return reads
        try:
            for pieces in [1, 2, 3, 4, 5, 6, 7, 8, 9] * 5:
                set_on_hand(product, pieces)
                assert get(f"/products/{SLUG}").json()["data"]["product"]["sellable"] == pieces
        finally:
            over.set()
        return 1

    assert all(at_once(5, read_or_write))


def test_equal_questions_at_once_get_equal_answers(product: Product) -> None:
    answers = at_once(12, lambda number: [get("/products?search=mukhi").content for _ in range(20)])

    assert len({body for each in answers for body in each}) == 1


# -- For pages -----------------------------------------------------------------------------------


def test_page_gets_the_bytes_that_everybody_gets(
    product: Product, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    expected = get("/products?limit=3&search=mukhi", Accept_Language="hi").content

    with django_assert_num_queries(0):
        answer = public_answer("/api/products", {"search": "mukhi", "limit": "3"}, "hi")

    assert answer == (200, expected)
    assert public_answer("/api/products/none", {}, "en")[0] == 404


def test_deleted_account_takes_its_review_along(product: Product) -> None:
    review = review_helpers.published(product)
    get(f"/products/{SLUG}/reviews")

    assert review.user is not None
    erase(review.user)

    assert get(f"/products/{SLUG}/reviews").json()["data"]["reviews"] == []
    assert Review.objects.count() == 1
