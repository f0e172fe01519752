"""An order that a discount covers whole costs nothing and is confirmed where it is placed."""

from collections import Counter
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from project.catalog.models import Product
from project.catalog.pricing import Selection
from project.core.models import Mail
from project.events.models import Event
from project.orders.models import DiscountCode, Order
from project.orders.pricing import Item, price_items
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Movement, Payment, Refund
from tests.buying import GUEST, guest, guest_body, hold, item, new_key, pay_call, proof
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.invoices.document_helpers import make_due, pdf_text
from tests.orders.order_helpers import advance_order, move, staff
from tests.returns.return_helpers import asked
from tests.returns.return_helpers import move as move_return
from tests.shop_settings import change_shop
from tests.threads import at_once

pytestmark = pytest.mark.django_db
NETWORK = "203.0.113.7"


def gift(**fields: Any) -> DiscountCode:
    return DiscountCode.objects.create(**{"code": "GIFT", "percent": 100} | fields)


def order(*items: dict[str, Any], api: Api | None = None, key: str = "", **changes: Any) -> Answer:
    body = guest_body(*items, **{"discountCode": "GIFT"} | changes)
    return (api or Api()).post("/orders/create-guest-order", body, key=key or new_key())


def free(product: Product | None = None, quantity: int = 1, **changes: Any) -> Order:
    """Return a guest's order that costs nothing."""
    answer = order(item(product or make_product(), quantity), **changes)
    return Order.objects.get(order_id=answer.data["orderId"])


def stock_of(product: Product) -> tuple[int, int, int]:
    product.refresh_from_db()
    return product.on_hand, product.allocated, product.held


def test_order_of_nothing_is_confirmed_at_once_without_a_payment() -> None:
    gift()
    product = make_product(stock=5)

    answer = order(item(product, 2))

    assert (answer.status, answer.data["amount"], answer.data["paymentRequired"]) == (200, 0, False)
    placed = Order.objects.get(order_id=answer.data["orderId"])
    assert (placed.status, placed.payment_status, placed.payment_id) == ("confirmed", "paid", "")
    assert stock_of(product) == (5, 2, 0)
    assert not Payment.objects.exists()
    assert not Movement.objects.exists()
    assert Event.objects.filter(name="order.confirmed", subject=placed.topic).count() == 1
    assert list(Mail.objects.values_list("kind", flat=True)) == ["free_order_confirmed"]
    assert audit_ledger() == []


def test_a_paid_order_says_that_it_has_to_be_paid() -> None:
    answer = order(item(make_product()), discountCode="")

    assert answer.data["paymentRequired"] is True


def test_logged_in_customer_orders_for_nothing() -> None:
    gift()
    product = make_product()
    user = make_user()
    address = {"name": "Asha Rao", "phone": "9876543210", **GUEST["address"]}
    body = {"items": [item(product)], "shippingAddress": address, "discountCode": "gift", "amount": 0}

    answer = Api(token=log_in(user)).post("/orders/", body, key=new_key())

    placed = Order.objects.get(order_id=answer.data["orderId"])
    assert (placed.user, placed.status, placed.total_paise) == (user, "confirmed", 0)


def test_a_double_click_confirms_one_order() -> None:
    gift()
    product = make_product(stock=5)
    key = new_key()

    first, second = (order(item(product), key=key) for _ in range(2))

    assert first.data == second.data
    assert Order.objects.count() == 1
    assert stock_of(product) == (5, 1, 0)


def test_there_is_nothing_to_pay_or_to_collect() -> None:
    gift()
    placed = free()

    assert pay_call(placed).body["code"] in ("ORDER_NOT_PAYABLE", "ALREADY_PAID")
    assert pay_call(placed, amount=0).body["code"] in ("ORDER_NOT_PAYABLE", "ALREADY_PAID")
    assert Payment.objects.count() == 0


def test_delivery_has_to_be_paid_whatever_the_goods_cost() -> None:
    change_shop(shipping={"flat_paise": 9_900, "free_above_paise": 99_900})
    gift()

    answer = order(item(make_product(price_paise=50_000)))

    assert (answer.data["amount"], answer.data["paymentRequired"]) == (99, True)
    assert Order.objects.get().status == "pending"


