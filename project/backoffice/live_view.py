"""The live view: who is in the shop now, and today's orders. Counts and sums, never a person or an order."""

import logging
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import accumulate
from typing import Any, Final

from django.db.models import Count, F, QuerySet, Sum
from django.utils import timezone

from project.backoffice.dashboard import LowStock, ProductLine, low_stock
from project.backoffice.visitors import CACHE_ERRORS, PLACES, Place, count_here, count_visits
from project.catalog.models import Product
from project.core.days import start_of_day
from project.core.india import STATES
from project.core.money import rupees
from project.core.schemas import ApiModel
from project.core.shop_settings import MOST_PAYMENT_MINUTES
from project.events.versions import next_version
from project.orders.models import Order, OrderLine, OrderRollup
from project.payments.models import Payment, PaymentStatus

logger = logging.getLogger(__name__)

TOP_PIECES: Final = 6
# Pages count the steps before their own; a hurried or hostile one may not.
_STEPS: Final[dict[str, Place]] = {
    "visited": "browsing",
    "product": "product",
    "cart": "cart",
    "checkout": "checkout",
    "ordered": "ordered",
}


class VisitorsHere(ApiModel):
    """Open pages by the part of the shop they show, each in the furthest one alone."""

    browsing: int
    product: int
    cart: int
    checkout: int
    paying: int
    ordered: int


class LiveFunnel(ApiModel):
    """Today's visits by how far they came, no step with more than the one before; beside them the orders.

    A visit is a page that is loaded, with all that is opened in it without loading another.
    """

    visited: int
    product: int
    cart: int
    checkout: int
    ordered: int
    # All of today's, also those without a visit.
    placed: int
    paid: int


class StateCount(ApiModel):
    """Today's paid orders to one state or union territory; an empty name stands for all other addresses."""

    state: str
    orders: int


class StateOrders(StateCount):
    """The same with their net revenue."""

    total: float


class TopPiece(ProductLine):
    """A product of which many pieces were paid for today."""

    pieces: int


class WallView(ApiModel):
    """`data` of the big screen on the shop's wall, where customers see it: no sum of money."""

    # The Indian day that all but `here`, `openPayments` and the stock is about.
    day: date
    # Null while the counts cannot be read.
    here: VisitorsHere | None
    # Payments whose page at the provider is open: their shoppers have left our pages.
    open_payments: int
    funnel: LiveFunnel
    # Since when visits are counted today; null when none was.
    visits_since: datetime | None
    states: Sequence[StateCount]
    top: list[TopPiece]
    low_stock_count: int
    low_stock: list[LowStock]
    version: int


class LiveView(WallView):
    """`data` of the live view; sums are net revenue."""

    states: Sequence[StateOrders]
    # Of today's paid orders.
    total: float


def read_live_view() -> LiveView:
    """Return it as it is now."""
    version = next_version()
    now = timezone.now()
    day = timezone.localdate(now)
    here, visits, since = _visitors(day)
    placed = OrderRollup.objects.filter(day=day).aggregate(rows=Sum("row_count", default=0))["rows"]
    states = _states(day)
    paid = sum(row.orders for row in states)
    low_stock_count, scarcest = low_stock()
    return LiveView(
        day=day,
        here=here,
        open_payments=open_payments(now).count(),
        funnel=LiveFunnel(
            **dict(zip(_STEPS, accumulate((visits[place] for place in _STEPS.values()), min), strict=True)),
            placed=placed,
            paid=paid,
        ),
        visits_since=since,
        total=round(sum(row.total for row in states), 2),
        states=states,
        top=_top(day),
        low_stock_count=low_stock_count,
        low_stock=scarcest,
        version=version,
    )


def _visitors(day: date) -> tuple[VisitorsHere | None, dict[Place, int], datetime | None]:
    try:
        visits, since = count_visits(day)
        return VisitorsHere.model_validate(count_here()), visits, since
    except CACHE_ERRORS:
        logger.warning("visitors are not counted: the cache does not answer")
        return None, dict.fromkeys(PLACES, 0), None


def paid_orders(day: date) -> QuerySet[Order]:
    """Return the paid ones of the orders placed on an Indian day."""
    begin = start_of_day(day)
    return Order.objects.filter(created_at__gte=begin, created_at__lt=begin + timedelta(days=1)).exclude(
        paid_at=None
    )


def orders_by_state(day: date) -> QuerySet[Any, Any]:
    """Return the number and net revenue of the day's paid orders for each state as it was written."""
    return (
        paid_orders(day)
        .order_by()
        .values(state=F("address__state"))
        .annotate(orders=Count("pk"), paise=Sum("net_paise"))
    )


def _states(day: date) -> list[StateOrders]:
    """Return the states that have any, the most orders first.

    Only names of states leave here: what else people wrote into the field is one group without a name.
    """
    counted: dict[str, tuple[int, int]] = {}
    for row in orders_by_state(day):
        state = row["state"] if row["state"] in STATES else ""
        orders, paise = counted.get(state, (0, 0))
        counted[state] = (orders + row["orders"], paise + row["paise"])
    ranked = sorted(counted.items(), key=lambda each: (-each[1][0], -each[1][1], each[0]))
    return [StateOrders(state=state, orders=orders, total=rupees(paise)) for state, (orders, paise) in ranked]


def top_products(day: date) -> QuerySet[Any, Any]:
    """Return the keys of the products of which most pieces were in the day's paid orders, and how many."""
    return (
        OrderLine.objects.filter(order__in=paid_orders(day))
        .order_by()
        .values("product")
        .annotate(pieces=Sum("quantity"))
        .order_by("-pieces", "product")[:TOP_PIECES]
    )


def _top(day: date) -> list[TopPiece]:
    rows = list(top_products(day))
    products = Product.objects.in_bulk([row["product"] for row in rows])
    lines = {pk: dict(ProductLine.model_validate(product)) for pk, product in products.items()}
    return [TopPiece(**lines[row["product"]], pieces=row["pieces"]) for row in rows]


def open_payments(now: datetime) -> QuerySet[Payment]:
    """Return the payments that are not decided and whose page at the provider is open."""
    # No page stays open for longer: few rows are read, however many payments are pending.
    page_open = timedelta(minutes=MOST_PAYMENT_MINUTES)
    return Payment.objects.filter(
        status=PaymentStatus.PENDING, initiated_at__gt=now - page_open, expires_at__gt=now
    )
