"""Stock holds of unpaid orders expire and are released exactly once."""

from datetime import timedelta

import pytest
from django.db.models import Sum
from django.utils import timezone

from project.catalog.models import Product, StockMovement
from project.orders import actions
from project.orders.models import Order
from tests.buying import begin, guest_body, hold, item, let_order_pass, place
from tests.factories import make_product
from tests.http import Api
from tests.threads import at_once
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


def numbers(product: Product) -> tuple[int, int, int]:
    """Return on hand, allocated, held; each must be the sum of its movements."""
    product.refresh_from_db()
    sums = StockMovement.objects.filter(product=product).aggregate(
        on_hand=Sum("on_hand_delta", default=0),
        allocated=Sum("allocated_delta", default=0),
        held=Sum("held_delta", default=0),
    )
    counted = (product.on_hand, product.allocated, product.held)
    assert counted == (sums["on_hand"], sums["allocated"], sums["held"])
    return counted


def test_an_order_holds_nothing_until_its_payment_begins() -> None:
    product = make_product(stock=3)

    order = place(product, 2)

    assert (numbers(product), order.held_until) == ((3, 0, 0), None)
    assert begin(order).held_until is not None
    assert numbers(product) == (3, 0, 2)


def test_hold_lasts_until_its_time_and_not_longer() -> None:
    product = make_product(stock=3)
    order = hold(product, 2)

    sweep()
    assert numbers(product) == (3, 0, 2)
    let_order_pass(order, timedelta(seconds=1750))
    sweep()
    assert numbers(product) == (3, 0, 2)
    let_order_pass(order, timedelta(seconds=101))
    sweep()

    assert numbers(product) == (3, 0, 0)
    order.refresh_from_db()
    assert (order.status, order.held_until) == ("pending", None)


def test_pieces_of_all_lines_come_back() -> None:
    first, second = make_product(stock=5), make_product(stock=5)
    order_id = Api().post("/orders/create-guest-order", guest_body(item(first, 2), item(second), item(first)))
    order = begin(Order.objects.get(order_id=order_id.data["orderId"]))
    assert (numbers(first), numbers(second)) == ((5, 0, 3), (5, 0, 1))

    let_order_pass(order, timedelta(hours=1))
    sweep()

    assert (numbers(first), numbers(second)) == ((5, 0, 0), (5, 0, 0))


@pytest.mark.django_db(transaction=True)
def test_hold_that_ran_out_is_released_once_by_many_workers() -> None:
    product = make_product(stock=4)
    order = hold(product, 3)
    other = hold(product, 1)
    let_order_pass(order, timedelta(hours=1))

    results = at_once(8, lambda number: actions.end_hold(order.order_id, cause="clock"))

    assert results.count(True) == 1
    assert numbers(product) == (4, 0, 1)
    assert StockMovement.objects.filter(kind="release").count() == 1
    other.refresh_from_db()
    assert other.held_until is not None


def test_hold_that_still_runs_is_not_released_early() -> None:
    product = make_product(stock=1)
    order = hold(product)

    assert actions.end_hold(order.order_id, cause="clock") is False
    assert numbers(product) == (1, 0, 1)


def test_hold_of_an_unknown_order_is_no_error() -> None:
    assert actions.end_hold("AKS-NONE", cause="clock") is False


def test_released_pieces_can_be_sold_again() -> None:
    product = make_product(stock=1)
    first = hold(product)
    let_order_pass(first, timedelta(hours=1))
    sweep()

    second = hold(product)

    assert second.held_until is not None
    assert second.held_until > timezone.now()
    assert numbers(product) == (1, 0, 1)


@pytest.mark.django_db(transaction=True)
def test_cancelling_and_the_clock_together_release_once() -> None:
    product = make_product(stock=2)
    order = hold(product, 2)
    let_order_pass(order, timedelta(hours=1))

    def end(number: int) -> bool:
        if number % 2:
            return actions.cancel_unpaid(order.order_id, cause="test")
        return actions.end_hold(order.order_id, cause="clock")

    at_once(6, end)

    assert numbers(product) == (2, 0, 0)
    assert StockMovement.objects.filter(kind="release").count() == 1
    order.refresh_from_db()
    assert order.status == "cancelled"
