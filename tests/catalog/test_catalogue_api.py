from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from project.catalog.models import Category, CategoryAlias, ProductAlias
from tests.factories import BEAD_OPTIONS, make_category, make_picture, make_product

pytestmark = pytest.mark.django_db


def get(path: str, language: str = "en", **query: Any) -> dict[str, Any]:
    response = Client(headers={"Accept-Language": language}).get(path, query)
    body: dict[str, Any] = response.json()
    assert response.status_code == 200, body
    assert body["success"] is True
    data: dict[str, Any] = body["data"]
    return data


def refused(path: str, **query: Any) -> tuple[int, str]:
    response = Client().get(path, query)
    body = response.json()
    assert body["success"] is False
    return response.status_code, body["code"]


def slugs(data: dict[str, Any]) -> list[str]:
    return [product["slug"] for product in data["products"]]


def test_list_shows_a_product_as_cards_need_it() -> None:
    category = make_category("crystal", name_en="Crystals")
    product = make_product(
        slug="amethyst",
        title_en="Amethyst",
        short_description_en="Violet quartz",
        price_paise=124_950,
        original_price_paise=150_000,
        main_picture=make_picture("amethyst-point", color="#8a6fae"),
        category=category,
        is_featured=True,
        stock=7,
    )

    (card,) = get("/api/products")["products"]

    assert card == {
        "_id": product.public_id,
        "slug": "amethyst",
        "title": "Amethyst",
        "shortDescription": "Violet quartz",
        "price": 1249.5,
        "originalPrice": 1500,
        "discountPercentage": 16,
        "mainImage": "/media/products/amethyst-point.000000000000-800.webp",
        "picture": {
            "url": "/media/products/amethyst-point.000000000000",
            "width": 1600,
            "height": 1600,
            "placeholder": "",
            "color": "#8a6fae",
        },
        "category": {"_id": category.public_id, "slug": "crystal", "name": "Crystals"},
        "rating": {"average": 0, "count": 0},
        "isFeatured": True,
        "sellable": 7,
        "isAvailable": True,
    }


def test_product_page_has_everything_about_the_product() -> None:
    five = make_product(
        slug="five",
        price_paise=50_000,
        options=BEAD_OPTIONS,
        main_picture=make_picture("a"),
        description_en="Round.",
        long_description_en="Longer.",
        specifications_en={"type": "Bead", "size": "20 mm"},
        benefits_en=["Peace"],
        care_en=["Wipe"],
        verse_sanskrit="ॐ",
        verse_translation_en="Om",
    )
    five.further_pictures.create(picture=make_picture("b"), position=1)

    product = get("/api/products/five")["product"]

    assert product["description"] == "Round."
    assert product["longDescription"] == "Longer."
    addresses = ["/media/products/a.000000000000", "/media/products/b.000000000000"]
    assert product["images"] == [f"{address}-800.webp" for address in addresses]
    assert [picture["url"] for picture in product["pictures"]] == addresses
    assert product["certificate"] is None
    assert {key: text for key, text in product["specifications"].items() if text} == {
        "type": "Bead",
        "size": "20 mm",
    }
    assert product["customization"] == {
        "origins": [
            {"name": "Nepal", "price": 0, "available": True},
            {"name": "Indonesian", "price": 200, "available": True},
            {"name": "UK", "price": 500, "available": False},
        ],
        "xrayCertification": {"available": True, "price": 500},
        "pendantOptions": [
            {"type": "none", "price": 0, "available": True},
            {"type": "silver", "price": 300, "available": True},
            {"type": "gold", "price": 1500, "available": False},
        ],
        "sizes": [
            {"name": "small", "price": -200, "available": True},
            {"name": "regular", "price": 0, "available": True},
            {"name": "big", "price": 1000, "available": True},
        ],
    }
    assert product["benefits"] == ["Peace"]
    assert product["care"] == ["Wipe"]
    assert product["verse"] == {
        "sanskrit": "ॐ",
        "translation": "Om",
        "translations": {"en": "Om", "hi": ""},
    }
    assert product["version"] >= 1
    assert product["createdAt"].endswith("Z")


def test_product_without_options_verse_or_picture_still_has_its_shape() -> None:
    make_product(slug="plain")

    product = get("/api/products/plain")["product"]

    assert product["customization"] == {
        "origins": [],
        "xrayCertification": {"available": False, "price": 0},
        "pendantOptions": [],
        "sizes": [],
    }
    assert product["verse"] is None
    assert product["images"] == []


def test_stock_numbers_of_the_house_stay_in_the_house() -> None:
    make_product(slug="five", stock=3)

    product = get("/api/products/five")["product"]

    assert product["sellable"] == 3
    assert not {"onHand", "held", "allocated", "id", "pk"} & product.keys()


def test_product_is_found_by_its_public_id_never_by_its_key() -> None:
    product = make_product(slug="five")

    assert get(f"/api/products/id/{product.public_id}")["product"]["slug"] == "five"
    assert refused(f"/api/products/id/{product.pk}") == (404, "NOT_FOUND")


