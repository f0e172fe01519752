"""An order's status moves along one table, by one way; every other pair is refused."""

import pytest
from django.db import IntegrityError, transaction

from project.core.errors import InvalidTransition
from project.orders.models import Order, OrderStatus
from tests.buying import place
from tests.factories import make_product
from tests.threads import at_once

# The specification's own table, written out once more on purpose.
ALLOWED = {
    ("pending", "confirmed"),
    ("pending", "cancelled"),
    ("confirmed", "processing"),
    ("confirmed", "cancelled"),
    ("processing", "packaging"),
    ("processing", "cancelled"),
    ("packaging", "dispatched"),
    ("packaging", "cancelled"),
    ("dispatched", "out_for_delivery"),
    ("dispatched", "shipped"),
    ("dispatched", "cancelled"),
    ("out_for_delivery", "delivered"),
    ("out_for_delivery", "cancelled"),
    ("shipped", "delivered"),
    ("shipped", "cancelled"),
    ("delivered", "returned"),
    ("cancelled", "refunded"),
    ("returned", "refunded"),
}


@pytest.fixture
def order(db: None) -> Order:
    return place(make_product())


@pytest.mark.parametrize("old", OrderStatus.values)
def test_every_pair_of_statuses(order: Order, old: str) -> None:
    for new in OrderStatus.values:
        Order.objects.filter(pk=order.pk).update(status=old)
        order.refresh_from_db()
        version = order.version

        if old == new:
            assert order.transition_to(new) is False
            moved = False
        elif (old, new) in ALLOWED:
            assert order.transition_to(new) is True
            moved = True
        else:
            with pytest.raises(InvalidTransition):
                order.transition_to(new)
            moved = False

        stored = Order.objects.get(pk=order.pk)
        assert stored.status == order.status == (new if moved else old)
        assert stored.version == order.version == version + moved


def test_table_names_every_status() -> None:
    assert set(Order.TRANSITIONS) == set(OrderStatus.values)


@pytest.mark.both_stacks
def test_database_knows_the_statuses_too(order: Order) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Order.objects.filter(pk=order.pk).update(status="lost")


def test_late_reader_of_an_old_status_does_not_move_it_again(order: Order) -> None:
    late = Order.objects.get(pk=order.pk)
    order.transition_to(OrderStatus.CANCELLED)

    with pytest.raises(InvalidTransition):
        late.transition_to(OrderStatus.CONFIRMED)

    assert Order.objects.get(pk=order.pk).status == "cancelled"


@pytest.mark.django_db(transaction=True)
def test_of_many_movers_at_once_one_moves() -> None:
    order = place(make_product())

    def move(number: int) -> bool:
        return Order.objects.get(pk=order.pk).transition_to(OrderStatus.CONFIRMED)

    assert at_once(8, move).count(True) == 1
    assert Order.objects.get(pk=order.pk).version == 2


@pytest.mark.both_stacks
def test_parts_of_an_order_must_add_up_in_the_database(order: Order) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Order.objects.filter(pk=order.pk).update(total_paise=1_000_000)
    with pytest.raises(IntegrityError), transaction.atomic():
        order.lines.update(quantity=3)
