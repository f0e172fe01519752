"""The waitlist of a product whose last pieces are held."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from project.catalog.actions import stock
from project.catalog.models import Product, StockMovement
from project.orders import actions as orders
from project.orders.models import Order
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Case
from project.waitlist import actions
from project.waitlist.models import WaitlistEntry
from tests.buying import begin, guest_body, hold, item, new_key, pay_call
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from tests.shop_settings import change_shop
from tests.waitlist.helpers import (
    Guest,
    join,
    leave,
    let_hold_lapse,
    let_offers_expire,
    look,
    place,
)
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


def order_of(api: Guest, product: Product) -> Order:
    """Order through the guest's browser."""
    items = [item(product)]
    amount = api.post("/orders/quote", {"items": items}).data["totalAmount"]
    answer = api.post("/orders/create-guest-order", guest_body(*items, amount=amount), key=new_key())
    return Order.objects.get(order_id=answer.data["orderId"])


def buy(api: Guest, product: Product) -> Order:
    """Order through the guest's browser and start the payment."""
    return begin(order_of(api, product))


def stock_of(product: Product) -> tuple[int, int, int]:
    product.refresh_from_db()
    return product.sellable, product.held, product.allocated


def pay(order: Order) -> None:
    locked = orders.lock_order(order.order_id)
    assert locked is not None
    orders.confirm(locked, payment_id="TXN1", paid_at=timezone.now(), cause="test")


def test_shopper_learns_how_many_are_paying_and_when_it_is_known() -> None:
    product = make_product(stock=3)
    hold(product, 2)
    last = hold(product)

    answer = join(Guest(1), product).data["waitlist"]

    assert last.held_until is not None
    known_by = datetime.fromisoformat(answer["contention"].pop("knownBy"))
    assert known_by == last.held_until
    assert answer["contention"] == {
        "paying": 2,
        "payingIsMore": False,
        "pieces": 3,
        "piecesIsMore": False,
    }
    assert answer["place"] == {
        "status": "waiting",
        "position": 1,
        "offeredUntil": None,
        "isGuest": True,
        "canBeOvertaken": True,
    }
    assert answer["waiting"] == 1


def test_nobody_learns_of_more_than_ten_pieces() -> None:
    change_shop(limits={"stock_share_percent": 100}, ordering={"max_quantity": 20})
    product = make_product(stock=12)
    hold(product, 12)

    contention = look(Api(), product)["contention"]

    assert (contention["pieces"], contention["piecesIsMore"]) == (10, True)
    assert (contention["paying"], contention["payingIsMore"]) == (1, False)


def test_there_is_no_line_while_a_piece_is_free_or_when_all_are_paid() -> None:
    free, paid, gone = make_product(stock=2), make_product(stock=1), make_product(stock=0)
    hold(free)
    pay(hold(paid))

    assert join(Guest(1), free).refusal == (409, "IN_STOCK")
    assert join(Guest(1), paid).refusal == (409, "OUT_OF_STOCK")
    assert join(Guest(1), gone).refusal == (409, "OUT_OF_STOCK")
    assert join(Guest(1), make_product(is_visible=False)).refusal == (409, "PRODUCT_UNAVAILABLE")
    assert look(Api(), paid)["contention"] is None
    assert not WaitlistEntry.objects.exists()


def test_a_guest_without_a_token_cannot_join() -> None:
    product = make_product(stock=1)
    hold(product)

    assert join(Api(), product).refusal == (422, "VALIDATION")


def test_joining_twice_keeps_the_first_place() -> None:
    product = make_product(stock=1)
    hold(product)
    first, second = Guest(1), Guest(2)

    join(first, product)
    join(second, product)
    join(first, product)

    assert (place(first, product), place(second, product)) == (("waiting", 1), ("waiting", 2))
    assert WaitlistEntry.objects.count() == 2


def test_a_guest_who_logs_in_keeps_the_place_and_gets_no_second() -> None:
    product = make_product(stock=1)
    hold(product)
    browser = Guest(1)
    join(browser, product)

    browser.token = log_in(make_user())

    assert place(browser, product) == ("waiting", 1)
    join(browser, product)
    assert WaitlistEntry.objects.count() == 1


def test_lapsed_hold_goes_to_the_first_in_line_and_to_nobody_else() -> None:
    product = make_product(stock=1)
    order = hold(product)
    first, second = Guest(1), Guest(2)
    join(first, product)
    join(second, product)

    let_hold_lapse(order)

    assert (place(first, product), place(second, product)) == (("offered", None), ("waiting", 1))
    assert stock_of(product) == (0, 1, 0)
    answer = second.post("/orders/quote", {"items": [item(product)]})
    assert answer.refusal == (409, "OUT_OF_STOCK")
    refused = Api().post("/orders/create-guest-order", guest_body(item(product), amount=500), key=new_key())
    assert refused.refusal == (409, "OUT_OF_STOCK")


