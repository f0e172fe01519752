"""Removal of ordered lines, and of nothing else, from the cart."""

import pytest

from project.catalog.models import Product
from project.orders.models import Order
from tests.buying import guest_body, item, new_key, total_of
from tests.cart.shopper import Shopper, lines
from tests.factories import BEAD_OPTIONS, make_product, make_user

pytestmark = pytest.mark.django_db


def order(shopper: Shopper, *products: tuple[Product, int], **options: str) -> Order:
    body = guest_body(*(item(product, quantity, **options) for product, quantity in products))
    answer = shopper.api.post("/orders/create-guest-order", body, key=new_key())
    return Order.objects.get(order_id=answer.data["orderId"])


def test_ordered_lines_leave_a_guests_cart() -> None:
    bead, crystal = make_product(), make_product(title_en="Crystal")
    shopper = Shopper()
    shopper.add(bead, 2)
    shopper.add(crystal)
    placed = order(shopper, (bead, 2))

    answer = shopper.tell_ordered(placed.order_id, placed.key)

    assert lines(answer.data["cart"]) == [("Crystal", 1, 500)]


def test_what_was_added_meanwhile_stays() -> None:
    bead = make_product(title_en="Five Mukhi", options=BEAD_OPTIONS)
    shopper = Shopper()
    shopper.add(bead, 2, size="big")
    placed = order(shopper, (bead, 2), size="big")
    shopper.add(bead, 1, size="big")
    shopper.add(bead, 1)

    answer = shopper.tell_ordered(placed.order_id, placed.key)

    assert lines(answer.data["cart"]) == [("Five Mukhi", 1, 1500), ("Five Mukhi", 1, 500)]


def test_saying_it_twice_takes_out_nothing_that_was_added_since() -> None:
    bead = make_product()
    shopper = Shopper()
    shopper.add(bead)
    placed = order(shopper, (bead, 1))
    shopper.tell_ordered(placed.order_id, placed.key)
    shopper.add(bead)

    answer = shopper.tell_ordered(placed.order_id, placed.key)

    assert answer.data["cart"]["count"] == 1


def test_a_strangers_order_empties_nothing() -> None:
    bead = make_product()
    stranger, shopper = Shopper(), Shopper()
    placed = order(stranger, (bead, 1))
    shopper.add(bead)

    for key in ("", "guessed"):
        assert shopper.tell_ordered(placed.order_id, key).refusal == (404, "NOT_FOUND")
    assert shopper.cart()["count"] == 1


def test_a_customers_own_order_needs_no_key() -> None:
    user = make_user()
    bead = make_product()
    shopper = Shopper(user)
    shopper.add(bead, 2)
    body = {
        "items": [item(bead, 2)],
        "paymentType": "phonepe",
        "amount": total_of(item(bead, 2)),
        "shippingAddress": {
            "name": "Asha Rao",
            "phone": "9876543210",
            "street": "12 MG Road",
            "city": "Pune",
            "state": "Maharashtra",
            "pincode": "411001",
        },
    }
    order_id = shopper.api.post("/orders/", body, key=new_key()).data["orderId"]

    assert shopper.tell_ordered(order_id).data["cart"]["lines"] == []
