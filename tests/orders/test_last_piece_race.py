"""Race for the last piece: one buyer gets the hold, the others are refused before they pay."""

import pytest
from django.db import OperationalError, connection
from django.db.models import Sum
from psycopg_pool import PoolTimeout

from project.catalog.errors import OutOfStock
from project.catalog.models import StockMovement
from project.orders.models import Order
from tests.buying import begin, guest, guest_body, item, new_key, place
from tests.factories import make_product
from tests.http import Api
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_hundred_buyers_for_the_last_piece_begin_one_payment() -> None:
    # SQLite has one writer at a time anyway; a hundred threads would only wait for it.
    buyers = 100 if connection.vendor == "postgresql" else 20
    product = make_product(stock=1)
    orders = [place(product, customerInfo=guest(number)) for number in range(buyers)]

    def pay(number: int) -> str:
        while True:
            try:
                begin(orders[number])
            except OutOfStock:
                return "sold out"
            except OperationalError as error:
                # A hundred share twelve connections, and wait two seconds for one; then a buyer tries again.
                if not isinstance(error.__cause__, PoolTimeout):
                    raise
            else:
                return "paying"

    results = at_once(buyers, pay)

    assert (results.count("paying"), results.count("sold out")) == (1, buyers - 1)
    assert Order.objects.exclude(held_until=None).count() == 1
    product.refresh_from_db()
    assert (product.on_hand, product.held, product.allocated, product.sellable) == (1, 1, 0, 0)
    moved = StockMovement.objects.filter(product=product).aggregate(
        on_hand=Sum("on_hand_delta"), held=Sum("held_delta")
    )
    assert moved == {"on_hand": 1, "held": 1}


def test_buyers_of_several_products_in_any_order_all_get_theirs() -> None:
    first, second = make_product(stock=12), make_product(stock=12)

    def buy(number: int) -> None:
        items = [item(first), item(second)]
        body = guest_body(*(items if number % 2 else reversed(items)), customerInfo=guest(number))
        answer = Api().post("/orders/create-guest-order", body, key=new_key())
        begin(Order.objects.get(order_id=answer.data["orderId"]))

    at_once(12, buy)

    for product in (first, second):
        product.refresh_from_db()
        assert product.sellable == 0
