import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cart.shopper import Shopper, lines
from tests.factories import BEAD_OPTIONS, make_product, make_user

pytestmark = pytest.mark.django_db


def test_a_guest_without_a_cart_sees_an_empty_one_and_gets_no_token() -> None:
    shopper = Shopper()

    cart = shopper.cart()

    assert cart == {
        "lines": [],
        "count": 0,
        "quote": None,
        "hasChanges": False,
        "canCheckOut": False,
        "version": 0,
    }
    assert shopper.cart_token is None


def test_a_guests_first_product_makes_a_cart_that_its_token_opens_again() -> None:
    product = make_product(title_en="Five Mukhi", price_paise=50_050)
    shopper = Shopper()

    shopper.add(product, 2)

    cart = shopper.cart()
    assert lines(cart) == [("Five Mukhi", 2, 500.5)]
    assert (cart["count"], cart["quote"]["totalAmount"], cart["canCheckOut"]) == (2, 1001, True)
    assert shopper.cart_token is not None and len(shopper.cart_token) >= 40


def test_the_same_product_in_the_same_options_adds_up_and_other_options_stand_apart() -> None:
    product = make_product(title_en="Five Mukhi", options=BEAD_OPTIONS)
    shopper = Shopper()

    shopper.add(product, 1, size="big")
    shopper.add(product, 2)
    shopper.add(product, 1, origin="Nepal", size="regular")
    cart = shopper.add(product, 1, size="big", xrayCertification=True)

    assert lines(cart) == [("Five Mukhi", 1, 1500), ("Five Mukhi", 3, 500), ("Five Mukhi", 1, 2000)]


def test_a_customer_has_one_cart_on_all_devices() -> None:
    user = make_user()
    product = make_product(title_en="Five Mukhi")

    Shopper(user).add(product)

    other = Shopper(user)
    assert lines(other.cart()) == [("Five Mukhi", 1, 500)]
    assert other.cart_token is None


def test_quantity_and_options_of_a_line_can_be_changed() -> None:
    product = make_product(title_en="Five Mukhi", options=BEAD_OPTIONS)
    shopper = Shopper()
    line = shopper.add(product)["lines"][0]

    shopper.change(line, quantity=4)
    cart = shopper.change(line, customization={"size": "big"})

    assert lines(cart) == [("Five Mukhi", 4, 1500)]
    assert cart["lines"][0]["_id"] == line["_id"]


def test_changing_options_to_those_of_another_line_joins_the_two() -> None:
    product = make_product(title_en="Five Mukhi", options=BEAD_OPTIONS)
    shopper = Shopper()
    shopper.add(product, 2)
    big = shopper.add(product, 1, size="big")["lines"][1]

    cart = shopper.change(big, customization={"size": "regular"})

    assert lines(cart) == [("Five Mukhi", 3, 500)]


def test_a_line_says_whether_its_options_can_be_chosen_anew() -> None:
    shopper = Shopper()
    shopper.add(make_product(options=BEAD_OPTIONS))

    cart = shopper.add(make_product())

    assert [line["product"]["hasChoice"] for line in cart["lines"]] == [True, False]


def test_a_removed_line_is_gone() -> None:
    shopper = Shopper()
    shopper.add(make_product(title_en="Five Mukhi"))
    line = shopper.add(make_product(title_en="Amethyst"))["lines"][0]

    cart = shopper.remove(line)

    assert lines(cart) == [("Amethyst", 1, 500)]


def test_the_quote_is_that_of_an_order_with_these_lines() -> None:
    first, second = make_product(price_paise=50_000), make_product(price_paise=7_550)
    shopper = Shopper()
    shopper.add(first, 2)

    cart = shopper.add(second, 3)

    items = [
        {"productId": line["product"]["_id"], "quantity": line["quantity"], "customization": {}}
        for line in cart["lines"]
    ]
    assert cart["quote"] == shopper.api.post("/orders/quote", {"items": items}).data
    assert cart["quote"]["totalAmount"] == 1226.5


def test_texts_are_in_the_callers_language() -> None:
    user = make_user()
    Shopper(user).add(make_product(title_en="Five Mukhi", title_hi="पंचमुखी"))

    cart = Shopper(user, language="hi").cart()

    assert lines(cart) == [("पंचमुखी", 1, 500)]


@pytest.mark.both_stacks
def test_reading_a_long_cart_takes_no_more_queries_than_a_short_one() -> None:
    def queries(count: int) -> int:
        shopper = Shopper()
        for _ in range(count):
            shopper.add(make_product(options=BEAD_OPTIONS))
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert len(shopper.cart()["lines"]) == count
        return len(captured)

    assert queries(12) == queries(2) <= 6
