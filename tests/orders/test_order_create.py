"""An order is priced by the server, holds nothing yet, and tells the shopper by mail."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from pytest_django.fixtures import Settings

from project.catalog.models import OptionKind
from project.core.models import Mail
from project.events.models import Event
from project.orders.models import UNPAID_LIFETIME, Order
from tests.buying import GUEST, guest_body, item, new_key, place, proof, total_of
from tests.factories import BEAD_OPTIONS, log_in, make_product, make_user
from tests.http import Api
from tests.shop_settings import change_shop

pytestmark = pytest.mark.django_db


def test_guest_gets_an_order_with_its_amount_and_private_link(api: Api) -> None:
    product = make_product(price_paise=50_000, options=BEAD_OPTIONS)

    chosen = item(product, 2, origin="Indonesian", xrayCertification=True, pendantType="silver", size="small")
    answer = api.post("/orders/create-guest-order", guest_body(chosen, amount=2600), key=new_key())

    order = Order.objects.get(order_id=answer.data["orderId"])
    assert answer.data == {
        "orderId": order.order_id,
        "amount": 2600.0,
        "orderKey": order.key,
        "orderLink": order.link(),
        "placingToken": answer.data["placingToken"],
        "payBy": answer.data["payBy"],
        "paymentRequired": True,
    }
    pay_by = datetime.fromisoformat(answer.data["payBy"])
    assert abs(pay_by - order.created_at - UNPAID_LIFETIME) < timedelta(milliseconds=2)
    line = order.lines.get()
    # 500 + 200 Indonesian + 500 certificate + 300 silver − 200 small = 1300, twice.
    assert (line.unit_paise, line.additional_paise, line.total_paise) == (130_000, 80_000, 260_000)
    assert (order.status, order.payment_status, order.total_paise) == ("pending", "pending", 260_000)
    assert (order.name, order.email, order.phone) == ("Asha Rao", "asha@example.com", "9876543210")
    assert order.user is None
    product.refresh_from_db()
    assert (product.held, product.sellable) == (0, 10)


def test_tax_is_counted_per_line_and_parts_add_up() -> None:
    change_shop(shipping={"flat_paise": 4_900})
    dear = make_product(price_paise=33_333, tax_rate_basis_points=1800)
    exempt = make_product(price_paise=10_001, tax_rate_basis_points=0)
    body = guest_body(item(dear, 3), item(exempt, 1))

    order_id = Api().post("/orders/create-guest-order", body).data["orderId"]

    order = Order.objects.get(order_id=order_id)
    assert order.total_paise == 3 * 33_333 + 10_001  # prices include tax; free shipping above 999
    assert [line.tax_paise for line in order.lines.all()] == [15_254, 0]
    assert order.tax_paise == 15_254
    assert order.shipping_paise == 0


def test_small_order_pays_shipping_where_there_is_a_fee() -> None:
    change_shop(shipping={"flat_paise": 4_900})

    order = place(make_product(price_paise=50_000))

    assert (order.shipping_paise, order.total_paise) == (4_900, 54_900)


@pytest.mark.parametrize(("price", "charged"), [(99_900, 4_900), (99_901, 0)])
def test_only_an_order_above_the_threshold_ships_free(price: int, charged: int) -> None:
    change_shop(shipping={"flat_paise": 4_900, "free_above_paise": 99_900})

    order = place(make_product(price_paise=price))

    assert order.shipping_paise == charged


def test_tax_comes_on_top_where_prices_do_not_include_it() -> None:
    change_shop(tax={"prices_include_tax": False})

    order = place(make_product(price_paise=50_000))

    assert (order.subtotal_paise, order.tax_paise, order.total_paise) == (50_000, 9_000, 59_000)


def test_quote_names_the_amount_the_order_then_costs(api: Api) -> None:
    product = make_product(price_paise=33_333, options=BEAD_OPTIONS)
    items = [item(product, 3, size="big"), item(product, 1)]

    quote = api.post("/orders/quote", {"items": items}).data
    order = api.post("/orders/create-guest-order", guest_body(*items, amount=quote["totalAmount"])).data

    assert order["amount"] == quote["totalAmount"] == (3 * 133_333 + 33_333) / 100
    assert [line["totalPrice"] for line in quote["lines"]] == [3999.99, 333.33]
    assert quote["subtotal"] + quote["tax"] == pytest.approx(quote["totalAmount"])


@pytest.mark.parametrize(
    ("state", "subtotal", "tax"),
    [("Maharashtra", 296.62, 53.38), (" Maharashtra ", 296.62, 53.38), ("Goa", 296.61, 53.39)],
)
def test_quote_for_a_state_equals_the_order_to_the_paisa(state: str, subtotal: float, tax: float) -> None:
    bead = item(make_product(price_paise=35_000))
    address = GUEST["address"] | {"state": state, "pincode": "403001" if state == "Goa" else "411001"}
    body = guest_body(bead, customerInfo=GUEST | {"address": address})

    quoted = Api().post("/orders/quote", {"items": [bead], "state": state}).data
    order_id = Api().post("/orders/create-guest-order", body).data["orderId"]

    order = Order.objects.get(order_id=order_id)
    assert (quoted["subtotal"], quoted["tax"], quoted["totalAmount"]) == (subtotal, tax, 350)
    assert (order.subtotal_paise, order.tax_paise) == (round(subtotal * 100), round(tax * 100))


def test_quote_sent_instead_of_an_order_is_for_the_orders_state() -> None:
    bead = item(make_product(price_paise=35_000))

    unseen = Api().post("/orders/create-guest-order", {"items": [bead], "customerInfo": GUEST})
    refused = Api().post("/orders/create-guest-order", guest_body(bead, discountCode="NONE"))

    assert (unseen.refusal, refused.refusal) == ((409, "PRICE_CHANGED"), (409, "DISCOUNT_UNKNOWN"))
    assert [answer.body["data"]["tax"] for answer in (unseen, refused)] == [53.38, 53.38]


def test_single_word_name_is_a_name(api: Api) -> None:
    customer = {key: value for key, value in GUEST.items() if key != "lastName"} | {"firstName": " Asha "}

    answer = api.post("/orders/create-guest-order", guest_body(item(make_product()), customerInfo=customer))

    assert Order.objects.get(order_id=answer.data["orderId"]).name == "Asha"


@pytest.mark.parametrize(
    ("first", "last", "whole"),
    [
        ("मीरा", "", "मीरा"),
        ("मीरा देवी", "अय्यर", "मीरा देवी अय्यर"),
        ("x" * 60, "y" * 59, "x" * 60 + " " + "y" * 59),
    ],
)
def test_names_are_kept_as_they_are_written(first: str, last: str, whole: str) -> None:
    customer = GUEST | {"firstName": first, "lastName": last}

    assert place(make_product(), customerInfo=customer).name == whole


def test_phone_and_pincode_are_taken_as_people_write_them(api: Api) -> None:
    address = {**GUEST["address"], "pincode": "411 001"}
    customer = GUEST | {"phone": "+91 98765-43210", "email": " Asha@Example.COM ", "address": address}

    answer = api.post("/orders/create-guest-order", guest_body(item(make_product()), customerInfo=customer))

    order = Order.objects.get(order_id=answer.data["orderId"])
    assert (order.phone, order.email) == ("9876543210", "asha@example.com")
    assert order.address["pincode"] == "411001"


def test_customer_orders_under_their_account_with_its_address() -> None:
    user = make_user(email="asha@example.com")
    address = {**GUEST["address"], "name": "Asha", "phone": "9876543210"}
    bead = item(make_product())
    body = {
        "items": [bead],
        "shippingAddress": address,
        "paymentType": "phonepe",
        "amount": total_of(bead),
    }

    answer = Api(token=log_in(user)).post("/orders/", body, key=new_key())

    order = Order.objects.get(order_id=answer.data["orderId"])
    assert (order.user, order.email) == (user, "asha@example.com")
    assert Api().post("/orders/", body).refusal == (401, "UNAUTHENTICATED")


def test_order_keeps_what_was_bought_when_the_product_changes_later() -> None:
    product = make_product(price_paise=50_000, options=BEAD_OPTIONS, title_en="Five faces")
    order = place(product)

    product.title_en, product.price_paise = "Six faces", 1
    product.save()
    product.options.filter(kind=OptionKind.SIZE).delete()

    shown = Api().get(f"/auth/orders/{order.order_id}", **proof(order)).data["order"]
    assert shown["items"][0]["title"] == "Five faces"
    assert shown["items"][0]["price"] == shown["totalAmount"] == 500.0


def test_history_and_one_mail_in_the_shoppers_language() -> None:
    order = place(make_product(title_hi="पाँच मुखी"), api=Api(language="hi"))

    event = Event.objects.get(subject=order.topic)
    assert (event.name, event.payload["status"], event.cause) == ("order.placed", "pending", "shopper")
    assert {order.topic, "staff:dashboard"} <= set(event.topics)
    mail = Mail.objects.get(to=order.email)
    assert (mail.kind, mail.language, mail.status) == ("order_received", "hi", "due")
    assert "पाँच मुखी" in mail.text
    assert order.order_id in mail.subject


def test_ids_and_keys_cannot_be_guessed_from_each_other() -> None:
    product = make_product()

    orders = [place(product) for _ in range(3)]

    assert len({order.order_id for order in orders} | {order.key for order in orders}) == 6
    for order in orders:
        assert str(order.pk) not in (order.order_id, order.key)
        assert len(order.order_id) == len("AKS-") + 12
        assert len(order.key) >= 32


def test_shop_that_does_not_name_its_seller_takes_no_order(api: Api, settings: Settings) -> None:
    settings.SANDBOX = False
    body = guest_body(item(make_product()))

    refused = api.post("/orders/create-guest-order", body, key=new_key())
    change_shop(
        seller={"legal_name": "Rudra Beads", "address": "7 Ghat Road", "grievance_officer": "An officer"},
        contact={"email": "care@shop.example", "phone": "+91 98765 43210"},
        tax={"registration": "unregistered"},
    )
    taken = api.post("/orders/create-guest-order", body, key=new_key())

    assert refused.refusal == (503, "SHOP_NOT_OPEN")
    assert taken.status == 200


@pytest.mark.parametrize("products", [1, 2, 5])
def test_an_order_of_many_products_costs_no_more_queries(
    products: int, api: Api, django_assert_num_queries: Callable[[int], Any]
) -> None:
    items = [item(make_product(slug=f"bead-{number}")) for number in range(products)]
    body = guest_body(*items)

    # The category is read after the products are locked; the settings once.
    # On Postgres the lock on the recipient's mails is a query of its own; on SQLite the transaction is it.
    with django_assert_num_queries(14 if connection.vendor == "postgresql" else 13):
        answer = api.post("/orders/create-guest-order", body, key=new_key())

    assert answer.status == 200
