"""Staff's list of orders: one page and the figures over all that match, however many orders there are."""

from datetime import datetime

from project.core.lists import StatisticsPage, newest_keys, page_by_days
from project.core.phone_numbers import searched_texts
from project.orders.models import Order, OrderFilter, OrderQuerySet, OrderRollup, OrderStatistics

OrderPage = StatisticsPage[OrderQuerySet, OrderStatistics]


def find_orders(wanted: OrderFilter, *, page: int, limit: int, as_of: datetime) -> OrderPage:
    """Return a page of the orders that match and were there at that moment, the newest first."""
    newest = Order.objects.order_by("-created_at", "-pk")
    if text := wanted.search.strip():
        start = (page - 1) * limit
        matching = Order.objects.narrowed(wanted).filter(created_at__lte=as_of)
        keys, has_more = newest_keys(matching, [matching.search(text)], searched_texts(text)[0], "created_at")
        rows = newest.filter(pk__in=keys[start : start + limit])
        return OrderPage(rows, Order.objects.filter(pk__in=keys).statistics(), has_more=has_more)
    rollup = OrderRollup.objects.filtered(wanted)
    statistics = rollup.statistics()
    rows, arrived = page_by_days(
        newest.filtered(wanted), rollup, "created_at", page=page, limit=limit, as_of=as_of
    )
    return OrderPage(rows, statistics, arrived)
