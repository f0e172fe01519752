"""Many at once, on real connections: on Postgres row locks decide, on SQLite the write lock does."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, transaction
from django.db.models import Sum

from project.catalog.actions import stock
from project.catalog.errors import OutOfStock
from project.catalog.models import Product, StockMovement
from tests.factories import make_product

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(threads: int, action: Callable[[int], object]) -> list[object]:
    """Run `action(0)` to `action(threads - 1)`, all starting together; an error is its own result."""
    barrier = Barrier(threads)

    def run(number: int) -> object:
        barrier.wait()
        try:
            with transaction.atomic():
                return action(number)
        except OutOfStock as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, range(threads)))


def test_last_piece_is_held_once() -> None:
    product = make_product(stock=1)

    results = at_once(
        10, lambda n: stock.hold(Product.objects.get(pk=product.pk), quantity=1, reference=f"AKS-{n}")
    )

    assert results.count(True) == 1
    assert sum(isinstance(result, OutOfStock) for result in results) == 9
    product.refresh_from_db()
    assert (product.held, product.sellable) == (1, 0)


def test_hold_is_released_once() -> None:
    product = make_product(stock=5)
    stock.hold(product, quantity=3, reference="AKS-1")

    results = at_once(8, lambda n: stock.release(Product.objects.get(pk=product.pk), reference="AKS-1"))

    assert results.count(True) == 1
    assert StockMovement.objects.filter(product=product, kind="release").count() == 1
    product.refresh_from_db()
    assert (product.held, product.sellable) == (0, 5)


def test_expiry_and_payment_do_not_both_get_the_hold() -> None:
    product = make_product(stock=2)
    stock.hold(product, quantity=2, reference="AKS-1")

    def pay_or_expire(number: int) -> bool:
        row = Product.objects.get(pk=product.pk)
        if number % 2:
            return stock.release(row, reference="AKS-1")
        return stock.allocate_held(row, reference="AKS-1")

    results = at_once(6, pay_or_expire)

    assert results.count(True) == 1
    product.refresh_from_db()
    assert product.held == 0
    assert product.allocated + product.sellable == 2


def test_orders_with_the_same_products_in_any_order_never_deadlock() -> None:
    first, second = make_product(stock=20), make_product(stock=20)

    def buy_both(number: int) -> None:
        ids = [first.pk, second.pk] if number % 2 else [second.pk, first.pk]
        for product in stock.lock_products(ids).values():
            stock.hold(product, quantity=1, reference=f"AKS-{number}")

    at_once(10, buy_both)

    for product in (first, second):
        product.refresh_from_db()
        assert product.held == 10
        held = StockMovement.objects.filter(product=product).aggregate(total=Sum("held_delta"))
        assert held["total"] == 10
