"""A category is hidden while somebody orders what is below it: on Postgres the products' locks decide."""

from threading import Thread

import pytest
from django.db import connection, transaction

from project.catalog.actions.categories import change_category
from project.catalog.models import Category
from project.orders.models import Order
from tests.buying import guest_body, item, new_key
from tests.factories import make_category, make_product
from tests.http import Answer, Api
from tests.waiting import eventually

pytestmark = pytest.mark.django_db(transaction=True)


def test_order_that_waits_for_a_category_to_be_hidden_is_refused() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("on SQLite every order waits for the one write lock")
    top = make_category("top")
    product = make_product(category=make_category("below", parent=top))
    body = guest_body(item(product))
    answers: list[Answer] = []

    def order() -> None:
        try:
            answers.append(Api().post("/orders/create-guest-order", body, key=new_key()))
        finally:
            connection.close()

    buyer = Thread(target=order)
    with transaction.atomic():
        change_category(
            Category.objects.get(pk=top.pk).public_id, {"is_active": False}, version=top.version, actor=""
        )
        buyer.start()
        eventually(_somebody_waits)
    buyer.join()

    assert [answer.refusal for answer in answers] == [(409, "PRODUCT_UNAVAILABLE")]
    assert not Order.objects.exists()


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])
