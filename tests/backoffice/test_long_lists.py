"""Lists of any length: each page, and the figures, are what a query over all rows would answer."""

from datetime import timedelta
from itertools import product as pairs
from typing import Any

import pytest
from django.utils import timezone

from project.orders.models import Order, OrderFilter
from project.orders.order_list import find_orders
from project.payments.models import Payment, PaymentFilter
from project.payments.transactions.list import find_transactions
from tests.buying import place
from tests.factories import log_in, make_product, make_user
from tests.http import Api

pytestmark = pytest.mark.django_db

ROWS = 60
ORDER_STATUSES = ("pending", "delivered", "cancelled")
PAYMENT_STATUSES = ("PENDING", "FAILED", "EXPIRED")


@pytest.fixture
def shop() -> None:
    """Orders and payments over nine days, some of them on the same day and in the same moment."""
    first = place(make_product(price_paise=20_000))
    fields = {
        field.attname: getattr(first, field.attname)
        for field in Order._meta.concrete_fields
        if field.attname not in ("id", "order_id", "key")
    }
    orders = Order.objects.bulk_create(Order(**fields) for _ in range(ROWS - 1))
    for number, order in enumerate([first, *orders]):
        moment = timezone.now() - timedelta(days=number % 9, minutes=number // 20)
        Order.objects.filter(pk=order.pk).update(
            created_at=moment,
            status=ORDER_STATUSES[number % 3],
            payment_status=("failed", "pending")[number % 2],
        )
        Payment.objects.create(
            order=order,
            provider="phonepe",
            amount_paise=20_000 + 100 * (number % 7),
            status=PAYMENT_STATUSES[number % 3],
            instrument=("UPI", "Card")[number % 2],
            is_open=False,
            initiated_at=moment,
        )


def days_ago(days: int) -> Any:
    return timezone.localdate() - timedelta(days=days)


ORDER_FILTERS = [
    {},
    {"status": "delivered"},
    {"payment_status": "failed"},
    {"status": "cancelled", "payment_status": "pending"},
    {"start_date": 6, "end_date": 2},
    {"status": "pending", "end_date": 1},
    {"search": "asha", "status": "delivered"},
]
PAYMENT_FILTERS = [
    {},
    {"status": "FAILED"},
    {"instrument": "UPI"},
    {"status": "EXPIRED", "instrument": "Card"},
    {"start_date": 6, "end_date": 2},
    {"min_paise": 20_200, "max_paise": 20_400},
    {"search": "asha", "instrument": "UPI"},
]


def dated(wanted: dict[str, Any]) -> dict[str, Any]:
    return {name: days_ago(value) if "date" in name else value for name, value in wanted.items()}


@pytest.mark.parametrize("wanted", ORDER_FILTERS, ids=str)
def test_every_page_of_orders_is_what_all_of_them_say(shop: None, wanted: dict[str, Any]) -> None:
    filters = OrderFilter(**dated(wanted))
    everything = Order.objects.filtered(filters)
    expected = list(everything.order_by("-created_at", "-pk"))

    pages = [
        find_orders(filters, page=page, limit=7, as_of=timezone.now())
        for page in range(1, len(expected) // 7 + 3)
    ]

    assert expected and [row for page in pages for row in page.rows] == expected
    assert {page.statistics for page in pages} == {everything.statistics()}


@pytest.mark.parametrize("wanted", PAYMENT_FILTERS, ids=str)
def test_every_page_of_payments_is_what_all_of_them_say(shop: None, wanted: dict[str, Any]) -> None:
    filters = PaymentFilter(**dated(wanted))
    everything = Payment.objects.filtered(filters)
    expected = list(everything.order_by("-initiated_at", "-pk"))

    pages = [
        find_transactions(filters, page=page, limit=7, as_of=timezone.now())
        for page in range(1, len(expected) // 7 + 3)
    ]

    assert expected and [row for page in pages for row in page.rows] == expected
    assert {page.statistics for page in pages} == {everything.statistics()}


def test_far_pages_are_answered_with_the_same_number_of_queries(
    shop: None, django_assert_num_queries: Any
) -> None:
    for filters, page in pairs((OrderFilter(), OrderFilter(status="delivered")), (2, 4)):
        with django_assert_num_queries(4):
            list(find_orders(filters, page=page, limit=5, as_of=timezone.now()).rows)
    with django_assert_num_queries(4):
        list(find_transactions(PaymentFilter(), page=9, limit=5, as_of=timezone.now()).rows)


def test_pages_say_that_all_is_counted(shop: None) -> None:
    admin = Api(token=log_in(make_user(role="admin")))
    for path in ("/admin-orders/orders", "/transactions", "/admin/users", "/admin/cases", "/admin/webhooks"):
        assert admin.get(path).data["pagination"]["hasMore"] is False
