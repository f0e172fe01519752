"""A guest's cart, merged into their account once."""

import pytest

from project.cart.models import MAX_LINES_AFTER_MERGE, Cart, CartLine
from project.orders.pricing import MAX_LINES
from tests.cart.shopper import Shopper, lines, notes
from tests.factories import BEAD_OPTIONS, make_product, make_user

pytestmark = pytest.mark.django_db


def test_a_guests_cart_goes_into_the_account_at_the_first_call_after_the_login() -> None:
    user = make_user()
    shopper = Shopper()
    shopper.add(make_product(title_en="Five Mukhi"), 2)

    shopper.log_in(user)

    assert lines(shopper.cart()) == [("Five Mukhi", 2, 500)]
    assert shopper.cart_token is None
    assert lines(Shopper(user).cart()) == [("Five Mukhi", 2, 500)]
    assert Cart.objects.get().user == user


def test_lines_of_both_carts_add_up_where_product_and_options_are_the_same() -> None:
    user = make_user()
    bead = make_product(title_en="Five Mukhi", options=BEAD_OPTIONS)
    Shopper(user).add(bead, 1, size="big")
    shopper = Shopper()
    shopper.add(bead, 2, size="big")
    shopper.add(bead, 1)

    shopper.log_in(user)

    assert lines(shopper.cart()) == [("Five Mukhi", 3, 1500), ("Five Mukhi", 1, 500)]


def test_what_both_carts_hold_together_is_lowered_to_what_is_left_and_told() -> None:
    user = make_user()
    product = make_product(stock=3)
    Shopper(user).add(product, 2)
    shopper = Shopper()
    shopper.add(product, 2)

    shopper.log_in(user)

    line = shopper.cart()["lines"][0]
    assert (line["quantity"], line["notices"][0]["message"]) == (3, "Only 3 left: we lowered the quantity")


def test_showing_the_guests_token_again_merges_nothing_again() -> None:
    user = make_user()
    shopper = Shopper()
    shopper.add(make_product(), 2)
    token = shopper.cart_token
    shopper.log_in(user)
    shopper.cart()

    shopper.cart_token = token
    cart = shopper.cart()

    assert cart["count"] == 2
    assert shopper.cart_token is None


def test_adding_right_after_the_login_merges_too() -> None:
    user = make_user()
    shopper = Shopper()
    shopper.add(make_product(title_en="Five Mukhi"))
    shopper.log_in(user)

    cart = shopper.add(make_product(title_en="Amethyst"))

    assert lines(cart) == [("Five Mukhi", 1, 500), ("Amethyst", 1, 500)]
    assert shopper.cart_token is None


def test_a_merge_loses_no_line_and_the_surplus_says_that_one_order_is_not_enough() -> None:
    user = make_user()
    owner, guest = Shopper(user), Shopper()
    for _ in range(MAX_LINES):
        owner.add(make_product())
    guest.add(make_product(title_en="One too many"))

    guest.log_in(user)

    cart = guest.cart()
    assert len(cart["lines"]) == MAX_LINES + 1
    assert [line["problem"] for line in cart["lines"]] == [None] * MAX_LINES + ["TOO_MANY_LINES"]
    assert notes(cart) == [f"One order holds {MAX_LINES} products. Please order this one separately"]
    hindi = Shopper(user, language="hi").cart()
    assert notes(hindi) == [f"एक ऑर्डर में {MAX_LINES} उत्पाद ही हो सकते हैं। इसे अलग से ऑर्डर करें"]
    assert len(cart["quote"]["lines"]) == MAX_LINES
    assert guest.try_to_add(make_product()).refusal == (409, "CART_FULL")


def test_cart_that_many_merges_fill_ends_at_twice_what_one_order_takes() -> None:
    user = make_user()
    cart = Cart.objects.create(user=user)
    products = [make_product() for _ in range(MAX_LINES_AFTER_MERGE)]
    CartLine.objects.bulk_create(
        CartLine(cart=cart, product=each, quantity=1, unit_paise=50_000) for each in products
    )
    guest = Shopper()
    guest.add(make_product(title_en="One too many"))

    guest.log_in(user)

    titles = [line["product"]["title"] for line in guest.cart()["lines"]]
    assert (len(titles), "One too many" in titles) == (MAX_LINES_AFTER_MERGE, False)


def test_after_logging_out_the_browser_holds_no_cart() -> None:
    user = make_user()
    shopper = Shopper(user)
    shopper.add(make_product())

    shopper.api.token = ""

    assert shopper.cart()["lines"] == []
    assert CartLine.objects.count() == 1
