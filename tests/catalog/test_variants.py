"""Variants: rows of their own with price, stock and SKU, on one page."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from project.catalog.actions import stock
from project.catalog.models import Product
from project.core.errors import Conflict
from project.events.models import Event
from tests.buying import place
from tests.cart.shopper import Shopper
from tests.catalog.catalogue_requests import get
from tests.catalog.staff_helpers import keeper
from tests.catalog.variant_helpers import (
    BLUE,
    COLOUR,
    RED,
    SIZE,
    make_varied,
    row,
    save,
    two_colours,
    variant_of,
    varied_body,
)
from tests.factories import make_product
from tests.http import Api
from tests.orders.order_helpers import pay

pytestmark = [pytest.mark.django_db, pytest.mark.both_stacks]


def page(product: dict[str, Any], language: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = Api(language=language).get(f"/products/{product['slug']}").data["product"]
    return found


def test_page_shows_each_variant_with_its_price_and_stock() -> None:
    _, product = make_varied()

    shown = page(product)

    assert (shown["price"], shown["sellable"], shown["hasVariants"]) == (500, 6, True)
    assert shown["optionNames"] == ["Colour"]
    assert [(v["values"], v["sku"], v["price"], v["sellable"]) for v in shown["variants"]] == [
        (["Red"], "MALA-RED", 500, 3),
        (["Blue"], "MALA-BLUE", 650, 3),
    ]
    assert page(product, "hi")["variants"][0]["title"] == "छह मुखी रुद्राक्ष – लाल"
    assert page(product, "hi")["optionNames"] == ["रंग"]


def test_variants_are_on_no_list_and_lead_to_their_page() -> None:
    _, product = make_varied()
    red = variant_of(product, "Red")

    listed = get("/api/products")
    assert [card["slug"] for card in listed["products"]] == [product["slug"]]
    assert listed["facets"]["available"] == 1
    assert [card["slug"] for card in get("/api/products?search=mukhi")["products"]] == [product["slug"]]
    assert get(f"/api/products/{red.slug}")["product"]["slug"] == product["slug"]
    assert get(f"/api/products/id/{red.public_id}")["product"]["slug"] == product["slug"]


def test_product_is_in_stock_while_one_variant_is() -> None:
    api, product = make_varied()
    for value in ("Red", "Blue"):
        assert get("/api/products?inStock=true")["pagination"]["total"] == 1
        path = f"/admin/products/{variant_of(product, value).public_id}/stock"
        assert api.post(path, {"count": 0, "cause": "sold at a fair"}).status == 200

    assert get("/api/products?inStock=true")["pagination"]["total"] == 0
    assert page(product)["isAvailable"] is False


def test_variant_is_bought_and_named_in_both_languages() -> None:
    _, product = make_varied()
    blue = variant_of(product, "Blue")

    order = place(blue)
    pay(order)

    line = order.lines.get()
    assert (line.title_en, line.title_hi) == ("Six Mukhi Rudraksha – Blue", "छह मुखी रुद्राक्ष – नीला")
    assert (line.unit_paise, line.sku) == (65_000, "MALA-BLUE")
    assert line.full_title("en") == "Six Mukhi Rudraksha – Blue (SKU MALA-BLUE)"
    blue.refresh_from_db()
    assert (blue.allocated, variant_of(product, "Red").allocated) == (1, 0)


def test_product_with_variants_is_not_put_into_a_cart_itself() -> None:
    _, product = make_varied()
    parent = Product.objects.get(public_id=product["_id"])

    refused = Shopper().try_to_add(parent)

    assert refused.refusal == (409, "VARIANT_REQUIRED")
    assert refused.body["message"] == "Please choose a variant of this product"
    cart = Shopper().add(variant_of(product, "Red"))
    assert cart["lines"][0]["product"]["title"] == "Six Mukhi Rudraksha – Red"


def test_sold_piece_moves_version_and_topic_of_the_page() -> None:
    _, product = make_varied()
    before = page(product)["version"]

    stock.hold(variant_of(product, "Red"), quantity=3, reference="AKS-1")

    assert page(product)["version"] > before
    topics = Event.objects.filter(name="product.stock_changed").latest("pk").topics
    assert any(topic.startswith(f"product:{product['slug']}#") for topic in topics)
    assert f"staff:products#{product['_id']}" in topics


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"barcode": "4006381333932"}, "variants.rows.0.barcode"),
        ({"barcode": "123"}, "variants.rows.0.barcode"),
        ({"sku": "two words"}, "variants.rows.0.sku"),
        ({"sku": "mala-blue"}, "variants.rows.1.sku"),
        ({"values": [RED, SIZE]}, "variants.rows.0.values"),
        ({"values": [BLUE]}, "variants.rows.1.values"),
        ({"values": [{"en": "R" * 41, "hi": ""}]}, "variants.rows.0.values.0.en"),
        ({"price": 0}, "variants.rows.0.price"),
        ({"picture": "/media/products/none.jpg"}, "variants.rows.0.picture"),
    ],
)
def test_faulty_variant_is_refused_at_its_field(change: dict[str, Any], field: str) -> None:
    api, _user = keeper()
    variants = two_colours()
    variants["rows"][0] |= change

    answer = api.post("/admin/products", varied_body(variants, images=[]))

    assert answer.refusal == (422, "VALIDATION")
    assert field in answer.body["errors"]


def test_title_with_values_has_at_most_120_letters() -> None:
    api, _user = keeper()

    answer = api.post("/admin/products", varied_body(title={"en": "M" * 116, "hi": ""}))

    assert answer.body["errors"].keys() == {"variants.rows.0.values", "variants.rows.1.values"}


def test_options_and_variants_together_are_refused() -> None:
    api, _user = keeper()
    sizes = {"sizes": [{"name": "regular", "price": 0}]}

    answer = api.post("/admin/products", varied_body(customization=sizes))

    assert answer.refusal == (409, "OPTIONS_WITH_VARIANTS")
    assert "customization" in answer.body["errors"]


def test_options_are_refused_for_variants_that_the_form_leaves_alone() -> None:
    api, product = make_varied()
    body = varied_body(version=product["version"], originalPrice=900)
    del body["variants"], body["stock"]

    answer = api.other("PUT", f"/admin/products/{product['_id']}", body)

    assert answer.refusal == (409, "OPTIONS_WITH_VARIANTS")
    assert Product.objects.get(public_id=product["_id"]).original_price_paise is None


def test_sku_of_another_product_is_refused() -> None:
    api, product = make_varied()
    make_product(sku="OTHER-1")
    variants = product["variants"]
    variants["rows"][1]["sku"] = "other-1"

    answer = save(api, product, variants)

    assert answer.refusal == (409, "SKU_TAKEN")
    assert answer.body["errors"] == {"variants.rows.1.sku": "Another product has this SKU"}


def test_skus_and_values_can_be_swapped() -> None:
    api, product = make_varied()
    variants = product["variants"]
    first, second = variants["rows"]
    first["sku"], second["sku"] = second["sku"], first["sku"]
    first["values"], second["values"] = second["values"], first["values"]

    saved = save(api, product, variants).data["product"]

    assert [(r["values"][0]["en"], r["sku"]) for r in saved["variants"]["rows"]] == [
        ("Blue", "MALA-BLUE"),
        ("Red", "MALA-RED"),
    ]
    assert {r["id"] for r in saved["variants"]["rows"]} == {first["id"], second["id"]}


def test_new_variant_may_take_the_values_that_a_renamed_one_gives_up() -> None:
    api, product = make_varied()
    red = variant_of(product, "Red")
    stock.hold(red, quantity=1, reference="AKS-1")
    order = place(red)
    pay(order)
    variants = product["variants"]
    variants["rows"][0]["values"] = [{"en": "Crimson", "hi": ""}]
    variants["rows"].insert(0, row(RED, stock=0))

    saved = save(api, product, variants).data["product"]

    new, renamed = variant_of(saved, "Red"), variant_of(saved, "Crimson")
    assert (renamed.pk, renamed.on_hand, renamed.held, renamed.allocated) == (red.pk, 3, 1, 1)
    assert order.lines.get().product_id == red.pk
    assert new.pk != red.pk
    assert (new.on_hand, new.held, new.allocated, new.sku) == (0, 0, 0, "")
    assert not new.stock_movements.exists()


def test_row_without_an_id_is_the_present_variant_of_its_values() -> None:
    api, product = make_varied()

    saved = save(api, product, two_colours()).data["product"]

    assert [r["id"] for r in saved["variants"]["rows"]] == [r["id"] for r in product["variants"]["rows"]]


def test_two_rows_with_one_id_are_refused() -> None:
    api, product = make_varied()
    variants = product["variants"]
    variants["rows"][1]["id"] = variants["rows"][0]["id"]

    answer = save(api, product, variants)

    assert answer.refusal == (422, "VALIDATION")
    assert answer.body["errors"] == {"variants.rows.1.id": "This occurs twice"}


@pytest.mark.parametrize("is_ordered", [False, True])
def test_values_of_a_removed_variant_are_free_unless_it_was_ordered(is_ordered: bool) -> None:
    api, product = make_varied()
    red, blue = variant_of(product, "Red"), variant_of(product, "Blue")
    if is_ordered:
        pay(place(blue))
    first = product["variants"]["rows"][0]

    answer = save(api, product, {"optionNames": [COLOUR], "rows": [first | {"values": [BLUE]}]})

    red.refresh_from_db()
    assert red.option_values == [RED if is_ordered else BLUE]
    if is_ordered:
        assert answer.refusal == (409, "VARIANT_ORDERED")
        assert answer.body["errors"].keys() == {"variants.rows.0.values"}


def test_removed_variant_is_deleted_unless_it_was_ordered() -> None:
    api, product = make_varied()
    red, blue = variant_of(product, "Red"), variant_of(product, "Blue")
    pay(place(blue))
    # It takes over the SKU of the one that is not offered any more.
    three = {"optionNames": [COLOUR], "rows": [row({"en": "Green", "hi": "हरा"}, stock=5, sku="MALA-BLUE")]}

    saved = save(api, product, three).data["product"]

    assert not Product.objects.filter(pk=red.pk).exists()
    blue.refresh_from_db()
    assert blue.archived_at is not None
    assert not blue.is_visible
    assert [(r["values"][0]["en"], r["isActive"]) for r in saved["variants"]["rows"]] == [
        ("Green", True),
        ("Blue", False),
    ]
    assert saved["version"] > product["version"]
    assert [v["values"] for v in page(product)["variants"]] == [["Green"]]
    assert Shopper().try_to_add(blue).refusal == (409, "PRODUCT_UNAVAILABLE")


def test_parent_s_changes_reach_its_variants() -> None:
    api, product = make_varied()

    save(api, product, product["variants"], title={"en": "Mala", "hi": "माला"}, taxRate=5, isAvailable=False)

    red = variant_of(product, "Red")
    assert (red.title_en, red.title_hi) == ("Mala – Red", "माला – लाल")
    assert (red.tax_rate_basis_points, red.is_visible) == (500, False)


def test_same_form_again_changes_nothing() -> None:
    api, product = make_varied()

    answer = save(api, product, product["variants"])

    assert answer.data["product"]["version"] == product["version"]


def test_outdated_form_is_refused_after_a_change_of_variants() -> None:
    api, product = make_varied()
    variants = two_colours()
    variants["rows"][0]["price"] = 450
    assert save(api, product, variants).status == 200

    assert save(api, product, two_colours()).refusal == (409, "PRODUCT_CHANGED")
    assert page(product)["price"] == 450


def test_sale_of_a_variant_does_not_outdate_an_open_form() -> None:
    api, product = make_varied()
    pay(place(variant_of(product, "Red")))
    variants = product["variants"]
    variants["rows"][0]["price"] = 450

    assert save(api, product, variants).status == 200


def test_product_with_promised_pieces_gets_no_variants() -> None:
    api, _user = keeper()
    plain = api.post("/admin/products", varied_body({"optionNames": [], "rows": []}, stock=2)).data["product"]
    pay(place(Product.objects.get(public_id=plain["_id"])))

    assert save(api, plain, two_colours()).refusal == (409, "STOCK_PROMISED")


def test_variants_are_taken_away_again() -> None:
    api, product = make_varied()

    saved = save(api, product, {"optionNames": [], "rows": []}).data["product"]

    assert (saved["variantCount"], saved["stock"]) == (0, 0)
    assert saved["version"] > product["version"]
    parent = Product.objects.get(public_id=product["_id"])
    assert api.post(f"/admin/products/{product['_id']}/stock", {"count": 4, "cause": "count"}).status == 200
    assert Shopper().add(parent)["count"] == 1


def test_stock_is_counted_by_variant() -> None:
    api, product = make_varied()

    refused = api.post(f"/admin/products/{product['_id']}/stock", {"count": 4, "cause": "count"})
    path = f"/admin/products/{variant_of(product, 'Red').public_id}/stock"
    counted = api.post(path, {"count": 7, "cause": "count"}).data["product"]

    assert refused.refusal == (409, "VARIANT_REQUIRED")
    assert (counted["_id"], counted["stock"]) == (product["_id"], 10)
    assert [r["stock"] for r in counted["variants"]["rows"]] == [7, 3]


def test_staff_find_a_product_by_the_sku_of_a_variant() -> None:
    api, product = make_varied()

    found = api.get("/admin/products", {"search": "mala-blue"}).data["products"]

    assert [(each["_id"], each["variantCount"], each["stock"]) for each in found] == [(product["_id"], 2, 6)]


def test_deleted_product_takes_its_variants_along() -> None:
    api, product = make_varied()

    assert api.other("DELETE", f"/admin/products/{product['_id']}", {}).data == {"archived": False}

    assert not Product.objects.exists()


def test_product_with_an_ordered_variant_is_archived() -> None:
    api, product = make_varied()
    pay(place(variant_of(product, "Red")))

    assert api.other("DELETE", f"/admin/products/{product['_id']}", {}).data == {"archived": True}

    assert not Product.objects.filter(is_visible=True).exists()
    assert Product.objects.count() == 3


@pytest.mark.parametrize("broken", ["grandchild", "same values", "no values", "same sku", "stock of parent"])
def test_database_refuses_what_no_action_does(broken: str) -> None:
    _, product = make_varied()
    red, blue = variant_of(product, "Red"), variant_of(product, "Blue")
    parent = Product.objects.get(public_id=product["_id"])

    with pytest.raises((IntegrityError, Conflict)), transaction.atomic():
        match broken:
            case "grandchild":
                make_product(parent=red, option_values=[{"en": "M", "hi": ""}], stock=0)
            case "same values":
                Product.objects.filter(pk=red.pk).update(option_values=blue.option_values)
            case "no values":
                Product.objects.filter(pk=red.pk).update(option_values=None)
            case "same sku":
                Product.objects.filter(pk=red.pk).update(sku="mala-blue")
            case "stock of parent":
                Product.objects.filter(pk=parent.pk).update(on_hand=1)


def test_staff_sort_a_product_by_the_stock_of_its_variants() -> None:
    staff, product = make_varied()
    few, many = make_product(stock=2).public_id, make_product(stock=9).public_id

    def ids(order: str) -> list[str]:
        return [row["_id"] for row in staff.get("/admin/products", {"sortBy": order}).data["products"]]

    assert ids("stock-low") == [few, product["_id"], many]
    assert ids("stock-high") == [many, product["_id"], few]
    take_off_offer = variant_of(product, "Red")
    Product.objects.filter(pk=take_off_offer.pk).update(is_visible=False, on_hand=20)
    assert ids("stock-low") == [few, product["_id"], many]
