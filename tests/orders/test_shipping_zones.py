"""Delivery is charged by zone and weight: pricing, orders, refusals, and settings that change in between."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from project.catalog.models import Product
from project.catalog.pricing import Selection
from project.core.shipping import Destination, Zone, find_zone, zone_charge
from project.orders.models import Order
from project.orders.pricing import Item, Quote, price_items
from tests.buying import GUEST, guest_body, item, new_key
from tests.cart.shopper import Shopper
from tests.factories import make_product
from tests.http import Answer, Api
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db

PUNE = Destination("Maharashtra", "411001")
GUWAHATI = Destination("Assam", "781001")
LAKSHADWEEP = Destination("Lakshadweep", "682555")


def zone(name: str = "North-East", **changes: Any) -> Zone:
    usual: Zone = {
        "en": name,
        "hi": "पूर्वोत्तर",
        "states": [],
        "pincodes": [],
        "is_served": True,
        "base_paise": 8_000,
        "base_grams": 500,
        "step_paise": 4_000,
        "step_grams": 250,
        "free_above_paise": None,
    }
    return usual | changes  # type: ignore[return-value]


def change_shipping(*zones: Zone, **fields: Any) -> None:
    usual = {"flat_paise": 4_900, "free_above_paise": 10_000_000}
    change_shop(shipping=usual | {"zones": list(zones)} | fields)


NORTH_EAST = zone(states=["Assam", "Tripura"])


def priced(*products: Product, destination: Destination, quantity: int = 1) -> Quote:
    items = [Item(each.public_id, quantity, Selection()) for each in products]
    return price_items(items, {each.public_id: each for each in products}, destination=destination)


def guest_at(destination: Destination) -> dict[str, Any]:
    address = GUEST["address"] | {"state": destination.state, "pincode": destination.pincode}
    return GUEST | {"address": address}


def quoted(product: Product, destination: Destination) -> dict[str, Any]:
    where = {"state": destination.state, "pincode": destination.pincode}
    data: dict[str, Any] = Api().post("/orders/quote", {"items": [item(product)], **where}).data
    return data


def order(product: Product, destination: Destination, amount: float) -> Answer:
    body = guest_body(item(product), customerInfo=guest_at(destination), amount=amount)
    return Api().post("/orders/create-guest-order", body, key=new_key())


@pytest.mark.parametrize(
    ("grams", "charge"),
    [(0, 8_000), (500, 8_000), (501, 12_000), (750, 12_000), (751, 16_000), (1_000_000, 15_992_000 + 8_000)],
)
def test_charge_grows_with_each_further_weight_that_is_begun(grams: int, charge: int) -> None:
    assert zone_charge(NORTH_EAST, goods_paise=100, grams=grams) == charge


@given(
    grams=st.integers(0, 2_000_000_000),
    more=st.integers(0, 10_000),
    goods=st.integers(100, 10**9),
    base=st.integers(0, 1_000_000),
    step=st.integers(0, 1_000_000),
    base_grams=st.integers(0, 1_000_000),
    step_grams=st.integers(1, 1_000_000),
    free_above=st.none() | st.integers(0, 10**8),
)
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.any_stack
def test_heavier_parcels_never_cost_less(
    grams: int,
    more: int,
    goods: int,
    base: int,
    step: int,
    base_grams: int,
    step_grams: int,
    free_above: int | None,
) -> None:
    there = zone(
        base_paise=base,
        base_grams=base_grams,
        step_paise=step,
        step_grams=step_grams,
        free_above_paise=free_above,
    )

    charge = zone_charge(there, goods_paise=goods, grams=grams)

    is_free = free_above is not None and goods > free_above
    assert charge == 0 if is_free else charge >= base
    assert charge <= zone_charge(there, goods_paise=goods, grams=grams + more)
    # What is charged beyond the first weight pays for all of the parcel and for no whole step too many.
    if step and not is_free:
        steps = (charge - base) // step
        assert base_grams + (steps - 1) * step_grams < max(grams, base_grams + 1 - step_grams)
        assert grams <= base_grams + steps * step_grams


@pytest.mark.parametrize(
    ("pincode", "found"),
    [("744100", False), ("744101", True), ("744200", True), ("744304", True), ("744305", False), ("", False)],
)
def test_both_ends_of_a_pincode_range_belong_to_it(pincode: str, found: bool) -> None:
    islands = zone("Islands", pincodes=["744101-744304"])

    assert (find_zone([islands], Destination("Delhi", pincode)) is islands) is found


def test_pincode_is_stronger_than_the_state_of_an_earlier_zone() -> None:
    valley, city = zone("Assam", states=["Assam"]), zone("Guwahati", pincodes=["781001-781040", "781101"])

    assert find_zone([valley, city], GUWAHATI) is city
    assert find_zone([valley, city], Destination("Assam", "781101")) is city
    assert find_zone([valley, city], Destination("Assam", "783301")) is valley
    assert find_zone([valley, city], PUNE) is None


@pytest.mark.parametrize("state", ["assam", "Asam", "आसाम", "x"])
def test_state_that_is_misspelt_is_charged_by_its_pincode(state: str) -> None:
    assert find_zone([NORTH_EAST], Destination(state, "781001")) is NORTH_EAST


def test_weight_is_that_of_each_piece_and_free_products_weigh_nothing() -> None:
    change_shipping(NORTH_EAST, default_grams=200)
    heavy, light = make_product(shipping_weight_grams=600), make_product(shipping_weight_grams=0)
    unweighed, free = make_product(), make_product(free_shipping=True, shipping_weight_grams=90_000)

    def charge(*products: Product, quantity: int = 1) -> int:
        return priced(*products, destination=GUWAHATI, quantity=quantity).shipping_paise

    assert charge(light, quantity=4) == 8_000
    assert charge(unweighed, quantity=2) == 8_000
    assert charge(unweighed, quantity=3) == 12_000
    assert charge(heavy, light, free) == 12_000
    assert charge(heavy, unweighed) == 16_000
    assert charge(free, quantity=2) == 0


def test_zone_is_free_above_its_own_limit_only() -> None:
    change_shipping(zone(states=["Assam"], free_above_paise=50_000), free_above_paise=10_000)
    at_limit, above = make_product(price_paise=50_000), make_product(price_paise=50_001)

    assert priced(at_limit, destination=GUWAHATI).shipping_paise == 8_000
    assert priced(above, destination=GUWAHATI).shipping_paise == 0
    assert priced(at_limit, destination=PUNE).shipping_paise == 0


def test_without_zones_and_elsewhere_the_one_rate_holds() -> None:
    product = make_product(shipping_weight_grams=100_000)
    for zones in ([], [NORTH_EAST]):
        change_shipping(*zones)

        assert priced(product, destination=PUNE).shipping_paise == 4_900
        assert priced(product, destination=Destination()).shipping_paise == 4_900


@pytest.mark.parametrize(
    ("zones", "destination", "estimate"),
    [
        ([], Destination(), False),
        ([NORTH_EAST], Destination(), True),
        ([NORTH_EAST], Destination("Assam"), True),
        ([NORTH_EAST], GUWAHATI, False),
        ([NORTH_EAST], PUNE, False),
        # What is delivered costs the same everywhere.
        ([zone(states=["Lakshadweep"], is_served=False)], Destination(), False),
    ],
)
def test_charge_is_an_estimate_until_the_address_is_known(
    zones: list[Zone], destination: Destination, estimate: bool
) -> None:
    change_shipping(*zones)

    assert quoted(make_product(), destination)["shippingIsEstimate"] is estimate
    assert not quoted(make_product(free_shipping=True), destination)["shippingIsEstimate"]


def test_cart_says_that_its_charge_is_an_estimate() -> None:
    change_shipping(NORTH_EAST)

    quote = Shopper().add(make_product())["quote"]

    assert (quote["shippingCost"], quote["shippingIsEstimate"]) == (49, True)


def test_order_costs_what_was_quoted_for_its_address() -> None:
    change_shipping(NORTH_EAST)
    product = make_product(price_paise=50_000, shipping_weight_grams=600)

    quote = quoted(product, GUWAHATI)
    answer = order(product, GUWAHATI, quote["totalAmount"])

    placed = Order.objects.get(order_id=answer.data["orderId"])
    assert (placed.shipping_paise, placed.total_paise) == (12_000, 62_000)
    assert quote["totalAmount"] == 620
    # The tax of the delivery is inside it, at the rate of the goods.
    assert placed.shipping_tax_paise == round(12_000 * 18 / 118)


def test_amount_of_another_address_is_refused_with_the_right_quote() -> None:
    change_shipping(NORTH_EAST)
    product = make_product(price_paise=50_000)

    refused = order(product, GUWAHATI, quoted(product, PUNE)["totalAmount"])

    assert refused.refusal == (409, "PRICE_CHANGED")
    fresh = refused.body["data"]
    assert (fresh["shippingCost"], fresh["totalAmount"]) == (80, 580)
    assert order(product, GUWAHATI, fresh["totalAmount"]).status == 200


def test_charge_that_changes_between_quote_and_order_has_to_be_confirmed() -> None:
    change_shipping(NORTH_EAST)
    product = make_product(price_paise=50_000)
    shown = quoted(product, GUWAHATI)["totalAmount"]
    change_shipping(zone(states=["Assam"], base_paise=9_900))

    refused = order(product, GUWAHATI, shown)

    assert refused.refusal == (409, "PRICE_CHANGED")
    assert refused.body["data"]["totalAmount"] == 599
    assert not Order.objects.exists()


def test_destination_that_is_not_served_is_named_before_and_refused_when_ordered() -> None:
    change_shipping(zone("Lakshadweep", hi="लक्षद्वीप", states=["Lakshadweep"], is_served=False))
    product = make_product()

    quote = quoted(product, LAKSHADWEEP)
    refused = order(product, LAKSHADWEEP, quote["totalAmount"])

    sentence = "We do not deliver to Lakshadweep. Please choose another address"
    assert quote["deliveryProblem"] == {"code": "NOT_SERVED", "message": sentence}
    assert refused.refusal == (400, "NOT_SERVED")
    assert refused.body["message"] == sentence
    assert list(refused.body["errors"]) == ["address.pincode"]
    assert not Order.objects.exists()
    assert quoted(product, PUNE)["deliveryProblem"] is None


def test_zone_that_stops_being_served_after_the_quote_is_refused() -> None:
    change_shipping(NORTH_EAST)
    product = make_product()
    shown = quoted(product, GUWAHATI)["totalAmount"]
    change_shipping(zone(states=["Assam"], is_served=False))

    assert order(product, GUWAHATI, shown).refusal == (400, "NOT_SERVED")


def test_seller_within_one_state_names_the_address_in_the_quote() -> None:
    change_shop(tax={"registration": "composition", "gstin": "27ABCDE1234F1Z5"})

    assert quoted(make_product(), GUWAHATI)["deliveryProblem"]["code"] == "OUTSIDE_STATE"
    assert quoted(make_product(), PUNE)["deliveryProblem"] is None


@pytest.mark.parametrize(
    "pincode", ["1", "012345", "7441011", "74410x", "７４４１０１", "744101\n", 744101, None, []]
)
def test_quote_refuses_what_is_no_pincode(pincode: object) -> None:
    answer = Api().post("/orders/quote", {"items": [item(make_product())], "pincode": pincode})

    assert answer.status in (400, 422)
    assert list(answer.body["errors"]) == ["pincode"]
