"""Statistics are kept by triggers: they say what the tables do, whatever writes to these."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Count, F, Sum
from django.utils import timezone

from project.core.rollups import Rollup, merge, repair_rollup
from project.orders.models import ORDERS, Order, OrderRollup
from project.payments.audit.ledger import audit_ledger
from project.payments.models import (
    MOVEMENTS,
    PAYMENTS,
    Case,
    Movement,
    MovementRollup,
    Payment,
    PaymentRollup,
)
from project.payments.shared.ledger import balances
from tests.buying import check, place, start
from tests.factories import make_product
from tests.orders.order_helpers import bring
from tests.sandbox_process import Outcome, SandboxProcess
from tests.threads import at_once

STATUSES = ("pending", "confirmed", "packaging", "delivered", "cancelled")


def assert_alike() -> None:
    """Hold the rollups against queries that read all rows, group by group."""
    assert OrderRollup.objects.all().statistics() == Order.objects.statistics()
    assert PaymentRollup.objects.all().statistics() == Payment.objects.statistics()
    orders = Order.objects.order_by().values_list("status", "payment_status").annotate(Count("pk"))
    assert groups(OrderRollup, "status", "payment_status") == set(orders)
    moved = Movement.objects.values_list("source", "target").annotate(Count("pk"))
    assert groups(MovementRollup, "source", "target") == set(moved)
    assert [repair_rollup(source) for source in (ORDERS, PAYMENTS, MOVEMENTS)] == [0, 0, 0]


def groups(rollup: type[Rollup], *keys: str) -> set[tuple[Any, ...]]:
    rows = rollup._default_manager.order_by().values_list(*keys).annotate(rows=Sum("row_count"))
    return set(rows.exclude(rows=0))


def some_orders(count: int = 4) -> list[Order]:
    product = make_product(stock=100)
    return [bring(place(product), STATUSES[number % len(STATUSES)]) for number in range(count)]


@pytest.mark.django_db
def test_statistics_follow_purchases_and_settlement(provider: SandboxProcess) -> None:
    some_orders(5)
    paid, failed = place(make_product()), place(make_product())
    outcomes: list[tuple[Order, Outcome]] = [(paid, "success"), (failed, "failure")]
    for order, outcome in outcomes:
        payment = start(order)
        provider.settle(payment.transaction_id, outcome)
        check(payment)

    assert Payment.objects.count() == 2 and Movement.objects.count() == 1
    assert_alike()
    assert balances()["provider"] == Payment.objects.get(order=paid).captured_paise


@pytest.mark.django_db
def test_statistics_follow_what_is_changed_past_all_actions() -> None:
    orders = some_orders()
    Order.objects.filter(pk=orders[0].pk).update(status="shipped", total_paise=F("total_paise"))
    Order.objects.filter(pk=orders[1].pk).update(created_at=timezone.now() - timedelta(days=40))
    Order.objects.filter(pk=orders[2].pk).update(tracking_number="AB1", delivered_at=timezone.now())
    Payment.objects.create(order=orders[3], provider="phonepe", amount_paise=300, instrument="UPI")
    Payment.objects.update(settled_at=timezone.now(), instrument="Card")
    assert_alike()

    Payment.objects.all().delete()

    assert PaymentRollup.objects.all().statistics().total == 0
    assert_alike()


@pytest.mark.django_db
def test_merged_statistics_are_the_same_in_fewer_rows() -> None:
    draw = random.Random(7)
    orders = some_orders(10)
    for _ in range(40):
        chosen = Order.objects.filter(pk=draw.choice(orders).pk)
        chosen.update(payment_status=draw.choice(("pending", "paid", "failed", "refunded")))
    before = OrderRollup.objects.count()

    merged = merge(OrderRollup)

    assert merged == before > OrderRollup.objects.count() > 0
    assert not OrderRollup.objects.filter(is_merged=False).exists()
    assert_alike()
    assert merge(OrderRollup) == 0
    Order.objects.filter(pk=orders[0].pk).update(status="shipped")
    merge(OrderRollup)
    assert_alike()


@pytest.mark.django_db
def test_a_change_that_statistics_do_not_show_writes_nothing() -> None:
    (order,) = some_orders(1)
    before = OrderRollup.objects.count()

    Order.objects.filter(pk=order.pk).update(name="Ravi", version=F("version") + 1)

    assert OrderRollup.objects.count() == before


@pytest.mark.django_db
def test_audit_corrects_and_names_statistics_that_differ() -> None:
    some_orders()
    assert not [found for found in audit_ledger() if "statistics" in found]
    OrderRollup.objects.filter(status="pending").delete()
    OrderRollup.objects.create(
        day=timezone.localdate() - timedelta(days=500),
        row_count=7,
        status="lost",
        payment_status="paid",
        is_paid=True,
        has_left=False,
        total_paise=100,
    )

    (named,) = [found for found in audit_ledger() if "statistics" in found]

    assert "orders_orderrollup: 2 groups" in named
    assert named in Case.objects.get(kind="books_differ").facts["details"]
    assert_alike()
    assert not [found for found in audit_ledger() if "statistics" in found]


@pytest.mark.django_db(transaction=True)
def test_statistics_are_as_old_as_their_rows_when_a_transaction_is_undone() -> None:
    some_orders(2)

    with pytest.raises(IntegrityError), transaction.atomic():
        Order.objects.update(status="shipped")
        Order.objects.update(total_paise=1)

    assert_alike()


@pytest.mark.django_db(transaction=True)
def test_writers_mergers_and_repairs_at_once_lose_nothing() -> None:
    orders = some_orders(4)

    def work(number: int) -> None:
        for turn in range(8):
            if number == 0:
                merge(OrderRollup)
            elif number == 1:
                assert repair_rollup(ORDERS) == 0
            else:
                status = STATUSES[(number + turn) % len(STATUSES)]
                # All write the same day and statuses; none waits for another one's counter.
                Order.objects.filter(pk=orders[number % 4].pk).update(status=status)

    at_once(6, work)

    assert_alike()
