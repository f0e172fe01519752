"""Limits on the stock that unpaid orders may hold."""

from datetime import timedelta
from typing import Any

import pytest

from project.catalog.errors import OutOfStock
from project.orders.actions import cancel_unpaid, end_hold
from project.orders.holds import HoldLimit
from project.orders.models import Order
from tests.buying import (
    begin,
    guest,
    guest_body,
    hold,
    item,
    let_order_pass,
    new_key,
    pay_call,
    place,
    proof,
    total_of,
)
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db
NETWORK = "203.0.113.7"


@pytest.fixture(autouse=True)
def hold_limits() -> None:
    """Set the limits a shop has when it sets none."""
    change_shop(
        limits={
            "unpaid_orders_per_buyer": 3,
            "unpaid_pieces_per_buyer": 50,
            "unpaid_orders_per_network": 20,
            "unpaid_pieces_per_network": 100,
            "stock_share_percent": 50,
        }
    )


@pytest.mark.parametrize("same", ["email", "phone"])
def test_a_buyer_holds_three_unpaid_orders_and_may_go_on_when_one_is_over(same: str) -> None:
    product = make_product(stock=100)
    mine = [place(product, customerInfo=guest(n) | {same: guest(1)[same]}) for n in range(1, 6)]
    for order in mine[:3]:
        begin(order)

    with pytest.raises(HoldLimit):
        begin(mine[3])

    cancel_unpaid(mine[0].order_id, cause="test")
    begin(mine[3])
    let_order_pass(mine[1], timedelta(hours=1))
    end_hold(mine[1].order_id, cause="clock")
    begin(mine[4])


def test_an_account_is_one_buyer_whatever_it_writes_into_the_address() -> None:
    product = make_product(stock=100)
    api = Api(token=log_in(make_user(email="asha@example.com")))
    orders = []
    for number in range(4):
        address = guest(number)["address"] | {
            "name": "Asha",
            "email": guest(number)["email"],
            "phone": guest(number)["phone"],
        }
        body = {"items": [item(product)], "shippingAddress": address, "amount": total_of(item(product))}
        answer = api.post("/orders/", body, key=new_key())
        orders.append(Order.objects.get(order_id=answer.data["orderId"]))

    for order in orders[:3]:
        begin(order)
    with pytest.raises(HoldLimit):
        begin(orders[3])


def test_pieces_of_a_buyer_are_limited_over_all_orders() -> None:
    change_shop(limits={"unpaid_pieces_per_buyer": 12})
    first, second = make_product(stock=100), make_product(stock=100)
    hold(first, 8)
    order = place(second, 5)

    with pytest.raises(HoldLimit):
        begin(order)

    begin(place(second, 4))


def test_an_order_nobody_could_pay_is_not_written(api: Api) -> None:
    change_shop(limits={"unpaid_pieces_per_buyer": 12})
    first, second, small = make_product(stock=100), make_product(stock=100), make_product(stock=4)

    large = api.post("/orders/create-guest-order", guest_body(item(first, 8), item(second, 5)))
    greedy = api.post("/orders/create-guest-order", guest_body(item(small, 3)))

    assert large.refusal == greedy.refusal == (409, "HOLD_LIMIT")
    assert "up to 12 pieces" in large.body["message"]
    assert small.title_en in greedy.body["message"]
    assert not Order.objects.exists()


def test_one_buyer_holds_half_of_a_product_and_a_pair_of_the_last_two() -> None:
    product, pair = make_product(stock=7), make_product(stock=2)
    hold(product, 3)
    begin(place(product, 1))  # four are half of seven, rounded up

    with pytest.raises(HoldLimit):
        hold(product, 1)

    hold(pair, 2)


def test_payment_that_cannot_begin_says_what_is_left(api: Api) -> None:
    product, other = make_product(stock=4), make_product(stock=9)
    body = guest_body(item(product, 2), item(other, 1), customerInfo=guest(1))
    answer = api.post("/orders/create-guest-order", body)
    late = Order.objects.get(order_id=answer.data["orderId"])
    begin(place(product, 1, customerInfo=guest(2)), proven=True)
    begin(place(product, 2, customerInfo=guest(3)), proven=True)

    refused = pay_call(late)

    assert refused.refusal == (409, "OUT_OF_STOCK")
    assert refused.body["message"] == f"Only 1 of {product.title_en} left"
    assert refused.body["data"]["products"] == [
        {
            "productId": product.public_id,
            "title": product.title_en,
            "wanted": 2,
            "available": 1,
            "availableIsMore": False,
        }
    ]
    assert not late.payments.exists()
    in_hindi = pay_call(late, api=Api(language="hi"))
    assert in_hindi.body["message"] == f"{product.title_hi} के केवल 1 नग बचे हैं"


