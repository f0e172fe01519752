"""The shop's changes of products in a cart, shown until they are accepted."""

import pytest
from django.db.models import F

from project.catalog.actions import stock
from project.catalog.models import Category, OptionKind, Product, ProductOption
from tests.cart.shopper import Shopper, lines, notes
from tests.factories import BEAD_OPTIONS, make_category, make_product

pytestmark = pytest.mark.django_db


def reprice(product: Product, price_paise: int) -> None:
    Product.objects.filter(pk=product.pk).update(price_paise=price_paise, version=F("version") + 1)


def sell(product: Product, pieces: int) -> None:
    stock.hold(product, quantity=pieces, reference=f"AKS-{pieces}")


def test_a_new_price_is_told_until_it_is_accepted() -> None:
    product = make_product(price_paise=50_000)
    shopper = Shopper()
    shopper.add(product, 2)

    reprice(product, 125_050)

    cart = shopper.cart()
    assert notes(cart) == ["The price changed from ₹500 to ₹1,250.50"]
    assert cart["lines"][0]["notices"][0] | {"message": ""} == {
        "code": "PRICE_CHANGED",
        "message": "",
        "before": 500,
        "after": 1250.5,
    }
    assert (cart["quote"]["totalAmount"], cart["hasChanges"], cart["canCheckOut"]) == (2501, True, False)
    assert notes(shopper.cart()) == notes(cart)
    accepted = shopper.accept(cart)
    assert (notes(accepted), accepted["hasChanges"], accepted["canCheckOut"]) == ([], False, True)
    assert lines(accepted) == [(product.title_en, 2, 1250.5)]


def test_the_notice_speaks_hindi() -> None:
    product = make_product(price_paise=50_000, stock=5)
    shopper = Shopper(language="hi")
    shopper.add(product, 4)

    reprice(product, 60_000)
    sell(product, 3)

    assert notes(shopper.cart()) == [
        "मूल्य ₹500 से बदलकर ₹600 हो गया है",
        "केवल 2 नग बचे हैं: हमने मात्रा घटा दी है",
    ]


def test_a_price_that_changes_back_needs_no_consent() -> None:
    product = make_product(price_paise=50_000)
    shopper = Shopper()
    shopper.add(product)
    reprice(product, 60_000)
    reprice(product, 50_000)

    assert (notes(shopper.cart()), shopper.cart()["canCheckOut"]) == ([], True)


def test_accepting_what_changed_once_more_leaves_the_newer_change_to_accept() -> None:
    product = make_product(price_paise=50_000)
    shopper = Shopper()
    shopper.add(product)
    reprice(product, 60_000)
    seen = shopper.cart()
    reprice(product, 70_000)

    cart = shopper.accept(seen)

    assert notes(cart) == ["The price changed from ₹500 to ₹700"]


def test_a_quantity_that_is_no_longer_there_is_lowered_and_told() -> None:
    product = make_product(stock=5)
    shopper = Shopper()
    shopper.add(product, 4)

    sell(product, 3)

    cart = shopper.cart()
    assert lines(cart) == [(product.title_en, 2, 500)]
    assert notes(cart) == ["Only 2 left: we lowered the quantity"]
    assert (cart["count"], cart["quote"]["totalAmount"], cart["canCheckOut"]) == (2, 1000, False)
    assert shopper.accept(cart)["canCheckOut"] is True
    stock.release(product, reference="AKS-3")
    assert lines(shopper.cart()) == [(product.title_en, 2, 500)]


def test_the_lines_of_one_product_share_its_pieces_and_who_came_first_is_served_first() -> None:
    product = make_product(stock=5, options=BEAD_OPTIONS)
    shopper = Shopper()
    shopper.add(product, 2)
    shopper.add(product, 3, size="big")

    sell(product, 2)

    first, second = shopper.cart()["lines"]
    assert (first["quantity"], second["quantity"]) == (2, 1)
    assert (first["maxQuantity"], second["maxQuantity"]) == (0, 1)


def test_a_sold_out_line_stays_with_its_problem_and_out_of_the_total() -> None:
    gone, there = make_product(stock=1, price_paise=90_000), make_product(price_paise=50_000)
    shopper = Shopper()
    shopper.add(gone)
    shopper.add(there)

    sell(gone, 1)

    cart = shopper.cart()
    assert [line["problem"] for line in cart["lines"]] == ["OUT_OF_STOCK", None]
    assert notes(cart) == ["Sold out at the moment"]
    assert (cart["count"], cart["quote"]["totalAmount"], cart["canCheckOut"]) == (1, 500, True)


@pytest.mark.parametrize("what", ["product", "category"])
def test_a_hidden_product_stays_in_the_cart_and_says_that_it_is_no_longer_sold(what: str) -> None:
    product = make_product(title_en="Five Mukhi", category=make_category("malas"))
    shopper = Shopper()
    shopper.add(product)

    if what == "product":
        Product.objects.filter(pk=product.pk).update(is_visible=False)
    else:
        Category.objects.filter(slug="malas").update(is_active=False, is_shown=False)

    cart = shopper.cart()
    line = cart["lines"][0]
    assert (line["product"]["title"], line["problem"]) == ("Five Mukhi", "PRODUCT_UNAVAILABLE")
    assert line["product"]["isAvailable"] is False
    assert notes(cart) == ["This product is no longer sold"]
    assert (cart["count"], cart["quote"], cart["canCheckOut"]) == (0, None, False)
    assert shopper.accept(cart)["lines"][0]["problem"] == "PRODUCT_UNAVAILABLE"
    assert shopper.remove(line)["lines"] == []


@pytest.mark.parametrize("how", ["deleted", "not available"])
def test_an_option_that_is_gone_is_told_and_can_be_chosen_anew(how: str) -> None:
    product = make_product(options=BEAD_OPTIONS)
    shopper = Shopper()
    shopper.add(product, size="big")
    size = ProductOption.objects.filter(product=product, kind=OptionKind.SIZE, name="big")

    if how == "deleted":
        size.delete()
    else:
        size.update(available=False)

    cart = shopper.cart()
    assert cart["lines"][0]["problem"] == "OPTION_UNAVAILABLE"
    assert notes(cart) == ["The options you chose are no longer offered"]
    assert cart["quote"] is None
    changed = shopper.change(cart["lines"][0], customization={"size": "small"})
    assert lines(changed) == [(product.title_en, 1, 300)]
    assert changed["canCheckOut"] is True


def test_the_price_of_an_option_counts_as_the_lines_price() -> None:
    product = make_product(options=BEAD_OPTIONS)
    shopper = Shopper()
    shopper.add(product, size="big")

    ProductOption.objects.filter(product=product, name="big").update(price_paise=120_000)

    assert notes(shopper.cart()) == ["The price changed from ₹1,500 to ₹1,700"]


def test_adding_more_shows_the_present_price_and_so_accepts_it() -> None:
    product = make_product(price_paise=50_000)
    shopper = Shopper()
    shopper.add(product)
    reprice(product, 60_000)

    cart = shopper.add(product)

    assert (lines(cart), notes(cart)) == ([(product.title_en, 2, 600)], [])


def test_line_of_a_product_that_is_hidden_by_now_cannot_be_changed() -> None:
    product = make_product()
    shopper = Shopper()
    (line,) = shopper.add(product)["lines"]
    Product.objects.update(is_visible=False)

    assert shopper.try_to_change(line, quantity=2).refusal == (409, "PRODUCT_UNAVAILABLE")

    assert shopper.cart()["lines"][0]["quantity"] == 1
