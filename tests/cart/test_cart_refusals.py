"""Refusals of hostile and of mistaken changes of a cart."""

from typing import Any

import pytest

from project.cart.models import Cart, CartLine
from project.catalog.models import Product
from project.orders.pricing import MAX_LINES
from tests.cart.shopper import Shopper, lines
from tests.factories import BEAD_OPTIONS, make_product, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("quantity", [0, -1, 100, 10**9, 10**30, 1.5, "2", True, None, [1], {}])
def test_a_quantity_that_is_none_is_refused(quantity: Any) -> None:
    shopper = Shopper()

    status, code = shopper.try_to_add(make_product(stock=200), quantity).refusal

    assert status == 422
    assert code in ("INVALID_QUANTITY", "VALIDATION")
    assert not CartLine.objects.exists()


@pytest.mark.parametrize("quantity", [0, -1, 100, 10**9, 1.5, "2"])
def test_a_line_takes_no_such_quantity_either(quantity: Any) -> None:
    shopper = Shopper()
    line = shopper.add(make_product(stock=200), 3)["lines"][0]

    status, _ = shopper.try_to_change(line, quantity=quantity).refusal

    assert status == 422
    assert shopper.cart()["lines"][0]["quantity"] == 3


def test_more_than_is_left_is_refused_however_it_is_split() -> None:
    product = make_product(stock=3, options=BEAD_OPTIONS)
    shopper = Shopper()
    line = shopper.add(product, 2)["lines"][0]

    assert shopper.try_to_add(product, 2).refusal == (409, "OUT_OF_STOCK")
    assert shopper.try_to_add(product, 2, size="big").refusal == (409, "OUT_OF_STOCK")
    assert shopper.try_to_change(line, quantity=4).refusal == (409, "OUT_OF_STOCK")
    assert shopper.change(line, quantity=3)["count"] == 3


def test_more_than_one_order_can_hold_is_refused_however_it_is_split() -> None:
    product = make_product(stock=200, options=BEAD_OPTIONS)
    shopper = Shopper()
    shopper.add(product, 6)

    assert shopper.try_to_add(product, 5).refusal == (422, "INVALID_QUANTITY")
    refused = shopper.try_to_add(product, 5, size="big")
    assert refused.refusal == (422, "INVALID_QUANTITY")
    assert "up to 10 pieces of a product" in refused.body["message"]
    assert shopper.add(product, 4, size="big")["count"] == 10


def test_trying_quantities_out_tells_nobody_how_many_pieces_there_are() -> None:
    few, many = make_product(stock=11), make_product(stock=900)

    told = []
    for product in (few, many):
        shopper = Shopper()
        line = shopper.add(product, 10)["lines"][0]
        refusals = [shopper.try_to_change(line, quantity=quantity).refusal for quantity in (11, 12, 500, 901)]
        told.append((line["maxQuantity"], line["product"]["sellable"], refusals))

    assert told[0] == told[1] == (10, 10, [(422, "INVALID_QUANTITY")] * 4)


def test_a_cart_from_before_a_lower_limit_is_lowered_and_told() -> None:
    shopper = Shopper()
    shopper.add(make_product(stock=200), 3)
    CartLine.objects.update(quantity=60)

    cart = shopper.cart()

    assert [line["quantity"] for line in cart["lines"]] == [10]
    assert cart["lines"][0]["notices"][0]["message"] == (
        "One order can have 10 pieces of a product: we lowered the quantity"
    )


def test_unknown_and_hidden_products_are_refused_alike() -> None:
    hidden = make_product(is_visible=False)
    unknown = Product(public_id="0123456789abcdef")
    shopper = Shopper()

    refusals = {shopper.try_to_add(product).refusal for product in (hidden, unknown)}

    assert refusals == {(409, "PRODUCT_UNAVAILABLE")}
    assert not Cart.objects.exists()


@pytest.mark.parametrize(
    "options",
    [{"size": "gigantic"}, {"origin": "UK"}, {"pendantType": "gold"}, {"origin": "नेपाल' OR 1=1 --"}],
)
def test_unknown_and_unavailable_options_are_refused(options: dict[str, Any]) -> None:
    shopper = Shopper()

    answer = shopper.try_to_add(make_product(options=BEAD_OPTIONS), **options)

    assert answer.refusal == (409, "OPTION_UNAVAILABLE")