def test_old_slug_finds_the_product_and_names_the_new_one() -> None:
    product = make_product(slug="new-name")
    ProductAlias.objects.create(slug="old-name", product=product)
    ProductAlias.objects.create(slug="older-name", product=product)

    assert get("/api/products/old-name")["product"]["slug"] == "new-name"
    assert get("/api/products/new-name")["product"]["slug"] == "new-name"


def test_hidden_products_and_those_of_inactive_categories_do_not_exist() -> None:
    hidden = make_product(slug="hidden", is_visible=False, is_featured=True)
    gone = make_product(
        slug="gone",
        category=make_category("gone", is_active=False),
        is_featured=True,
        is_trending=True,
        is_new_arrival=True,
    )

    for product in (hidden, gone):
        assert refused(f"/api/products/{product.slug}") == (404, "NOT_FOUND")
        assert refused(f"/api/products/id/{product.public_id}") == (404, "NOT_FOUND")
    for path in ("", "/featured", "/trending", "/new-arrivals"):
        assert get(f"/api/products{path}")["products"] == []


def test_sold_out_product_is_shown_as_such() -> None:
    make_product(slug="none-left", stock=0)

    (card,) = get("/api/products")["products"]

    assert (card["sellable"], card["isAvailable"]) == (0, False)


def test_short_lists_show_their_own_products_newest_first() -> None:
    for number in range(3):
        make_product(
            slug=f"featured-{number}",
            is_featured=True,
            created_at=timezone.now() - timedelta(days=number),
        )
    make_product(slug="trending", is_trending=True)
    make_product(slug="arrival", is_new_arrival=True)

    assert slugs(get("/api/products/featured", limit=2)) == ["featured-0", "featured-1"]
    assert slugs(get("/api/products/trending")) == ["trending"]
    assert slugs(get("/api/products/new-arrivals")) == ["arrival"]


def test_texts_follow_the_language_of_the_caller() -> None:
    category = make_category("crystal", name_en="Crystals", name_hi="क्रिस्टल")
    make_product(
        slug="amethyst",
        title_en="Amethyst",
        title_hi="जमुनिया",
        description_en="Violet.",
        benefits_en=["Calm"],
        benefits_hi=["शांति"],
        category=category,
    )

    hindi = get("/api/products/amethyst", language="hi-IN,hi;q=0.9,en;q=0.5")["product"]
    english = get("/api/products/amethyst", language="fr")["product"]

    assert (hindi["title"], hindi["category"]["name"], hindi["benefits"]) == (
        "जमुनिया",
        "क्रिस्टल",
        ["शांति"],
    )
    assert hindi["description"] == "Violet."  # no Hindi text: better English than nothing
    assert (english["title"], english["category"]["name"]) == ("Amethyst", "Crystals")


def test_three_categories_exist_from_the_start() -> None:
    found = [category["slug"] for category in get("/api/categories")["categories"]]

    assert found == ["rudraksha", "crystal", "healing_stone"]


def test_category_is_counted_by_what_the_shop_shows() -> None:
    crystal = make_category(
        "crystal",
        name_en="Crystals",
        description_en="All quartz.",
        picture=make_picture("amethyst-point"),
    )
    make_product(category=crystal)
    make_product(category=crystal)
    make_product(category=crystal, is_visible=False)

    category = get("/api/categories/crystal")["category"]

    assert category["productCount"] == 2
    assert (category["name"], category["description"]) == ("Crystals", "All quartz.")
    assert category["image"] == "/media/products/amethyst-point.000000000000-800.webp"
    assert category["picture"]["url"] == "/media/products/amethyst-point.000000000000"
    listed = {row["slug"]: row["productCount"] for row in get("/api/categories")["categories"]}
    assert listed == {"rudraksha": 0, "crystal": 2, "healing_stone": 0}


def test_rudraksh_is_another_word_for_rudraksha() -> None:
    make_product(slug="five", category=make_category("rudraksha"))
    make_product(category=make_category("crystal"))

    category = get("/api/categories/rudraksh")["category"]

    assert (category["slug"], category["productCount"]) == ("rudraksha", 1)
    assert slugs(get("/api/products", category="rudraksh")) == ["five"]


def test_several_aliases_do_not_multiply_products() -> None:
    category = make_category("rudraksha")
    for alias in ("rudraksa", "rudrax"):
        CategoryAlias.objects.create(slug=alias, category=category)
    make_product(slug="five", category=category)

    data = get("/api/products", category="rudraksh,rudraksa,rudrax,rudraksha")

    assert slugs(data) == ["five"]
    assert data["pagination"]["total"] == 1
    assert get("/api/categories/rudrax")["category"]["productCount"] == 1


def test_inactive_and_unknown_categories_are_missing() -> None:
    make_category("secret", is_active=False)

    assert refused("/api/categories/secret") == (404, "NOT_FOUND")
    assert refused("/api/categories/unknown") == (404, "NOT_FOUND")
    assert refused("/api/products", category="secret") == (404, "NOT_FOUND")
    assert refused("/api/products", category="unknown") == (404, "NOT_FOUND")


