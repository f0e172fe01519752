from datetime import timedelta

import pytest
from django.utils import timezone

from project.catalog.models import ProductAlias
from tests.catalog.catalogue_requests import get, refused, slugs
from tests.factories import BEAD_OPTIONS, make_category, make_picture, make_product

pytestmark = pytest.mark.django_db

NO_TEXT = {"description": {"en": "", "hi": ""}}
NO_PICTURE = {"picture": ""}


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
            "pending": None,
        },
        "category": {"_id": category.public_id, "slug": "crystal", "name": "Crystals"},
        "rating": {"average": 0, "count": 0},
        "isFeatured": True,
        "isOnSale": False,
        "sellable": 7,
        "sellableIsMore": False,
        "isAvailable": True,
        "hasVariants": False,
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
            {"name": "Nepal", "price": 0, "available": True} | NO_TEXT | NO_PICTURE,
            {"name": "Indonesian", "price": 200, "available": True} | NO_TEXT | NO_PICTURE,
            {"name": "UK", "price": 500, "available": False} | NO_TEXT | NO_PICTURE,
        ],
        "xrayCertification": {"available": True, "price": 500} | NO_TEXT,
        "pendantOptions": [
            {"type": "none", "price": 0, "available": True} | NO_TEXT | NO_PICTURE,
            {"type": "silver", "price": 300, "available": True} | NO_TEXT | NO_PICTURE,
            {"type": "gold", "price": 1500, "available": False} | NO_TEXT | NO_PICTURE,
        ],
        "sizes": [
            {"name": "small", "price": -200, "available": True} | NO_TEXT | NO_PICTURE,
            {"name": "regular", "price": 0, "available": True} | NO_TEXT | NO_PICTURE,
            {"name": "big", "price": 1000, "available": True} | NO_TEXT | NO_PICTURE,
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
        "xrayCertification": {"available": False, "price": 0} | NO_TEXT,
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


def test_hidden_products_and_those_of_inactive_categories_are_gone() -> None:
    hidden = make_product(slug="hidden", is_visible=False, is_featured=True)
    gone = make_product(
        slug="gone",
        category=make_category("gone", is_active=False),
        is_featured=True,
        is_trending=True,
        is_new_arrival=True,
    )

    for product in (hidden, gone):
        assert refused(f"/api/products/{product.slug}") == (410, "NOT_FOUND")
        assert refused(f"/api/products/id/{product.public_id}") == (410, "NOT_FOUND")
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


def test_home_shows_no_product_twice() -> None:
    for number in range(8):
        make_product(
            slug=f"everything-{number}",
            is_featured=True,
            is_new_arrival=True,
            is_trending=True,
            created_at=timezone.now() - timedelta(days=number),
        )
    make_product(slug="arrival", is_new_arrival=True, created_at=timezone.now() - timedelta(days=20))
    make_product(slug="hidden", is_trending=True, is_visible=False)

    home = get("/api/products/home")

    lists = [[card["slug"] for card in home[name]] for name in ("featured", "newArrivals", "trending")]
    assert lists == [
        [f"everything-{number}" for number in range(6)],
        ["everything-6", "everything-7", "arrival"],
        [],
    ]


def test_card_says_whether_staff_call_it_a_sale() -> None:
    make_product(slug="reduced", price_paise=40_000, original_price_paise=50_000)
    make_product(slug="sale", price_paise=40_000, original_price_paise=50_000, is_on_sale=True)

    cards = {card["slug"]: card for card in get("/api/products")["products"]}

    assert [cards[slug]["isOnSale"] for slug in ("reduced", "sale")] == [False, True]
    assert cards["reduced"]["discountPercentage"] == 20


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


@pytest.mark.parametrize("path", ["/api/products/%00", "/api/products/id/%00", "/api/categories/%00"])
def test_no_address_has_a_nul_character(path: str) -> None:
    assert refused(path) == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    "path", ["/api/products/' OR 1=1 --", "/api/products/" + "x" * 500, "/api/products/%2e%2e"]
)
def test_nonsense_slugs_are_missing(path: str) -> None:
    assert refused(path) == (404, "NOT_FOUND")
