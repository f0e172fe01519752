"""Many buyers for the last piece: one gets it, the others are told before they pay."""

import pytest
from django.db import connection
from django.db.models import Sum

from project.catalog.models import StockMovement
from project.orders.models import Order
from tests.buying import guest_body, item, new_key
from tests.factories import make_product
from tests.http import Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_hundred_buyers_for_the_last_piece_make_one_order() -> None:
    # SQLite has one writer at a time anyway; a hundred threads would only wait for it.
    buyers = 100 if connection.vendor == "postgresql" else 20
    product = make_product(stock=1)

    def buy(number: int) -> tuple[int, str]:
        answer = Api().post("/orders/create-guest-order", guest_body(item(product)), key=new_key())
        return answer.status, answer.body.get("code", "")

    results = at_once(buyers, buy)

    assert results.count((200, "")) == 1
    assert results.count((409, "OUT_OF_STOCK")) == buyers - 1
    assert Order.objects.count() == 1
    product.refresh_from_db()
    assert (product.on_hand, product.held, product.allocated, product.sellable) == (1, 1, 0, 0)
    moved = StockMovement.objects.filter(product=product).aggregate(
        on_hand=Sum("on_hand_delta"), held=Sum("held_delta")
    )
    assert moved == {"on_hand": 1, "held": 1}


def test_buyers_of_several_products_in_any_order_all_get_theirs() -> None:
    first, second = make_product(stock=12), make_product(stock=12)

    def buy(number: int) -> int:
        items = [item(first), item(second)]
        body = guest_body(*(items if number % 2 else reversed(items)))
        return Api().post("/orders/create-guest-order", body, key=new_key()).status

    assert at_once(12, buy) == [200] * 12
    for product in (first, second):
        product.refresh_from_db()
        assert product.sellable == 0
