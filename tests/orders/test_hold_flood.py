"""Unpaid orders of many network addresses leave half of the stock, and what they hold, to proven buyers."""

import random
from collections.abc import Iterator
from datetime import timedelta

import pytest

from project.catalog.errors import OutOfStock
from project.catalog.models import Product
from project.events.models import Event
from project.orders import actions, holds
from project.orders.holds import HoldLimit, ProofRequired
from project.orders.models import Order
from project.payments.models import Payment, Refund
from tests.accounts.login_helpers import code_to
from tests.buying import (
    begin,
    check,
    guest,
    hold,
    item,
    let_order_pass,
    let_pass,
    new_key,
    pay_call,
    place,
    start,
    total_of,
)
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db

IPV4 = [f"198.51.{number}.9" for number in range(8)]
IPV6 = [f"2001:db8:7:{number:x}::1" for number in range(8)]
AFTER_GRACE = timedelta(minutes=2, seconds=1)


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


def fresh(product: Product) -> Product:
    product.refresh_from_db()
    return product


def flood(products: list[Product], addresses: list[str], *, rounds: int = 3) -> int:
    """Hold as much as guests with made-up names can, from each address in turn; return the calls it took."""
    calls = 0
    numbers: Iterator[int] = iter(range(10_000, 99_999))
    for _ in range(rounds):
        for address in addresses:
            left = [product for product in products if fresh(product).sellable > 0]
            if not left:
                return calls
            product = max(left, key=lambda each: each.sellable)
            quantity = max(1, min(10, product.sellable, (product.on_hand + 1) // 2))
            calls += 2
            try:
                begin(place(product, quantity, customerInfo=guest(next(numbers))), network=address)
            except (HoldLimit, OutOfStock):
                continue
    return calls


def account_order(
    product: Product, quantity: int = 1, *, email: str = "honest@example.com", phone: str = "9123456780"
) -> Order:
    """Place an order of a logged-in customer."""
    api = Api(token=log_in(make_user(email=email)))
    address = guest(1)["address"] | {"name": "Asha", "phone": phone}
    ordered = item(product, quantity)
    body = {"items": [ordered], "shippingAddress": address}
    answer = api.post("/orders/", body, key=new_key())
    return Order.objects.get(order_id=answer.data["orderId"])


@pytest.mark.parametrize("addresses", [IPV4, IPV6], ids=["IPv4 networks", "one IPv6 /48"])
def test_flood_of_unpaid_guest_orders_leaves_half_of_every_product(addresses: list[str]) -> None:
    products = [make_product(stock=stock) for stock in (3, 4, 21)]

    flood(products, addresses)

    for product in products:
        assert fresh(product).held <= (product.on_hand + 1) // 2
        begin(account_order(product, email=f"honest{product.pk}@example.com"), network="192.0.2.1")


def test_guest_goes_on_with_a_code_where_unproven_orders_hold_their_half(provider: SandboxProcess) -> None:
    product, api = make_product(stock=4), Api()
    hold(product, 2, customerInfo=guest(1))
    order = place(product, customerInfo=guest(2))

    refused = pay_call(order, api=api)
    sent = api.post(f"/orders/{order.order_id}/code", {"key": order.key})
    unlocked = api.post(
        f"/orders/{order.order_id}/unlock", {"key": order.key, "code": code_to(order.email, "orders")}
    )
    access = unlocked.data["accessToken"]
    paying = api.post(
        "/phonepe/create-order", {"orderId": order.order_id}, key=new_key(), X_Order_Access=access
    )

    assert refused.refusal == (409, "HOLD_PROOF_REQUIRED")
    assert "code" in refused.body["message"]
    assert (sent.status, paying.status) == (200, 200)
    order.refresh_from_db()
    assert order.is_proven and order.held_until is not None


@pytest.mark.parametrize("same", ["email", "phone"])
def test_orders_of_strangers_with_ones_address_keep_nobody_proven_from_paying(same: str) -> None:
    product = make_product(stock=100)
    mine = {"email": "asha@example.com", "phone": "9123456780"}
    for number in range(3):
        hold(product, customerInfo=guest(number) | {same: mine[same]})

    with pytest.raises(ProofRequired):
        hold(product, customerInfo=guest(9) | {same: mine[same]})

    begin(place(product, customerInfo=guest(8) | {same: mine[same]}), proven=True)
    begin(account_order(product, email=mine["email"], phone=mine["phone"]))


def test_account_and_guest_who_proved_its_address_are_one_buyer() -> None:
    product = make_product(stock=100)
    for number in range(2):
        begin(
            place(product, customerInfo=guest(number) | {"email": "asha@example.com"}),
            proven=True,
        )
    begin(account_order(product, email="asha@example.com"))

    with pytest.raises(HoldLimit) as refused:
        begin(place(product, customerInfo=guest(9) | {"email": "asha@example.com"}), proven=True)

    assert not isinstance(refused.value, ProofRequired)


def test_buyers_behind_one_address_hold_at_once() -> None:
    change_shop(limits={"unpaid_orders_per_network": 4, "unpaid_pieces_per_network": 4})
    product = make_product(stock=100)
    for number in range(20):
        order = place(product, customerInfo=guest(number))
        begin(order, network="203.0.113.7", proven=number % 2 == 0)

    assert Order.objects.exclude(held_until=None).count() == 20


def test_last_piece_is_taken_over_by_a_proven_buyer_after_the_grace_period() -> None:
    product, other = make_product(stock=1), make_product(stock=5)
    mine = account_order(product)
    squatter = hold(product, customerInfo=guest(1))

    with pytest.raises(OutOfStock):
        begin(mine)
    let_order_pass(squatter, AFTER_GRACE)
    begin(mine)

    squatter.refresh_from_db()
    assert (squatter.status, squatter.held_until) == ("pending", None)
    assert fresh(product).held == 1
    event = Event.objects.get(name="order.hold_overtaken")
    assert (event.subject, event.cause) == (squatter.topic, "overtaken")
    assert fresh(other).held == 0


def test_unproven_guest_is_asked_for_a_code_for_a_piece_that_can_be_taken_over() -> None:
    product = make_product(stock=1)
    late = place(product, customerInfo=guest(2))
    squatter = hold(product, customerInfo=guest(1))
    let_order_pass(squatter, AFTER_GRACE)

    with pytest.raises(ProofRequired):
        begin(late)

    begin(late, proven=True)


def test_proven_holds_are_never_taken_over() -> None:
    product = make_product(stock=1)
    late = place(product, customerInfo=guest(2))
    earlier = account_order(product)
    begin(earlier)
    let_order_pass(earlier, AFTER_GRACE)

    with pytest.raises(OutOfStock):
        begin(late, proven=True)


def test_network_that_holds_most_is_overtaken_first() -> None:
    product = make_product(stock=8)
    mine = account_order(product, 4)
    theirs = begin(place(product, customerInfo=guest(1)), network="192.0.2.1")
    greedy = [begin(place(product, customerInfo=guest(n)), network=f"198.51.100.{n}") for n in (2, 3, 4)]
    begin(place(product, 3, customerInfo=guest(5)), proven=True)
    for order in (theirs, *greedy):
        let_order_pass(order, AFTER_GRACE)

    begin(mine)

    theirs.refresh_from_db()
    assert theirs.held_until is not None


def test_sold_out_product_is_ordered_by_an_account_that_can_take_a_piece_over() -> None:
    product = make_product(stock=1)
    squatter = hold(product, customerInfo=guest(1))
    let_order_pass(squatter, AFTER_GRACE)

    order = begin(account_order(product))

    assert order.held_until is not None


def test_overtaken_order_that_is_paid_late_gets_its_money_back(provider: SandboxProcess) -> None:
    product = make_product(stock=1)
    mine = account_order(product)
    squatter = place(product, customerInfo=guest(1))
    payment = start(squatter)
    let_pass(payment, AFTER_GRACE)
    begin(mine)

    provider.settle(payment.transaction_id, "success")
    check(payment)

    squatter.refresh_from_db()
    assert Payment.objects.get(pk=payment.pk).status == "SUCCESS"
    assert Refund.objects.get(payment=payment).amount_paise == payment.amount_paise
    assert squatter.status == "cancelled"
    mine.refresh_from_db()
    assert mine.held_until is not None


@pytest.mark.parametrize(
    ("stock", "others", "minutes"), [(100, 20, (15, 15)), (100, 30, (10, 5)), (4, 1, (5, 2))]
)
def test_unproven_holds_are_shorter_on_a_fuller_shelf(
    stock: int, others: int, minutes: tuple[int, int]
) -> None:
    product = make_product(stock=stock)
    unproven, proven = place(product, customerInfo=guest(1)), place(product, customerInfo=guest(2))
    for number in range(0, others, 10):
        quantity = min(10, others - number)
        begin(place(product, quantity, customerInfo=guest(100 + number)), proven=True)

    begin(unproven)
    times = holds.hold_times(unproven, [fresh(product)])
    begin(proven, proven=True)

    assert times == tuple(timedelta(minutes=each) for each in minutes)
    assert unproven.held_until is not None and unproven.held_since is not None
    assert unproven.held_until - unproven.held_since == sum(times, timedelta())
    assert proven.held_until is not None and proven.held_since is not None
    assert proven.held_until - proven.held_since == timedelta(minutes=30)


@pytest.mark.parametrize("seed", range(3))
def test_any_order_of_calls_keeps_the_stock_and_the_half_of_unproven_orders(seed: int) -> None:
    pick = random.Random(seed)
    products = [make_product(stock=stock) for stock in (1, 2, 5, 12)]
    orders: list[Order] = []
    for number in range(60):
        product = fresh(pick.choice(products))
        step = pick.choice(["unproven", "unproven", "proven", "pass", "end", "cancel"])
        if step in ("unproven", "proven") and product.sellable > 0:
            quantity = pick.randint(1, min(3, product.sellable))
            try:
                order = place(product, quantity, customerInfo=guest(1000 * (seed + 1) + number))
            except AssertionError:  # more than one order may have
                continue
            orders.append(order)
            was_free = unproven_pieces(product) == 0
            try:
                begin(order, network=pick.choice(IPV4), proven=step == "proven")
            except (HoldLimit, OutOfStock):
                continue
            if step == "unproven" and not was_free:
                assert unproven_pieces(product) <= (product.on_hand + 1) // 2
        elif orders and step == "pass":
            let_order_pass(pick.choice(orders), timedelta(minutes=pick.choice([1, 3, 40])))
        elif orders and step == "end":
            actions.end_hold(pick.choice(orders).order_id, cause="clock")
        elif orders and step == "cancel":
            actions.cancel_unpaid(pick.choice(orders).order_id, cause="test")
        held = [order.quantities() for order in Order.objects.filter(held_until__isnull=False)]
        for each in products:
            pieces = sum(quantities[each.pk] for quantities in held)
            assert (fresh(each).held, each.sellable >= 0) == (pieces, True)


def unproven_pieces(product: Product) -> int:
    unproven = Order.objects.filter(held_until__isnull=False, proven_at=None)
    return sum(order.quantities()[product.pk] for order in unproven)


@pytest.mark.django_db(transaction=True)
def test_two_proven_buyers_at_once_take_over_one_piece_once() -> None:
    product = make_product(stock=1)
    buyers = [place(product, customerInfo=guest(number)) for number in range(6)]
    squatter = hold(product, customerInfo=guest(9))
    let_order_pass(squatter, AFTER_GRACE)

    def buy(number: int) -> bool:
        try:
            return begin(buyers[number], proven=True).held_until is not None
        except OutOfStock:
            return False

    assert at_once(6, buy).count(True) == 1
    assert fresh(product).held == 1
    assert Event.objects.filter(name="order.hold_overtaken").count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", range(4))
def test_overtaking_against_the_payment_of_the_overtaken_order_sells_the_piece_once(
    provider: SandboxProcess, turn: int
) -> None:
    product = make_product(stock=1)
    mine, squatter = (place(product, customerInfo=guest(number)) for number in (1, 2))
    payment = start(squatter)
    let_pass(payment, AFTER_GRACE)
    provider.settle(payment.transaction_id, "success")

    def race(number: int) -> bool:
        if number:
            return check(payment).order.status == "confirmed"
        try:
            return begin(mine, proven=True).held_until is not None
        except OutOfStock:
            return False

    overtaken, paid = at_once(2, race)

    assert overtaken != paid
    assert (fresh(product).held, product.allocated) == ((0, 1) if paid else (1, 0))
    assert Refund.objects.filter(payment=payment).count() == (0 if paid else 1)


@pytest.mark.django_db(transaction=True)
def test_orders_of_two_products_that_overtake_each_way_never_wait_for_each_other() -> None:
    first, second = make_product(stock=1), make_product(stock=1)
    buyers = [place((first, second)[number % 2], customerInfo=guest(number)) for number in range(6)]
    both = Api().post(
        "/orders/create-guest-order",
        {
            "items": [item(first), item(second)],
            "customerInfo": guest(9),
            "amount": total_of(item(first), item(second)),
        },
    )
    squatter = begin(Order.objects.get(order_id=both.data["orderId"]))
    let_order_pass(squatter, AFTER_GRACE)

    def buy(number: int) -> bool:
        try:
            return begin(buyers[number], proven=True).held_until is not None
        except OutOfStock:
            return False

    # Each may pass the order over while another buyer works on it; whoever asks again has the piece.
    at_once(6, buy)
    assert {buy(0) or fresh(first).held == 1, buy(1) or fresh(second).held == 1} == {True}