def test_an_endless_option_name_is_refused() -> None:
    answer = Shopper().try_to_add(make_product(), size="x" * 10_000)

    assert answer.refusal == (422, "VALIDATION")


def test_the_line_after_the_last_is_refused_in_the_callers_language() -> None:
    shopper = Shopper(language="hi")
    for _ in range(MAX_LINES):
        shopper.add(make_product())

    answer = shopper.try_to_add(make_product())

    assert answer.refusal == (409, "CART_FULL")
    assert "कार्ट भर गया" in answer.body["message"]
    assert len(shopper.cart()["lines"]) == MAX_LINES


@pytest.mark.parametrize("token", ["forged", "x" * 5_000, "'; DROP TABLE cart_cart; --", "é"])
def test_a_forged_token_opens_nothing_and_is_to_be_forgotten(token: str) -> None:
    Shopper().add(make_product())
    stranger = Shopper()
    stranger.cart_token = token

    assert stranger.cart()["lines"] == []
    assert stranger.cart_token is None


def test_a_forged_token_gets_a_cart_of_its_own_when_something_is_added() -> None:
    stranger = Shopper()
    stranger.cart_token = "forged"

    stranger.add(make_product(title_en="Five Mukhi"))

    assert stranger.cart_token not in (None, "forged")
    assert lines(stranger.cart()) == [("Five Mukhi", 1, 500)]


def test_a_customers_cart_opens_with_no_guests_token() -> None:
    user = make_user()
    Shopper(user).add(make_product())

    stranger = Shopper()

    assert stranger.cart()["lines"] == []


def test_anothers_line_does_not_exist() -> None:
    line = Shopper().add(make_product())["lines"][0]
    guest, customer = Shopper(), Shopper(make_user())
    guest.add(make_product())

    for other in (guest, customer):
        assert other.try_to_change(line, quantity=2).refusal == (404, "NOT_FOUND")
        assert other.try_to_remove(line).refusal == (404, "NOT_FOUND")
    assert CartLine.objects.get(public_id=line["_id"]).quantity == 1


def test_a_bearer_token_that_is_not_good_is_refused_before_any_cart_is_shown() -> None:
    shopper = Shopper()
    shopper.add(make_product())
    shopper.api.token = "not-a-token"

    answer = shopper.api.get("/cart", None, **shopper._headers())

    assert answer.refusal == (401, "TOKEN_REFUSED")


def test_accepting_nonsense_changes_nothing() -> None:
    shopper = Shopper()
    cart = shopper.add(make_product(), 2)
    line_id = cart["lines"][0]["_id"]

    for lines_ in (
        [{"lineId": line_id, "unitPrice": 1, "quantity": 1}],
        [{"lineId": "another", "unitPrice": 500, "quantity": 2}],
        [],
    ):
        answer = shopper.api.post("/cart/notices/accept", {"lines": lines_}, **shopper._headers())
        assert answer.data["cart"]["lines"] == cart["lines"]


@pytest.mark.parametrize("price", [-1, 0.001, 10**12, "NaN", "Infinity", None])
def test_accepting_a_price_that_is_none_is_refused(price: Any) -> None:
    shopper = Shopper()
    line_id = shopper.add(make_product())["lines"][0]["_id"]
    seen = [{"lineId": line_id, "unitPrice": price, "quantity": 1}]

    answer = shopper.api.post("/cart/notices/accept", {"lines": seen}, **shopper._headers())

    assert answer.refusal == (422, "VALIDATION")


def test_changes_are_limited(settings: Any) -> None:
    settings.RATE_LIMIT_FACTOR = 1
    shopper = Shopper()
    line = shopper.add(make_product(stock=99))["lines"][0]

    # 120 a minute: the calls may fall into two minutes, not into three.
    answers = (shopper.try_to_change(line, quantity=1 + number % 9) for number in range(241))
    refused = next(answer for answer in answers if answer.status != 200)

    assert refused.refusal == (429, "RATE_LIMITED")
    assert 0 < refused.body["retryAfter"] <= 61
