"""Staff's list of orders: one page and the figures over all that match, however many orders there are."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from project.core.days import in_days
from project.core.lists import bounded_count, day_of_row, newest_keys
from project.core.phone_numbers import searched_texts
from project.orders.models import Order, OrderFilter, OrderQuerySet, OrderRollup, OrderStatistics


@dataclass(frozen=True)
class OrderPage:
    """One page; with a search that finds more than MOST_FOUND orders it is about the newest of them."""

    rows: OrderQuerySet
    statistics: OrderStatistics
    # Orders in the statistics that are in no page, as they came after it.
    arrived: int = 0
    has_more: bool = False


def find_orders(wanted: OrderFilter, *, page: int, limit: int, as_of: datetime) -> OrderPage:
    """Return a page of the orders that match and were there at that moment, the newest first."""
    newest = Order.objects.order_by("-created_at", "-pk")
    start = (page - 1) * limit
    if text := wanted.search.strip():
        matching = Order.objects.narrowed(wanted).filter(created_at__lte=as_of)
        keys, has_more = newest_keys(matching, [matching.search(text)], searched_texts(text)[0], "created_at")
        rows = newest.filter(pk__in=keys[start : start + limit])
        return OrderPage(rows, Order.objects.filter(pk__in=keys).statistics(), has_more=has_more)
    rollup = OrderRollup.objects.filtered(wanted)
    statistics = rollup.statistics()
    rows = newest.filtered(wanted)
    if not start:
        return OrderPage(rows.filter(created_at__lte=as_of)[:limit], statistics)
    arrived, _ = bounded_count(rows.filter(created_at__gt=as_of))
    start += arrived
    if start >= statistics.total:
        return OrderPage(Order.objects.none(), statistics, arrived)
    days = rollup.values_list("day").annotate(rows=Sum("row_count")).order_by("-day")
    day, start = day_of_row(days, start)
    if day is not None:
        rows = rows.filter(in_days("created_at", None, day))
    return OrderPage(rows[start : start + limit], statistics, arrived)
