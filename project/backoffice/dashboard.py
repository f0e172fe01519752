"""The dashboard's figures, each one query over the tables."""

import time
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from datetime import time as clock
from typing import Any

from django.db.models import Count, F, Sum
from django.db.models.functions import TruncDate
from django.utils import timezone
from pydantic import Field

from project.accounts.models import User
from project.catalog.models import Product
from project.core.money import rupees
from project.core.schemas import ApiModel
from project.orders.models import Order
from project.payments.models import CAPTURED, Case, Payment, PaymentStatus

RECENT_ORDERS = 8


class RecentOrder(ApiModel):
    """One line of the recent activity."""

    id: str = Field(serialization_alias="_id")
    order_id: str
    created_at: datetime
    total_amount: float
    status: str
    payment_status: str


class ChartPoint(ApiModel):
    """One Indian day: orders placed, and money received less money returned of payments settled that day."""

    day: date
    orders: int
    revenue: float


class Dashboard(ApiModel):
    """The dashboard; revenue is money received minus money refunded, never unpaid orders."""

    total_users: int
    total_products: int
    total_orders: int
    total_revenue: float
    pending_payments: int
    open_cases: int
    recent_orders: list[RecentOrder]
    chart: list[ChartPoint]
    version: int


def read_dashboard(*, days: int) -> Dashboard:
    """Return the figures now, with a chart of the last `days` days, today included.

    The version is the time in milliseconds just before the reading began: a later reading sees at least
    every change an earlier one saw.
    """
    version = time.time_ns() // 1_000_000
    captured = Payment.objects.filter(status__in=CAPTURED)
    net = Sum(F("captured_paise") - F("refunded_paise"), default=0)
    return Dashboard(
        total_users=User.objects.count(),
        total_products=Product.objects.filter(is_visible=True).count(),
        total_orders=Order.objects.count(),
        total_revenue=rupees(captured.aggregate(net=net)["net"]),
        pending_payments=Payment.objects.filter(status=PaymentStatus.PENDING).count(),
        open_cases=Case.objects.filter(closed_at=None).count(),
        recent_orders=[
            _recent(order) for order in Order.objects.order_by("-created_at", "-pk")[:RECENT_ORDERS]
        ],
        chart=_chart(days),
        version=version,
    )


def _recent(order: Order) -> RecentOrder:
    return RecentOrder(
        id=order.order_id,
        order_id=order.order_id,
        created_at=order.created_at,
        total_amount=rupees(order.total_paise),
        status=order.status,
        payment_status=order.payment_status,
    )


def _chart(days: int) -> list[ChartPoint]:
    today = timezone.localdate()
    first = today - timedelta(days=days - 1)
    since = timezone.make_aware(datetime.combine(first, clock.min))
    orders = (
        Order.objects.filter(created_at__gte=since)
        .annotate(day=TruncDate("created_at"))
        .values("day")
        .annotate(value=Count("pk"))
    )
    revenue = (
        Payment.objects.filter(status__in=CAPTURED, settled_at__gte=since)
        .annotate(day=TruncDate("settled_at"))
        .values("day")
        .annotate(value=Sum(F("captured_paise") - F("refunded_paise")))
    )
    placed = _by_day(orders)
    earned = _by_day(revenue)
    every = (first + timedelta(days=n) for n in range(days))
    return [
        ChartPoint(day=day, orders=placed.get(day, 0), revenue=rupees(earned.get(day, 0))) for day in every
    ]


def _by_day(rows: Any) -> Mapping[date, int]:
    return {row["day"]: row["value"] for row in rows}
