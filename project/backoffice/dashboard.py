"""The dashboard's figures; those of orders and payments come from their rollups."""

from datetime import date, datetime, timedelta

from django.db.models import F, Q, Sum
from django.utils import timezone
from pydantic import Field

from project.accounts.models import User
from project.catalog.models import LOW_STOCK, Product
from project.core.money import rupees
from project.core.schemas import ApiModel, Rupees
from project.events.models import Event
from project.events.versions import next_version
from project.orders.models import Order, OrderRollup
from project.payments.models import CAPTURED, NET, Case, Instrument, PaymentRollup, PaymentStatus
from project.payments.shared.api_names import UNKNOWN_METHOD

RECENT_ORDERS = 8
SCARCEST = 6
ACTIVITY = 12
# What the activity tells; the front end has words for each.
TOLD = (
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
    low_stock_count, scarcest = low_stock()
    # What couriers have yet to collect is waiting for nobody's answer.
    pending = Q(status=PaymentStatus.PENDING) & ~Q(instrument=Instrument.CASH)
    payments = PaymentRollup.objects.aggregate(
        net=Sum(NET, default=0), pending=Sum("row_count", filter=pending, default=0)
    )
    orders = _count_orders(since)
    return Dashboard(
        period=days,
        total_users=User.objects.count(),
        total_products=Product.objects.filter(is_visible=True).count(),
        total_orders=orders.pop("total"),
        total_revenue=rupees(payments["net"]),
        pending_payments=payments["pending"],
        open_cases=Case.objects.filter(closed_at=None).count(),
        recent_orders=[
            RecentOrder.model_validate(order)
            for order in Order.objects.order_by("-created_at", "-pk")[:RECENT_ORDERS]
        ],
        chart=_chart(days, since),
        instruments=_instruments(since),
        funnel=Funnel(**orders),
        low_stock_count=low_stock_count,
        low_stock=scarcest,
        activity=_activity(),
        version=version,
    )


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


def _count_orders(since: date) -> dict[str, int]:
    """Return the number of all orders, and the funnel of those since that day."""
    placed = Q(day__gte=since)
    paid = placed & Q(is_paid=True)
    return OrderRollup.objects.aggregate(
        total=Sum("row_count", default=0),
        placed=Sum("row_count", filter=placed, default=0),
        paid=Sum("row_count", filter=paid, default=0),
        dispatched=Sum("row_count", filter=paid & Q(has_left=True), default=0),
    )


def low_stock() -> tuple[int, list[LowStock]]:
    """Return how many products on sale run out, and the scarcest of them."""
    low = Product.objects.filter(
        is_visible=True, on_hand__lte=F("allocated") + F("held") + LOW_STOCK
    ).annotate(left=F("on_hand") - F("allocated") - F("held"))
    return low.count(), [
        LowStock.model_validate(product) for product in low.order_by("left", "pk")[:SCARCEST]
    ]


def _activity() -> list[Activity]:
    """Return what happened last: what people see of it has a name; how we keep asking has none."""
    rows = Event.objects.filter(name__in=TOLD).order_by("-pk")[:ACTIVITY]
    return [Activity.model_validate(row) for row in rows]


def _chart(days: int, since: date) -> list[ChartPoint]:
    orders = OrderRollup.objects.filter(day__gte=since).values("day").annotate(value=Sum("row_count"))
    revenue = (
        PaymentRollup.objects.filter(settled_on__gte=since).values("settled_on").annotate(value=Sum(NET))
    )
    placed = {row["day"]: row["value"] for row in orders}
    earned = {row["settled_on"]: row["value"] for row in revenue}
    every = (since + timedelta(days=n) for n in range(days))
    return [
        ChartPoint(day=day, orders=placed.get(day, 0), revenue=rupees(earned.get(day, 0))) for day in every
    ]
