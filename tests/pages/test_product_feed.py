"""The product feed for Google Merchant Center says what the shop's pages say."""

import xml.etree.ElementTree as ET

import pytest
from django.test import Client

from project.catalog.actions.products import save_product
from project.catalog.actions.stock import set_on_hand
from project.catalog.models import Product
from tests.catalog.variant_helpers import make_varied, variant_of
from tests.factories import make_category, make_product
from tests.orders.test_shipping_zones import zone
from tests.pages.conftest import Open
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db
G = "{http://base.google.com/ns/1.0}"


def items(client: Client, language: str = "") -> dict[str, ET.Element]:
    """Return the feed's products by the end of their address."""
    response = client.get("/feeds/google.xml", {"lang": language} if language else {})
    assert response["Content-Type"] == "application/xml; charset=utf-8"
    root = ET.fromstring(response.content)
    return {str(item.findtext("link")).rpartition("/")[2]: item for item in root.iter("item")}


def field(item: ET.Element, name: str) -> str | None:
    return item.findtext(f"{G}{name}")


def test_feed_lists_the_products_that_the_shop_shows(client: Client) -> None:
    change_shop(brand={"name": "Mani & Co", "name_hindi": "मणि"})
    product = make_product(
        slug="five-mukhi",
        title_en="Five Mukhi <rudraksha>",
        description_en="Grown in Nepal & washed.",
        price_paise=125_000,
        shipping_weight_grams=40,
    )
    make_product(slug="hidden", is_visible=False)
    make_product(slug="elsewhere", category=make_category("closed", is_active=False))

    found = items(client)

    assert list(found) == ["five-mukhi"]
    item = found["five-mukhi"]
    assert item.findtext("title") == "Five Mukhi <rudraksha>"
    assert item.findtext("link") == "https://shop.example/products/five-mukhi"
    assert item.findtext("description") == "Grown in Nepal & washed."
    said = {name: field(item, name) for name in ("id", "price", "sale_price", "availability", "brand")}
    assert said == {
        "id": product.public_id,
        "price": "1250.00 INR",
        "sale_price": None,
        "availability": "in_stock",
        "brand": "Mani & Co",
    }
    assert (field(item, "shipping_weight"), field(item, "condition")) == ("40 g", "new")


def test_feed_names_the_shipping_charge_only_where_it_is_one_rate(client: Client) -> None:
    make_product(slug="bead", price_paise=50_000)
    make_product(slug="dear", price_paise=60_001)
    make_product(slug="free", price_paise=50_000, free_shipping=True)

    def charges() -> list[str | None]:
        found = items(client)
        return [found[slug].findtext(f"{G}shipping/{G}price") for slug in ("bead", "dear", "free")]

    change_shop(shipping={"flat_paise": 4_900, "free_above_paise": 60_000})
    assert charges() == ["49.00 INR", "0.00 INR", "0.00 INR"]
    assert items(client)["bead"].findtext(f"{G}shipping/{G}country") == "IN"
    change_shop(shipping={"zones": [zone(states=["Assam"])]})
    assert charges() == [None, None, None]


def test_feed_in_hindi_leads_to_the_hindi_pages(client: Client) -> None:
    make_product(slug="five-mukhi", title_hi="पाँच मुखी")

    item = items(client, "hi")["five-mukhi?lang=hi"]

    assert item.findtext("title") == "पाँच मुखी"
    assert list(items(client, "xx")) == ["five-mukhi"]


def test_lowered_price_is_a_sale_price(client: Client) -> None:
    make_product(slug="bead", price_paise=80_000, original_price_paise=100_000)

    item = items(client)["bead"]

    assert (field(item, "price"), field(item, "sale_price")) == ("1000.00 INR", "800.00 INR")


@pytest.mark.django_db(transaction=True)
def test_feed_follows_a_sale_and_a_changed_price_at_once(client: Client) -> None:
    product = make_product(slug="bead", stock=1, price_paise=50_000)
    assert field(items(client)["bead"], "availability") == "in_stock"

    set_on_hand(product, 0, cause="test")
    assert field(items(client)["bead"], "availability") == "out_of_stock"

    fields = {"title_en": "Bead", "title_hi": "दाना", "price_paise": 60_000, "category": product.category}
    save_product("bead", fields, [])
    assert field(items(client)["bead"], "price") == "600.00 INR"


def test_feed_and_structured_data_of_the_page_are_equal(client: Client, open_page: Open) -> None:
    make_product(slug="in-stock", price_paise=125_050)
    make_product(slug="sold-out", stock=0, price_paise=80_000, original_price_paise=100_000)

    for slug, item in items(client).items():
        page = open_page(f"/products/{slug}")[1].structured("Product")
        offer = page["offers"]
        price = field(item, "sale_price") or field(item, "price")
        assert (page["sku"], f"{offer['price']} {offer['priceCurrency']}") == (field(item, "id"), price)
        assert page["name"] == item.findtext("title")
        assert offer["url"] == item.findtext("link")
        is_in_stock = offer["availability"].endswith("/InStock")
        assert field(item, "availability") == ("in_stock" if is_in_stock else "out_of_stock")
    assert Product.objects.count() == 2


def test_each_variant_is_listed_with_its_own_price_stock_and_number(client: Client) -> None:
    _, product = make_varied(slug="mala")
    set_on_hand(variant_of(product, "Red"), 0, cause="test")

    red, blue = (items(client)[f"mala?variant=MALA-{name}"] for name in ("RED", "BLUE"))

    assert "mala" not in items(client)
    assert [field(each, "availability") for each in (red, blue)] == ["out_of_stock", "in_stock"]
    assert [field(each, "price") for each in (red, blue)] == ["500.00 INR", "650.00 INR"]
    assert {field(each, "item_group_id") for each in (red, blue)} == {product["_id"]}
    assert (field(red, "identifier_exists"), field(blue, "gtin")) == ("no", "4006381333931")
    assert blue.findtext("title", "").endswith(" – Blue")


def test_offers_of_a_page_with_variants_are_those_of_the_feed(client: Client, open_page: Open) -> None:
    _, product = make_varied(slug="mala")
    set_on_hand(variant_of(product, "Red"), 0, cause="test")

    offers = open_page("/products/mala")[1].structured("Product")["offers"]

    feed = {
        (field(item, "id"), item.findtext("link"), item.findtext("title")) for item in items(client).values()
    }
    assert {(offer["sku"], offer["url"], offer["name"]) for offer in offers} == feed
    told = [(offer["price"], offer["availability"].rpartition("/")[2]) for offer in offers]
    assert told == [("500.00", "OutOfStock"), ("650.00", "InStock")]


@pytest.mark.usefixtures("limits")
def test_lists_of_the_catalogue_are_limited_for_each_network(client: Client) -> None:
    answers = [client.get("/feeds/google.xml") for _ in range(61)]

    assert answers[-1].status_code == 429
    assert int(answers[-1]["Retry-After"]) > 0
