"""A category that is taken out of the shop takes everything below it along, and brings it back."""

from collections.abc import Iterator
from typing import Any

import pytest

from project.catalog.models import Category, Product
from tests.buying import place
from tests.cart.shopper import Shopper
from tests.catalog.staff_helpers import keeper
from tests.factories import make_category, make_searchable_product
from tests.http import Answer, Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def stone() -> Iterator[Product]:
    """A product two levels below the category "top", beside one that stays."""
    top = make_category("top", name_en="Treasures")
    middle = make_category("middle", name_en="Minerals", parent=top)
    below = make_category("below", name_en="Quartzes", parent=middle)
    make_searchable_product(slug="other", title_en="Jasper", category=make_category("beside"))
    yield make_searchable_product(
        slug="stone",
        title_en="Malachite",
        is_featured=True,
        is_trending=True,
        is_new_arrival=True,
        category=below,
    )


def put(api: Api, slug: str, **changes: Any) -> Answer:
    """Change the category as the form of staff does."""
    rows = api.get("/admin/categories").data["categories"]
    row = next(each for each in rows if each["slug"] == slug)
    return api.other("PUT", f"/admin/categories/{row['_id']}", row | changes)


def slugs(path: str, query: dict[str, Any] | None = None) -> list[str]:
    return [each["slug"] for each in Api().get(path, query).data["products"]]


def test_nothing_below_a_hidden_category_is_public_and_all_of_it_comes_back(
    stone: Product, client: Any
) -> None:
    lists = ("/products", "/products/featured", "/products/trending", "/products/new-arrivals")
    before = [slugs(path) for path in (*lists, "/products/other/related")]
    assert all("stone" in found for found in before)
    assert slugs("/products", {"search": "malachite"}) == ["stone"]
    api, _ = keeper()

    assert put(api, "top", isActive=False).status == 200

    assert all("stone" not in slugs(path) for path in (*lists, "/products/other/related"))
    assert slugs("/products", {"search": "malachite"}) == []
    assert Api().get("/products/suggest", {"q": "malach"}).data["products"] == []
    assert Api().get("/products/suggest", {"q": "quartz"}).data["categories"] == []
    assert Api().get("/products/stone").refusal == (410, "NOT_FOUND")
    assert Api().get(f"/products/id/{stone.public_id}").refusal == (410, "NOT_FOUND")
    assert Api().get("/products", {"category": "below"}).refusal == (404, "NOT_FOUND")
    listed = {each["slug"] for each in Api().get("/categories").data["categories"]}
    assert "beside" in listed and not listed & {"top", "middle", "below"}
    for slug in ("top", "middle", "below"):
        assert Api().get(f"/categories/{slug}").refusal == (410, "NOT_FOUND")
    assert "/products/stone" not in client.get("/sitemap.xml").content.decode()
    assert "/category/below" not in client.get("/sitemap.xml").content.decode()

    assert put(api, "top", isActive=True).status == 200

    assert [slugs(path) for path in (*lists, "/products/other/related")] == before
    assert slugs("/products", {"search": "malachite"}) == ["stone"]
    assert Api().get("/categories/below").status == 200


def test_product_below_a_hidden_category_is_not_sold(stone: Product) -> None:
    shopper = Shopper()
    shopper.add(stone)
    api, _ = keeper()

    put(api, "middle", isActive=False)

    assert shopper.cart()["lines"][0]["problem"] == "PRODUCT_UNAVAILABLE"
    items = [{"productId": stone.public_id, "quantity": 1}]
    assert Api().post("/orders/quote", {"items": items}).refusal == (409, "PRODUCT_UNAVAILABLE")
    put(api, "middle", isActive=True)
    assert place(Product.objects.get(pk=stone.pk)).status == "pending"


def test_category_hidden_by_itself_stays_hidden_when_the_one_above_returns(stone: Product) -> None:
    api, _ = keeper()
    put(api, "below", isActive=False)
    put(api, "top", isActive=False)

    put(api, "top", isActive=True)

    shown = dict(Category.objects.values_list("slug", "is_shown"))
    assert (shown["top"], shown["middle"], shown["below"]) == (True, True, False)
    assert Api().get("/products/stone").status == 410


def test_category_moved_below_a_hidden_one_or_made_there_is_hidden(stone: Product) -> None:
    api, _ = keeper()
    make_category("closed", is_active=False)
    closed = Category.objects.get(slug="closed")

    put(api, "middle", parentCategory=closed.public_id)
    made = api.post("/admin/categories", {"name": "New", "parentCategory": closed.public_id}).data["category"]

    assert (made["isActive"], made["isShown"]) == (True, False)
    assert Api().get("/products/stone").status == 410
    gone = api.other("DELETE", f"/admin/categories/{closed.public_id}")
    assert gone.status == 200
    assert Api().get("/products/stone").status == 200


def test_staff_see_what_a_category_hides(stone: Product) -> None:
    make_searchable_product(slug="draft", is_visible=False, category=stone.category)
    api, _ = keeper()

    put(api, "top", isActive=False)

    rows = {each["slug"]: each for each in api.get("/admin/categories").data["categories"]}
    assert rows["top"]["hides"] == {"products": 1, "subcategories": 2}
    assert rows["below"]["hides"] == {"products": 1, "subcategories": 0}
    assert (rows["below"]["isActive"], rows["below"]["isShown"]) == (True, False)
    assert {each["slug"] for each in api.get("/admin/products").data["products"]} == {
        "stone",
        "other",
        "draft",
    }
