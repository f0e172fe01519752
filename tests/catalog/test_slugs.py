"""Addresses of products and categories: made of names, set by staff, apart from the shop's own."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from project.catalog.actions.products import Draft, change_product
from project.catalog.errors import SlugTaken
from project.catalog.live import ProductTopic
from project.catalog.models import Category, Product, ProductAlias
from project.catalog.slugs import reserved_slugs
from project.events.models import Event
from project.events.topics import Caller
from project.storefront.manifest import pages
from tests.catalog.catalogue_requests import get, slugs
from tests.catalog.staff_helpers import keeper, product_body
from tests.factories import make_category, make_product
from tests.http import Answer, Api
from tests.threads import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.both_stacks]


def change(api: Api, product: dict[str, Any], **fields: Any) -> Answer:
    fresh = api.get(f"/admin/products/{product['_id']}").data["product"]
    return api.other("PUT", f"/admin/products/{product['_id']}", fresh | fields)


def created(api: Api, **fields: Any) -> dict[str, Any]:
    product: dict[str, Any] = api.post("/admin/products", product_body(**fields)).data["product"]
    return product


@pytest.mark.parametrize("title", ["Featured", "Trending", "Suggest", "New Arrivals", "Home", "Id"])
def test_product_that_is_called_like_an_address_of_the_shop_has_a_page(title: str) -> None:
    api, _ = keeper()

    slug = created(api, title=title)["slug"]

    assert slug.startswith(title.lower().replace(" ", "-") + "-")
    assert get(f"/api/products/{slug}")["product"]["title"] == title
    assert get(f"/api/products/{slug}/related")["products"] == []
    assert get(f"/api/products/{slug}/reviews")["reviews"] == []


def test_every_address_of_the_api_below_products_is_reserved() -> None:
    own = [word for word in reserved_slugs(Product) if resolve(f"/api/products/{word}").kwargs == {}]

    assert sorted(own) == ["featured", "home", "new-arrivals", "suggest", "trending"]
    assert reserved_slugs(Product) - set(own) == {"id"}  # as /products/id/related is a product's
    assert reserved_slugs(Category) == frozenset()
    assert [page.path for page in pages() if re.match(r"/(products|category)/[^:]", page.path)] == []


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("पाँच मुखी रुद्राक्ष", "panch-mukhi-rudraksh"),
        ("५ मुखी", "5-mukhi"),
        ("नवरत्न माला (बड़ी)", "navratn-mala-badi"),
        ("Om ॐ Mala", "om-om-mala"),
        ("ગણેશ રુદ્રાક્ષ", "ganesh-rudraksh"),
        ("Café Mala", "cafe-mala"),
    ],
)
def test_name_in_any_script_of_india_makes_a_readable_address(title: str, slug: str) -> None:
    api, _ = keeper()

    category = api.post("/admin/categories", {"name": title}).data["category"]

    assert created(api, title=title)["slug"] == slug
    assert category["slug"] == slug


def test_title_that_cannot_be_read_leaves_the_address_to_the_hindi_one() -> None:
    api, _ = keeper()

    assert created(api, title={"en": "✨", "hi": "माला"})["slug"] == "mala"
    assert created(api, title="✨")["slug"].startswith("product-")


def test_staff_set_an_address_and_the_old_one_leads_to_it() -> None:
    api, _ = keeper()
    product = created(api, slug="six-mukhi")

    saved = change(api, product, slug=" 6-Mukhi ")
    again = change(api, product, slug="")
    back = change(api, product, slug="six-mukhi")

    assert (product["slug"], saved.data["product"]["slug"]) == ("six-mukhi", "6-mukhi")
    assert again.data["product"]["slug"] == "6-mukhi"
    assert back.data["product"]["slug"] == "six-mukhi"
    assert get("/api/products/6-mukhi")["product"]["slug"] == "six-mukhi"
    assert [alias.slug for alias in ProductAlias.objects.all()] == ["6-mukhi"]


def test_whoever_has_the_page_open_is_told_of_its_new_address() -> None:
    api, _ = keeper()
    product = created(api, slug="six-mukhi")
    topic, caller = ProductTopic(), Caller()
    before = topic.read(caller, "product:six-mukhi")

    change(api, product, slug="6-mukhi")

    after = topic.read(caller, "product:six-mukhi")
    assert before is not None and after is not None
    assert (before.data["slug"], after.data["slug"]) == ("six-mukhi", "6-mukhi")
    assert after.version > before.version
    told = [topic for event in Event.objects.order_by("-pk")[:2] for topic in event.topics]
    assert {"product:six-mukhi", "product:6-mukhi"} <= set(told)


def test_category_gets_another_address_and_is_found_by_both() -> None:
    api, _ = keeper()
    category = api.post("/admin/categories", {"name": "Malas", "slug": "malas"}).data["category"]
    product = created(api, category="malas")

    saved = api.other("PUT", f"/admin/categories/{category['_id']}", category | {"slug": "mala"})

    assert saved.data["category"]["slug"] == "mala"
    assert get("/api/categories/malas")["category"]["slug"] == "mala"
    assert slugs(get("/api/products", category="malas")) == [product["slug"]]
    assert change(api, product, category="malas", tags=["x"]).data["product"]["category"]["slug"] == "mala"


@pytest.mark.parametrize(
    ("slug", "status"),
    [("taken", 409), ("given-up", 409), ("featured", 409), ("five mukhi", 422), ("मुखी", 422), ("a/b", 422)]
    + [("-a", 422), ("a" * 71, 422)],
)
def test_address_that_is_taken_reserved_or_none_is_refused(slug: str, status: int) -> None:
    api, _ = keeper()
    ProductAlias.objects.create(slug="given-up", product=make_product(slug="taken"))
    product = created(api, slug="mine")

    refused = [change(api, product, slug=slug), api.post("/admin/products", product_body(slug=slug))]

    for answer in refused:
        assert (answer.status, "slug" in answer.body["errors"]) == (status, True), answer.body
    assert sorted(Product.objects.values_list("slug", flat=True)) == ["mine", "taken"]


def test_category_address_that_is_taken_is_refused() -> None:
    api, _ = keeper()
    make_category("taken")

    assert api.post("/admin/categories", {"name": "Malas", "slug": "taken"}).refusal == (409, "SLUG_TAKEN")


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_one_address_at_once_one_gets_it() -> None:
    products = [make_product(slug=f"bead-{number}-x") for number in range(2)]

    def rename(number: int) -> bool:
        product = products[number]
        fields = {"title_en": "Bead", "title_hi": "", "price_paise": 100, "is_visible": True}
        draft = Draft(fields, (), None)
        try:
            change_product(product.public_id, draft, version=None, slug="wanted", actor="user:1")
        except SlugTaken:
            return False
        return True

    assert sorted(at_once(2, rename)) == [False, True]
    assert Product.objects.filter(slug="wanted").count() == 1


def test_names_are_sorted_as_they_are_shown() -> None:
    api, _ = keeper(language="hi")
    for slug, english, hindi in (
        ("g", "Garnet", ""),
        ("c", "Chain", "माला"),
        ("a", "Agate", ""),
        ("k", "Z", "कमल"),
    ):
        make_product(slug=slug, title_en=english, title_hi=hindi)

    in_hindi = get("/api/products", sortBy="name", language="hi")
    pages = [get("/api/products", sortBy="name", language="hi", limit=1, page=page) for page in range(1, 5)]
    staff = api.get("/admin/products?sortBy=title").data["products"]

    assert slugs(in_hindi) == ["a", "g", "k", "c"]
    assert [slug for page in pages for slug in slugs(page)] == ["a", "g", "k", "c"]
    assert [product["slug"] for product in staff] == ["a", "g", "k", "c"]
    assert slugs(get("/api/products", sortBy="name")) == ["a", "c", "g", "k"]


def test_page_of_an_old_address_answers_with_the_present_one() -> None:
    ProductAlias.objects.create(slug="old", product=make_product(slug="new"))

    assert Client().get("/api/products/old").json()["data"]["product"]["slug"] == "new"