@pytest.mark.parametrize(
    ("price", "off", "shipping", "total"),
    [
        (50_000, 50_000, 0, 0),
        (50_000, 60_000, 0, 0),
        # Providers take a rupee or more: what is left below it is rounded up to it.
        (50_000, 49_999, 0, 100),
        (50_000, 49_900, 0, 100),
        (50_000, 49_899, 0, 101),
        (50_000, 50_000, 50, 150),
        (50_000, 50_000, 100, 100),
        (100, 100, 0, 0),
    ],
)
def test_total_is_nothing_or_a_rupee_and_more(price: int, off: int, shipping: int, total: int) -> None:
    change_shop(shipping={"flat_paise": shipping, "free_above_paise": 1_000_000})
    product = make_product(price_paise=price)

    priced = price_items(
        [Item(product.public_id, 1, Selection())], {product.public_id: product}, lambda _: off
    )

    assert priced.total_paise == total


def test_first_of_two_buyers_takes_the_last_use() -> None:
    gift(limit=1)
    product = make_product()
    free(product)

    second = order(item(product), customerInfo=GUEST | {"email": "b@example.com", "phone": "9000000001"})

    assert second.body["code"] == "DISCOUNT_USED_UP"


@pytest.mark.django_db(transaction=True)
def test_one_of_two_buyers_at_once_takes_the_last_use() -> None:
    gift(limit=1)
    product = make_product(stock=10)
    bodies = [
        guest_body(
            item(product),
            discountCode="GIFT",
            amount=0,
            customerInfo=GUEST | {"email": f"b{number}@example.com", "phone": f"900000000{number}"},
        )
        for number in range(4)
    ]

    answers = at_once(4, lambda n: Api().post("/orders/create-guest-order", bodies[n], key=new_key()))

    assert (
        sorted(answer.body["code"] for answer in answers if answer.status != 200) == ["DISCOUNT_USED_UP"] * 3
    )
    assert Order.objects.count() == 1
    assert stock_of(product) == (10, 1, 0)


@pytest.mark.django_db(transaction=True)
def test_a_free_order_and_payments_of_one_product_do_not_deadlock() -> None:
    gift()
    product = make_product(stock=20)

    def act(number: int) -> int:
        person = GUEST | {"email": f"c{number}@example.com", "phone": f"900000001{number}"}
        if number % 2:
            return order(item(product), customerInfo=person, amount=0).status
        return order(item(product), customerInfo=person, discountCode="", amount=500).status

    assert at_once(6, act) == [200] * 6
    assert stock_of(product)[1] == 3


def test_the_last_piece_held_by_a_payer_is_not_given_away() -> None:
    gift()
    product = make_product(stock=1)
    hold(product, customerInfo=GUEST | {"email": "d@example.com", "phone": "9000000003"})

    assert order(item(product), amount=0).body["code"] == "OUT_OF_STOCK"
    assert Order.objects.filter(total_paise=0).count() == 0


@pytest.mark.parametrize("same", ["email", "phone", "network"])
def test_free_orders_that_nobody_has_begun_with_are_limited(same: str) -> None:
    change_shop(
        limits={"unpaid_orders_per_buyer": 2, "unpaid_orders_per_network": 2 if same == "network" else 0}
    )
    gift()
    product = make_product(stock=20)

    def next_order(number: int) -> Answer:
        shared = {} if same == "network" else {same: guest(1)[same]}
        return order(item(product), api=browser(number), customerInfo=guest(number) | shared, amount=0)

    def browser(number: int) -> Api:
        return Api(address=NETWORK if same == "network" else f"203.0.113.{number}")

    first, second, third = (next_order(number) for number in (1, 2, 3))

    assert (first.status, second.status) == (200, 200)
    assert third.refusal == (409, "HOLD_LIMIT")
    assert "without payment" in third.body["message"]
    assert stock_of(product) == (20, 2, 0)
    begun = Order.objects.get(order_id=first.data["orderId"])
    move(begun, "processing")
    begun.refresh_from_db()
    assert begun.hold_network == ""
    assert next_order(4).status == 200


def test_free_orders_do_not_keep_their_customer_from_paying_for_another() -> None:
    change_shop(limits={"unpaid_orders_per_buyer": 1, "unpaid_orders_per_network": 1})
    gift()
    product = make_product(stock=20)
    free(product)

    assert hold(product).held_until is not None