def test_the_answers_say_how_long_the_pieces_are_promised(provider: SandboxProcess, api: Api) -> None:
    product = make_product(stock=9)
    created = api.post("/orders/create-guest-order", guest_body(item(product))).data
    order = Order.objects.get(order_id=created["orderId"])
    assert created["payBy"]
    fresh = api.get(f"/auth/orders/{order.order_id}", X_Order_Key=order.key).data["order"]
    assert (fresh["heldUntil"], fresh["payBy"]) == (None, created["payBy"])

    paying = pay_call(order).data

    assert paying["heldUntil"] > paying["expiresAt"]
    shown = api.get(f"/auth/orders/{order.order_id}", X_Order_Key=order.key).data["order"]
    assert shown["heldUntil"] == paying["heldUntil"]


@pytest.mark.parametrize(
    ("address", "network"), [("203.0.113.7", "203.0.113.0/24"), ("2001:db8:7:3::9", "2001:db8:7::/48")]
)
def test_caller_counts_as_the_widest_network_one_party_may_have(
    provider: SandboxProcess, address: str, network: str
) -> None:
    order = place(make_product(stock=9))

    assert pay_call(order, api=Api(address=address)).status == 200

    order.refresh_from_db()
    assert order.hold_network == network


def test_the_address_is_kept_as_long_as_the_hold() -> None:
    order = begin(place(make_product(stock=9)), network=NETWORK)
    assert order.hold_network == "203.0.113.0/24"

    let_order_pass(order, timedelta(hours=1))
    end_hold(order.order_id, cause="clock")

    order.refresh_from_db()
    assert order.hold_network == ""


def test_rude_guest_cannot_empty_the_shop() -> None:
    products = [make_product(stock=stock) for stock in (2, 3, 5, 8, 13, 40, 200)]
    held = refused = 0
    for number in range(60):  # new name, address and phone each time, and from all that is there
        product = products[number % len(products)]
        product.refresh_from_db()
        pieces = max(1, min(10, (product.on_hand + 1) // 2, product.sellable))
        try:
            begin(place(product, pieces, customerInfo=guest(number)), network=NETWORK)
            held += pieces
        except (HoldLimit, OutOfStock):
            refused += 1
        except AssertionError:  # the order itself was refused
            refused += 1

    assert held <= 100 and refused >= 40
    for number, product in enumerate(products[1:]):  # two pieces may go to one buyer
        begin(place(product, customerInfo=guest(1000 + number)), proven=True)


@pytest.mark.django_db(transaction=True)
def test_limit_holds_when_one_buyer_begins_many_payments_at_once() -> None:
    products = [make_product(stock=50) for _ in range(12)]
    orders = [place(product, customerInfo=guest(number)) for number, product in enumerate(products)]
    Order.objects.update(email="asha@example.com")

    def pay(number: int) -> Any:
        try:
            return bool(begin(orders[number], network=NETWORK))
        except HoldLimit:
            return False

    assert at_once(len(orders), pay).count(True) == 3
    assert Order.objects.exclude(held_until=None).count() == 3


def test_refused_guest_hears_of_the_orders_of_this_browser_and_of_no_strangers(api: Api) -> None:
    product = make_product(stock=100)
    tokens = []
    for number in range(3):
        person = guest(number) | {"email": guest(1)["email"]}
        placed = api.post(
            "/orders/create-guest-order", guest_body(item(product, 2), customerInfo=person), key=new_key()
        ).data
        begin(Order.objects.get(order_id=placed["orderId"]))
        tokens.append((placed["orderId"], placed["placingToken"]))
    fourth = place(product, customerInfo=guest(1))
    body = {"orderId": fourth.order_id, "key": fourth.key}

    stranger = api.post("/phonepe/create-order", body, key=new_key())
    browser = api.post(
        "/phonepe/create-order", body, key=new_key(), X_Order_Placing=",".join(t for _, t in tokens[:2])
    )

    assert stranger.refusal == browser.refusal == (409, "HOLD_PROOF_REQUIRED")
    assert stranger.body["data"] == {"orders": [], "codeTo": "g•••@example.com"}
    shown = browser.body["data"]["orders"]
    assert [order["orderId"] for order in shown] == [order_id for order_id, _ in tokens[:2]]
    assert shown[0]["items"] == [f"{product.title_en} × 2"]
    assert shown[0]["totalAmount"] > 0 and shown[0]["heldUntil"] and shown[0]["payBy"]


def test_refused_proven_buyer_hears_of_the_orders_of_the_address(api: Api) -> None:
    product = make_product(stock=100)
    held = [
        begin(place(product, customerInfo=guest(n) | {"email": guest(1)["email"]}), proven=True)
        for n in range(3)
    ]
    order = place(product, customerInfo=guest(1))

    answer = api.post("/phonepe/create-order", {"orderId": order.order_id}, key=new_key(), **proof(order))

    assert answer.refusal == (409, "HOLD_LIMIT")
    assert [shown["orderId"] for shown in answer.body["data"]["orders"]] == [each.order_id for each in held]
