"""The dashboard's figures; those of orders and payments come from their rollups."""

from datetime import date, datetime, timedelta

from django.db import connection
from django.db.models import Case, Count, F, Q, Sum, When, Window
from django.utils import timezone
from pydantic import Field

from project.catalog.models import LOW_STOCK, Product
from project.core.money import rupees
from project.core.schemas import ApiModel, Rupees
from project.events.models import Event
from project.events.versions import next_version
from project.orders.models import Order, OrderRollup
from project.payments.models import CAPTURED, NET, Instrument, PaymentRollup, PaymentStatus
from project.payments.shared.api_names import UNKNOWN_METHOD

# Placed, paid and dispatched; net paise and pending.
NO_ORDERS = (0, 0, 0)
NO_PAYMENTS = (0, 0)
RECENT_ORDERS = 8
SCARCEST = 6
ACTIVITY = 12
# What the activity tells; the front end has words for each.
ACTIVITY_EVENTS = (
    "order.placed",
    "order.confirmed",
    "order.cash_confirmed",
    "order.processing",
    "order.packaging",
    "order.dispatched",
    "order.out_for_delivery",
    "order.shipped",
    "order.delivered",
    "order.cancelled",
    "order.returned",
    "order.refunded",
    "order.return_requested",
    "order.claim_opened",
    "order.mail_failed",
    "order.mail_late",
    "document.failed",
    "payment.succeeded",
    "payment.failed",
    "payment.cancelled",
    "payment.expired",
    "payment.refunded",
    "refund.requested",
    "refund.done",
    "refund.failed",
    "case.opened",
    "case.closed",
    "user.registered",
    "mail.failed",
    "mail.late",
)
_TOTALS = """
SELECT (SELECT COUNT(*) FROM accounts_user),
       (SELECT COUNT(*) FROM catalog_product WHERE is_visible AND parent_id IS NULL),
       (SELECT COUNT(*) FROM payments_case WHERE closed_at IS NULL)
"""
_OF_RECENT = ("order_id", "created_at", "total_paise", "status", "payment_status")
_OF_ACTIVITY = ("pk", "name", "subject", "cause", "actor", "created_at")


class RecentOrder(ApiModel):
    """One line of the recent activity."""

    id: str = Field(validation_alias="order_id", serialization_alias="_id")
    order_id: str
    created_at: datetime
    total_amount: Rupees = Field(validation_alias="total_paise")
    status: str
    payment_status: str


class ChartPoint(ApiModel):
    """One Indian day: orders placed, and the net revenue of the payments settled that day."""

    day: date
    orders: int
    revenue: float


class InstrumentRate(ApiModel):
    """Success rate of payments by one instrument; the gateway's name stands for unknown ones."""

    method: str
    total: int
    successful: int
    # Percent with one decimal, of all that were begun in the period.
    success_rate: float


class Funnel(ApiModel):
    """Funnel of the period's orders; each number is part of the one before."""

    placed: int
    paid: int
    dispatched: int


class ProductLine(ApiModel):
    """A product as a line of a short list names it."""

    id: str = Field(validation_alias="public_id", serialization_alias="_id")
    slug: str
    title_en: str
    title_hi: str


class LowStock(ProductLine):
    """A product on sale of which few pieces, or none, can still be sold."""

    sellable: int


class Activity(ApiModel):
    """Something that happened: to what, through what, and by whom where it was a person of ours."""

    id: int = Field(validation_alias="pk", serialization_alias="_id")
    event: str = Field(validation_alias="name")
    subject: str
    cause: str
    actor: str
    at: datetime = Field(validation_alias="created_at")


class Dashboard(ApiModel):
    """The dashboard; revenue is net (`project/payments/README.md`), never unpaid orders."""

    # Days that chart, instruments and funnel are about, today included.
    period: int

    total_users: int
    total_products: int
    total_orders: int
    total_revenue: float
    pending_payments: int
    open_cases: int
    recent_orders: list[RecentOrder]
    chart: list[ChartPoint]
    instruments: list[InstrumentRate]
    funnel: Funnel
    # How many there are in all, and the scarcest of them.
    low_stock_count: int
    low_stock: list[LowStock]
    activity: list[Activity]
    version: int


