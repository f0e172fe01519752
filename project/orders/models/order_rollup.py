"""Statistics of orders by day and status, kept by triggers."""

from typing import ClassVar

from django.db import models
from django.db.models import Q, Sum

from project.core.rollups import Rollup, Source
from project.orders.models.order_values import OrderFilter, OrderPaymentStatus, OrderStatistics, OrderStatus

# Statuses of orders whose parcel has left.
HAVE_LEFT = (
    OrderStatus.DISPATCHED,
    OrderStatus.OUT_FOR_DELIVERY,
    OrderStatus.SHIPPED,
    OrderStatus.DELIVERED,
    OrderStatus.RETURNED,
)


class OrderRollupQuerySet(models.QuerySet["OrderRollup"]):
    """Figures and days of the orders that match filters."""

    def filtered(self, wanted: OrderFilter) -> "OrderRollupQuerySet":
        """Return what there is of orders with these statuses, of these days, whatever the search."""
        found = self.filter(**wanted.statuses())
        if wanted.start_date:
            found = found.filter(day__gte=wanted.start_date)
        if wanted.end_date:
            found = found.filter(day__lte=wanted.end_date)
        return found

    def statistics(self) -> OrderStatistics:
        """Return the same as `OrderQuerySet.statistics` over these orders."""
        paid = Q(payment_status=OrderPaymentStatus.PAID)
        sums = self.aggregate(
            total=Sum("row_count", default=0),
            revenue_paise=Sum("net_paise", default=0),
            pending=Sum("row_count", filter=Q(status=OrderStatus.PENDING), default=0),
            paid=Sum("row_count", filter=paid, default=0),
        )
        return OrderStatistics(**sums)


class OrderRollup(Rollup):
    """Orders of one Indian day and status."""

    SUMS = ("total_paise", "net_paise")

    status = models.CharField(max_length=24)
    payment_status = models.CharField(max_length=8)
    is_paid = models.BooleanField()
    # Also of a parcel that came back, or was called off on its way.
    has_left = models.BooleanField()
    total_paise = models.BigIntegerField()
    net_paise = models.BigIntegerField(default=0, db_default=0)

    objects: ClassVar[models.Manager["OrderRollup"]] = OrderRollupQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["day"], name="order_rollup_day")]

    def __str__(self) -> str:
        return f"{self.day} {self.status}: {self.row_count}"


_left = ", ".join(f"'{status}'" for status in HAVE_LEFT)
ORDERS = Source(
    table="orders_order",
    rollup="orders_orderrollup",
    moment="created_at",
    keys={
        "status": None,
        "payment_status": None,
        "is_paid": "{row}.paid_at IS NOT NULL",
        "has_left": (
            f"{{row}}.status IN ({_left}) OR {{row}}.delivered_at IS NOT NULL"
            " OR {row}.tracking_number <> ''"
        ),
    },
    sums=OrderRollup.SUMS,
    watched=("status", "payment_status", "paid_at", "delivered_at", "tracking_number"),
)