def test_offer_lasts_as_long_as_configured() -> None:
    change_shop(ordering={"waitlist_offer_minutes": 1})
    product = make_product(stock=1)
    order = hold(product)
    shopper = Guest(1)
    join(shopper, product)

    let_hold_lapse(order)

    until = datetime.fromisoformat(look(shopper, product)["place"]["offeredUntil"])
    assert timedelta(seconds=50) < until - timezone.now() <= timedelta(seconds=60)


def test_whoever_has_the_offer_buys_it() -> None:
    product = make_product(stock=1)
    lapsed = hold(product)
    shopper = Guest(1)
    join(shopper, product)
    let_hold_lapse(lapsed)

    order = buy(shopper, product)

    assert order.held_until is not None
    assert place(shopper, product) == ("taken", None)
    assert stock_of(product) == (0, 1, 0)
    pay(order)
    assert stock_of(product) == (0, 0, 1)


def test_offer_can_lie_in_the_cart() -> None:
    product = make_product(stock=1)
    lapsed = hold(product)
    shopper = Guest(1)
    join(shopper, product)
    assert shopper.post("/cart/lines", item(product)).refusal == (409, "OUT_OF_STOCK")

    let_hold_lapse(lapsed)

    cart = shopper.post("/cart/lines", item(product)).data
    assert (cart["cart"]["canCheckOut"], cart["cart"]["lines"][0]["maxQuantity"]) == (True, 1)
    # Whoever shows the cart's token alone is not the one it is offered to.
    other = Api().get("/cart", X_Cart_Token=cart["cartToken"]).data["cart"]
    assert other["lines"][0]["problem"] == "OUT_OF_STOCK"


def test_offer_is_one_piece() -> None:
    product = make_product(stock=2)
    lapsed = hold(product, 2)
    first, second = Guest(1), Guest(2)
    join(first, product)
    join(second, product)
    let_hold_lapse(lapsed)

    assert first.post("/orders/quote", {"items": [item(product, 2)]}).refusal == (409, "OUT_OF_STOCK")
    buy(first, product)

    assert (place(first, product), place(second, product)) == (("taken", None), ("offered", None))


def test_customer_pays_an_older_order_with_the_offer() -> None:
    product = make_product(stock=1)
    user = make_user()
    customer = Api(token=log_in(user))
    body = {
        "items": [item(product)],
        "amount": customer.post("/orders/quote", {"items": [item(product)]}).data["totalAmount"],
        "shippingAddress": {
            "name": "Asha Rao",
            "phone": "9876543210",
            "street": "12 MG Road",
            "city": "Pune",
            "state": "Maharashtra",
            "pincode": "411001",
            "country": "India",
        },
    }
    older = Order.objects.get(order_id=customer.post("/orders/", body, key=new_key()).data["orderId"])
    lapsed = hold(product)
    join(customer, product)
    let_hold_lapse(lapsed)

    assert begin(older).held_until is not None
    assert place(customer, product) == ("taken", None)


def test_guest_pays_an_older_order_with_the_offer(provider: SandboxProcess) -> None:
    product = make_product(stock=1)
    shopper = Guest(1)
    older = order_of(shopper, product)
    lapsed = hold(product)
    assert pay_call(older, api=shopper).refusal == (409, "OUT_OF_STOCK")
    join(shopper, product)
    let_hold_lapse(lapsed)
    # Another browser that has the order's link pays nothing on this one's offer.
    assert pay_call(older).refusal == (409, "OUT_OF_STOCK")

    assert pay_call(older, api=shopper).status == 200
    assert place(shopper, product) == ("taken", None)


def test_missed_offer_goes_to_the_next() -> None:
    product = make_product(stock=1)
    lapsed = hold(product)
    first, second = Guest(1), Guest(2)
    join(first, product)
    join(second, product)
    let_hold_lapse(lapsed)

    let_offers_expire()
    sweep()

    assert (place(first, product), place(second, product)) == (("missed", None), ("offered", None))
    let_offers_expire()
    sweep()
    assert place(second, product) == ("missed", None)
    assert stock_of(product) == (1, 0, 0)


def test_missing_an_offer_puts_one_at_the_end() -> None:
    product = make_product(stock=1)
    lapsed = hold(product)
    first, second, third = Guest(1), Guest(2), Guest(3)
    for shopper in (first, second, third):
        join(shopper, product)
    let_hold_lapse(lapsed)
    let_offers_expire()
    sweep()

    join(first, product)

    assert (place(third, product), place(first, product)) == (("waiting", 1), ("waiting", 2))