def read_dashboard(*, days: int) -> Dashboard:
    """Return the figures now, with a chart of the last `days` days, today included."""
    version = next_version()
    since = timezone.localdate() - timedelta(days=days - 1)
    with connection.cursor() as cursor:
        cursor.execute(_TOTALS)
        users, products, cases = cursor.fetchone()
    low_stock_count, scarcest = low_stock()
    orders, payments = _orders_by_day(since), _payments_by_day(since)
    total_orders = sum(placed for placed, _, _ in orders.values())
    orders.pop(None, None)
    placed, paid, dispatched = map(sum, zip(*orders.values(), NO_ORDERS, strict=True))
    return Dashboard(
        period=days,
        total_users=users,
        total_products=products,
        total_orders=total_orders,
        total_revenue=rupees(sum(net for net, _ in payments.values())),
        pending_payments=sum(pending for _, pending in payments.values()),
        open_cases=cases,
        recent_orders=[
            RecentOrder.model_validate(order)
            for order in Order.objects.order_by("-created_at", "-pk").values(*_OF_RECENT)[:RECENT_ORDERS]
        ],
        chart=[
            ChartPoint(
                day=day,
                orders=orders.get(day, NO_ORDERS)[0],
                revenue=rupees(payments.get(day, NO_PAYMENTS)[0]),
            )
            for day in (since + timedelta(days=n) for n in range(days))
        ],
        instruments=_instruments(since),
        funnel=Funnel(placed=placed, paid=paid, dispatched=dispatched),
        low_stock_count=low_stock_count,
        low_stock=scarcest,
        activity=_activity(),
        version=version,
    )


def _orders_by_day(since: date) -> dict[date | None, tuple[int, int, int]]:
    """Return the orders of each day since then: placed, paid, dispatched; those before have no day."""
    paid = Q(is_paid=True)
    rows = OrderRollup.objects.values_list(_day("day", since)).annotate(
        placed=Sum("row_count"),
        paid=Sum("row_count", filter=paid, default=0),
        dispatched=Sum("row_count", filter=paid & Q(has_left=True), default=0),
    )
    return {day: (placed, paid, dispatched) for day, placed, paid, dispatched in rows}


def _payments_by_day(since: date) -> dict[date | None, tuple[int, int]]:
    """Return the net paise of the payments settled on each day since then, and how many are pending.

    Those that were settled before, or are not yet, have no day.
    """
    # What couriers have yet to collect is waiting for nobody's answer.
    awaited = Q(status=PaymentStatus.PENDING) & ~Q(instrument=Instrument.CASH)
    rows = PaymentRollup.objects.values_list(_day("settled_on", since)).annotate(
        net=Sum(NET), pending=Sum("row_count", filter=awaited, default=0)
    )
    return {day: (net, pending) for day, net, pending in rows}


def _day(column: str, since: date) -> Case:
    """Return the day of the column, null before `since`."""
    return Case(When(**{f"{column}__gte": since}, then=F(column)))


def _instruments(since: date) -> list[InstrumentRate]:
    rows = (
        PaymentRollup.objects.filter(day__gte=since)
        # A parcel on its way is neither.
        .exclude(instrument=Instrument.CASH, status=PaymentStatus.PENDING)
        .values("instrument")
        .annotate(
            total=Sum("row_count"), successful=Sum("row_count", filter=Q(status__in=CAPTURED), default=0)
        )
        .filter(total__gt=0)
        .order_by("-total", "instrument")
    )
    return [
        InstrumentRate(
            method=row["instrument"] or UNKNOWN_METHOD,
            total=row["total"],
            successful=row["successful"],
            success_rate=round(row["successful"] * 100 / row["total"], 1),
        )
        for row in rows
    ]


def low_stock() -> tuple[int, list[LowStock]]:
    """Return how many products on sale run out, and the scarcest of them."""
    left = F("on_hand") - F("allocated") - F("held")
    low = Product.objects.stocked().filter(
        is_visible=True, on_hand__lte=F("allocated") + F("held") + LOW_STOCK
    )
    rows = low.values("public_id", "slug", "title_en", "title_hi", sellable=left, total=Window(Count("*")))
    scarcest = list(rows.order_by("sellable", "pk")[:SCARCEST])
    return scarcest[0]["total"] if scarcest else 0, [LowStock.model_validate(row) for row in scarcest]


def _activity() -> list[Activity]:
    """Return what happened last: what people see of it has a name; how we keep asking has none."""
    rows = Event.objects.filter(name__in=ACTIVITY_EVENTS).order_by("-pk").values(*_OF_ACTIVITY)[:ACTIVITY]
    return [Activity.model_validate(row) for row in rows]
