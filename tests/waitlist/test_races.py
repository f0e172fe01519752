"""Many shoppers and workers at the same line at once."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import Sum

from project.catalog.errors import OutOfStock
from project.catalog.models import Product, StockMovement
from project.core.errors import DomainError
from project.orders import actions as orders
from project.orders.models import Order
from project.waitlist import actions
from project.waitlist.models import WaitlistEntry
from project.waitlist.shopper import Shopper
from tests.buying import begin, guest, guest_body, hold, item, let_order_pass, new_key, place
from tests.factories import make_product
from tests.threads import at_once
from tests.waitlist.helpers import Guest, join, let_hold_lapse, let_offers_expire, token_of

_HOUR = timedelta(hours=1)

pytestmark = pytest.mark.django_db(transaction=True)


def line_of(product: Product) -> list[str]:
    """Return the statuses in the order of the line; stock and offers must agree."""
    product.refresh_from_db()
    entries = WaitlistEntry.objects.filter(product=product).order_by("pk")
    offered = [entry for entry in entries if entry.status == "offered"]
    for entry in entries:
        kept = StockMovement.objects.filter(product=product, reference=entry.reference)
        held = kept.aggregate(held=Sum("held_delta", default=0))["held"]
        assert held == (entry in offered), entry
    assert product.held >= len(offered)
    return [entry.status for entry in entries]


def test_twenty_join_while_the_hold_lapses_and_one_gets_the_piece() -> None:
    product = make_product(stock=1)
    order = hold(product)
    first = Shopper.of(None, token_of(0))
    actions.join(first, product.public_id, network="")
    let_order_pass(order, _HOUR)

    def meet(number: int) -> str:
        if number == 20:
            return str(orders.end_hold(order.order_id, cause="clock"))
        try:
            actions.join(Shopper.of(None, token_of(number)), product.public_id, network="")
        except DomainError as refusal:
            return refusal.code
        return "joined"

    results = at_once(21, meet)

    assert (results[20], set(results[:20])) == ("True", {"joined"})
    # Its first thread is the one who waited before, and asks again.
    assert sorted(line_of(product)) == ["offered", *["waiting"] * 19]
    assert line_of(product)[0] == "offered"
    assert (product.sellable, product.held) == (0, 1)


def test_twenty_tabs_of_one_shopper_have_one_place() -> None:
    product = make_product(stock=1)
    hold(product)
    shopper = Shopper.of(None, token_of(1))

    at_once(20, lambda number: actions.join(shopper, product.public_id, network=""))

    assert line_of(product) == ["waiting"]


def test_shopper_gets_no_more_places_by_asking_at_once() -> None:
    products = [make_product(stock=1) for _ in range(8)]
    for number, product in enumerate(products):
        hold(product, customerInfo=guest(number))
    shopper = Shopper.of(None, token_of(1))

    def ask(number: int) -> bool:
        try:
            actions.join(shopper, products[number].public_id, network="")
        except DomainError:
            return False
        return True

    assert at_once(8, ask).count(True) == actions.PRODUCTS.value


def test_sweeps_at_once_pass_a_missed_offer_on_once() -> None:
    product = make_product(stock=1)
    order = hold(product)
    for number in range(4):
        join(Guest(number), product)
    let_hold_lapse(order)
    let_offers_expire()

    at_once(8, lambda number: actions.advance_line(product.pk))

    assert line_of(product) == ["missed", "offered", "waiting", "waiting"]
    assert (product.sellable, product.held) == (0, 1)


def test_an_offer_is_bought_or_missed_but_never_both() -> None:
    product = make_product(stock=1)
    lapsed = hold(product)
    shopper = Guest(1)
    join(shopper, product)
    join(Guest(2), product)
    let_hold_lapse(lapsed)
    answer = shopper.post("/orders/create-guest-order", guest_body(item(product), amount=500), key=new_key())
    order = Order.objects.get(order_id=answer.data["orderId"])
    let_offers_expire()

    def meet(number: int) -> str:
        if number == 0:
            try:
                begin(order)
            except OutOfStock:
                return "too late"
            return "bought"
        actions.advance_line(product.pk)
        return ""

    result = at_once(4, meet)[0]

    statuses = {"bought": ["taken", "waiting"], "too late": ["missed", "offered"]}
    assert line_of(product) == statuses[result]
    assert (product.sellable, product.held) == (0, 1)


def test_strangers_never_get_an_offered_piece() -> None:
    buyers = 40 if connection.vendor == "postgresql" else 10
    product = make_product(stock=1)
    # Placed while a piece was free; the payment begins now.
    others = [place(product, customerInfo=guest(number)) for number in range(buyers)]
    lapsed = begin(place(product))
    shopper = Guest(1)
    join(shopper, product)
    let_hold_lapse(lapsed)
    answer = shopper.post("/orders/create-guest-order", guest_body(item(product), amount=500), key=new_key())
    offered = Order.objects.get(order_id=answer.data["orderId"])

    def pay(number: int) -> str:
        try:
            begin(offered if number == buyers else others[number])
        except OutOfStock:
            return "sold out"
        return "paying"

    results = at_once(buyers + 1, pay)

    assert results == ["sold out"] * buyers + ["paying"]
    assert line_of(product) == ["taken"]


def test_leaving_buying_and_sweeping_at_once_leave_stock_and_line_in_agreement() -> None:
    product = make_product(stock=3)
    lapsed = [hold(product, customerInfo=guest(number)) for number in range(3)]
    shoppers = [Shopper.of(None, token_of(number)) for number in range(9)]
    for shopper in shoppers:
        actions.join(shopper, product.public_id, network="")
    for order in lapsed:
        let_order_pass(order, _HOUR)

    def meet(number: int) -> None:
        if number < 3:
            orders.end_hold(lapsed[number].order_id, cause="clock")
        elif number < 6:
            actions.leave(shoppers[number - 3], product.public_id)
        else:
            actions.advance_line(product.pk)

    at_once(9, meet)

    statuses = line_of(product)
    assert statuses == ["left"] * 3 + ["offered"] * 3 + ["waiting"] * 3
    assert (product.sellable, product.held) == (0, 3)