def test_whoever_leaves_passes_the_offer_on() -> None:
    product = make_product(stock=1)
    lapsed = hold(product)
    first, second, third = Guest(1), Guest(2), Guest(3)
    for shopper in (first, second, third):
        join(shopper, product)

    assert leave(second, product).data["waitlist"]["place"]["status"] == "left"
    assert place(third, product) == ("waiting", 2)
    let_hold_lapse(lapsed)
    leave(first, product)
    leave(first, product)

    assert (place(first, product), place(third, product)) == (("left", None), ("offered", None))
    assert stock_of(product) == (0, 1, 0)


def test_line_is_told_when_everything_is_paid() -> None:
    product = make_product(stock=2)
    first, second = hold(product), hold(product)
    shopper = Guest(1)
    join(shopper, product)

    pay(first)
    assert place(shopper, product) == ("waiting", 1)
    pay(second)

    assert place(shopper, product) == ("sold_out", None)


def test_line_ends_when_the_product_is_hidden() -> None:
    product = make_product(stock=1)
    hold(product)
    shopper = Guest(1)
    join(shopper, product)

    Product.objects.filter(pk=product.pk).update(is_visible=False)
    sweep()

    assert WaitlistEntry.objects.get().status == "sold_out"


def test_cancelled_order_and_new_stock_go_to_the_line_first() -> None:
    product = make_product(stock=1)
    order = hold(product)
    shoppers = [Guest(number) for number in range(3)]
    for shopper in shoppers:
        join(shopper, product)

    orders.cancel_unpaid(order.order_id, cause="test")
    stock.set_on_hand(product, 4, cause="test")

    assert [place(shopper, product) for shopper in shoppers] == [("offered", None)] * 3
    assert stock_of(product) == (1, 3, 0)


def test_the_worker_finds_what_was_freed_past_the_actions() -> None:
    product = make_product(stock=1)
    hold(product)
    shopper = Guest(1)
    join(shopper, product)
    Product.objects.filter(pk=product.pk).update(on_hand=2)

    sweep()
    sweep()

    assert place(shopper, product) == ("offered", None)
    assert stock_of(product) == (0, 2, 0)


def test_retried_purchase_takes_the_offer_once() -> None:
    product = make_product(stock=1)
    lapsed = hold(product)
    shopper = Guest(1)
    join(shopper, product)
    let_hold_lapse(lapsed)

    order = buy(shopper, product)
    begin(order)
    let_offers_expire()
    sweep()

    assert stock_of(product) == (0, 1, 0)
    assert StockMovement.objects.filter(reference=order.order_id).count() == 1


def test_ledger_audit_finds_nothing_wrong_with_offers() -> None:
    product = make_product(stock=1)
    lapsed = hold(product)
    join(Guest(1), product)
    let_hold_lapse(lapsed)

    audit_ledger()

    assert not Case.objects.exists()


def test_one_shopper_waits_for_few_products_at_a_time() -> None:
    products = [make_product(stock=1) for _ in range(actions.PRODUCTS.value + 1)]
    for number, product in enumerate(products):
        hold(product, customerInfo=guest_body()["customerInfo"] | {"email": f"other{number}@example.com"})
    shopper = Guest(1)
    for product in products[:-1]:
        join(shopper, product)

    assert join(shopper, products[-1]).refusal == (409, "WAITLIST_LIMIT")
    leave(shopper, products[0])
    assert join(shopper, products[-1]).status == 200


def test_one_network_has_few_places() -> None:
    change_shop(limits={"unpaid_orders_per_network": 2})
    product = make_product(stock=1)
    hold(product)
    for number in (1, 2):
        join(Guest(number, address="192.0.2.1"), product)

    assert join(Guest(3, address="192.0.2.2"), product).refusal == (409, "WAITLIST_LIMIT")
    assert join(Guest(3, address="192.0.3.1"), product).status == 200


def test_joining_is_rate_limited(limits: None) -> None:
    product = make_product(stock=1)
    hold(product)
    shopper = Api(token=log_in(make_user()))

    answers = [join(shopper, product).status for _ in range(31)]

    assert (answers.count(200), answers[-1]) == (30, 429)


def test_entries_are_forgotten_after_a_day_but_not_offers() -> None:
    product = make_product(stock=2)
    first, _ = hold(product), hold(product)
    for number in range(2):
        join(Guest(number), product)
    let_hold_lapse(first)
    WaitlistEntry.objects.update(created_at=timezone.now() - timedelta(days=2))

    assert actions.forget_old_entries() == 1

    assert [entry.status for entry in WaitlistEntry.objects.all()] == ["offered"]


def test_network_is_forgotten_with_the_place() -> None:
    product = make_product(stock=1)
    hold(product)
    shopper = Guest(1, address="192.0.2.1")
    join(shopper, product)
    assert WaitlistEntry.objects.get().network == "192.0.2.0/24"

    leave(shopper, product)

    assert WaitlistEntry.objects.get().network == ""