def test_pieces_of_free_orders_are_limited_over_all_of_a_network() -> None:
    change_shop(limits={"unpaid_pieces_per_network": 6})
    gift()
    product, api = make_product(stock=50), Api(address=NETWORK)

    answers = [order(item(product, 4), api=api, customerInfo=guest(n), amount=0) for n in (1, 2)]

    assert [answer.status for answer in answers] == [200, 409]
    assert stock_of(product) == (50, 4, 0)


@pytest.mark.django_db(transaction=True)
def test_of_a_buyers_free_orders_at_once_one_passes_the_limit() -> None:
    change_shop(limits={"unpaid_orders_per_buyer": 1})
    gift()
    bodies = [guest_body(item(make_product()), discountCode="GIFT", amount=0) for _ in range(4)]

    answers = at_once(4, lambda n: Api().post("/orders/create-guest-order", bodies[n], key=new_key()))

    assert sorted(answer.status for answer in answers) == [200, 409, 409, 409]
    assert Order.objects.count() == 1


def test_invoice_says_zero() -> None:
    gift()
    placed = free(make_product(price_paise=50_000))

    [invoice] = make_due()

    assert invoice.order == placed
    text = pdf_text(invoice)
    assert "₹0.00" in text
    assert "Rupees Zero Only" in text
    assert "Paid on" not in text and "Paid by" not in text


def test_address_that_has_enough_unproven_mails_gets_no_invoices_either() -> None:
    gift()
    product = make_product(stock=20)
    for _ in range(5):
        free(product)

    assert len(make_due()) == 5

    kinds = Counter(Mail.objects.values_list("kind", flat=True))
    assert kinds == {"free_order_confirmed": 3, "invoice": 3}


@pytest.mark.parametrize("by", ["customer", "staff"])
def test_a_cancelled_free_order_refunds_nothing(by: str) -> None:
    gift(limit=1)
    product = make_product(stock=5)
    placed = free(product)
    make_due()

    if by == "staff":
        move(placed, "cancelled")
    else:
        Api().post(f"/orders/{placed.order_id}/cancel", {}, key=new_key(), **proof(placed))

    placed.refresh_from_db()
    assert (placed.status, placed.payment_status) == ("cancelled", "paid")
    assert not Refund.objects.exists()
    assert stock_of(product) == (5, 0, 0)
    assert "Nothing was paid for it" in Mail.objects.get(kind="order_cancelled").text
    assert make_due() == []
    assert audit_ledger() == []
    # The use is free again.
    assert order(item(product), amount=0).status == 200


def test_a_free_order_is_packed_sent_and_returned_without_a_refund() -> None:
    gift()
    placed = free()
    advance_order(placed, "processing", "packaging", "dispatched", "out_for_delivery", "delivered")
    request = asked(placed)

    for step in ("approved", "received"):
        answer = move_return(request, step)
        assert answer.status == 200, answer.body

    placed.refresh_from_db()
    assert placed.status == "returned"
    assert not Refund.objects.exists()
    make_due()
    assert audit_ledger() == []


@pytest.mark.both_stacks
def test_the_database_refuses_an_unpaid_order_of_nothing() -> None:
    gift()
    placed = free()

    with pytest.raises(IntegrityError), transaction.atomic():
        Order.objects.filter(pk=placed.pk).update(payment_status="pending")
    with pytest.raises(IntegrityError), transaction.atomic():
        Order.objects.filter(pk=placed.pk).update(payment_id="TXN1")


def test_staff_see_a_free_order_as_paid_without_a_transaction() -> None:
    gift()
    placed = free()

    row = staff().get(f"/admin/orders/{placed.order_id}").data["order"]
    summary = staff().get("/admin-orders/orders").data["summary"]

    assert (row["status"], row["paymentStatus"], row["paymentId"]) == ("confirmed", "paid", None)
    assert (summary["paidOrders"], summary["totalRevenue"]) == (1, 0)
    shown = Api().get(f"/auth/orders/{placed.order_id}", **proof(placed)).data["order"]
    assert (shown["totalAmount"], shown["canPay"], shown["payments"]) == (0, False, [])
    assert [entry["kind"] for entry in shown["history"]] == ["placed", "free_confirmed"]