def test_categories_are_filtered_by_slug_and_by_id_several_at_once() -> None:
    crystal, mala = make_category("crystal"), make_category("mala")
    make_product(slug="c", category=crystal)
    make_product(slug="m", category=mala)
    make_product(slug="r", category=make_category("rudraksha"))

    assert slugs(get("/api/products", category="crystal")) == ["c"]
    assert slugs(get("/api/products", category=crystal.public_id)) == ["c"]
    assert sorted(slugs(get("/api/products", category=f"{crystal.public_id}, mala"))) == ["c", "m"]


def test_price_bounds_include_their_ends() -> None:
    for price in (99_999, 100_000, 500_000, 500_001):
        make_product(slug=f"p{price}", price_paise=price)

    data = get("/api/products", minPrice="1000", maxPrice="5000", sortBy="price-low")

    assert slugs(data) == ["p100000", "p500000"]
    assert slugs(get("/api/products", minPrice="5000.01")) == ["p500001"]


def test_featured_filter_shows_featured_products_alone() -> None:
    make_product(slug="plain")
    make_product(slug="featured", is_featured=True)

    assert slugs(get("/api/products", isFeatured="true")) == ["featured"]


@pytest.mark.parametrize(
    ("sort_by", "expected"),
    [
        (None, ["b", "c", "a"]),
        ("newest", ["b", "c", "a"]),
        ("price-low", ["c", "b", "a"]),
        ("price-high", ["b", "a", "c"]),
        ("name", ["b", "a", "c"]),
        ("rating", ["c", "b", "a"]),
    ],
)
def test_list_is_sorted_and_ties_are_newest_first(sort_by: str | None, expected: list[str]) -> None:
    now = timezone.now()
    for slug, title, price_paise, rating, days_old in (
        ("a", "Beta", 20_000, "4.00", 3),
        ("b", "alpha", 20_000, "4.00", 1),
        ("c", "gamma", 10_000, "4.50", 2),
    ):
        make_product(
            slug=slug,
            title_en=title,
            price_paise=price_paise,
            rating_average=rating,
            rating_count=2,
            created_at=now - timedelta(days=days_old),
        )

    query = {"sortBy": sort_by} if sort_by else {}

    assert slugs(get("/api/products", **query)) == expected


def test_pages_follow_each_other_without_gap_or_overlap() -> None:
    same_moment = timezone.now()
    for _ in range(7):
        make_product(created_at=same_moment)

    pages = [get("/api/products", limit=3, page=page) for page in (1, 2, 3, 4)]

    seen = [slug for page in pages for slug in slugs(page)]
    assert len(seen) == len(set(seen)) == 7
    assert [len(page["products"]) for page in pages] == [3, 3, 1, 0]
    assert pages[0]["pagination"] == {"page": 1, "limit": 3, "total": 7, "totalPages": 3}


def test_page_size_is_twelve_and_capped() -> None:
    for _ in range(13):
        make_product(stock=0)

    assert len(get("/api/products")["products"]) == 12
    assert get("/api/products", limit="100000")["pagination"]["limit"] == 48


def test_empty_shop_answers_empty_lists() -> None:
    data = get("/api/products")

    assert data["products"] == []
    assert data["pagination"] == {"page": 1, "limit": 12, "total": 0, "totalPages": 0}
    assert {category["count"] for category in data["facets"]["categories"]} == {0}
    assert (data["facets"]["featured"], data["facets"]["available"], data["didYouMean"]) == (0, 0, None)


@pytest.mark.parametrize(
    "query",
    [
        {"page": "0"},
        {"page": "-1"},
        {"page": "two"},
        {"page": "99999999999999999999"},
        {"limit": "0"},
        {"limit": "many"},
        {"minPrice": "cheap"},
        {"minPrice": "-1"},
        {"maxPrice": "NaN"},
        {"maxPrice": "Infinity"},
        {"maxPrice": "1e30"},
        {"maxPrice": "10.005"},
        {"sortBy": "cheapest"},
        {"isFeatured": "perhaps"},
        {"search": "x" * 101},
        {"search": "a\x00b"},
        {"category": "a\x00b"},
    ],
    ids=str,
)
def test_bad_query_values_are_refused_and_named(query: dict[str, str]) -> None:
    response = Client().get("/api/products", query)

    assert response.status_code == 422
    body = response.json()
    assert body["code"] == "VALIDATION"
    assert body["errors"].keys() == query.keys()


@pytest.mark.parametrize("path", ["/api/products/%00", "/api/products/id/%00", "/api/categories/%00"])
def test_no_address_has_a_nul_character(path: str) -> None:
    assert refused(path) == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    "path", ["/api/products/' OR 1=1 --", "/api/products/" + "x" * 500, "/api/products/%2e%2e"]
)
def test_nonsense_slugs_are_missing(path: str) -> None:
    assert refused(path) == (404, "NOT_FOUND")


def test_category_cannot_be_its_own_parent() -> None:
    category = make_category("crystal")

    with pytest.raises(Exception, match="category_not_its_own_parent"):
        Category.objects.filter(pk=category.pk).update(parent=category)
