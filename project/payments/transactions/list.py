"""The transactions board: one page and the figures over all that match, however many payments there are."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from project.core.days import in_days
from project.core.lists import MOST_COUNTED, bounded_count, day_of_row, newest_keys
from project.core.phone_numbers import searched_texts
from project.payments.models import Payment, PaymentFilter, PaymentRollup, PaymentStatistics
from project.payments.models.payment import PaymentQuerySet


@dataclass(frozen=True)
class TransactionPage:
    """One page; `has_more`: the figures are about the newest of more payments than are counted."""

    rows: PaymentQuerySet
    statistics: PaymentStatistics
    # Payments in the statistics that are in no page, as they came after it.
    arrived: int = 0
    has_more: bool = False


def find_transactions(wanted: PaymentFilter, *, page: int, limit: int, as_of: datetime) -> TransactionPage:
    """Return a page of the payments that match and were there at that moment, the newest first."""
    newest = Payment.objects.order_by("-initiated_at", "-pk")
    start = (page - 1) * limit
    end = start + limit
    matching = newest.narrowed(wanted)
    found = matching.filter(initiated_at__lte=as_of)
    if text := wanted.search.strip():
        keys, has_more = newest_keys(found, found.search_parts(text), searched_texts(text)[0], "initiated_at")
        chosen = Payment.objects.filter(pk__in=keys)
        return TransactionPage(newest.filter(pk__in=keys[start:end]), chosen.statistics(), has_more=has_more)
    if wanted.min_paise is not None or wanted.max_paise is not None:
        # No rollup knows single amounts.
        counted = found[:MOST_COUNTED]
        statistics = counted.statistics()
        has_more = statistics.total == MOST_COUNTED and found[MOST_COUNTED : MOST_COUNTED + 1].exists()
        return TransactionPage(counted[start:end], statistics, has_more=has_more)
    rollup = PaymentRollup.objects.filtered(wanted)
    statistics = rollup.statistics()
    if not start:
        return TransactionPage(found[:limit], statistics)
    arrived, _ = bounded_count(matching.filter(initiated_at__gt=as_of))
    start += arrived
    if start >= statistics.total:
        return TransactionPage(Payment.objects.none(), statistics, arrived)
    days = rollup.values_list("day").annotate(rows=Sum("row_count")).order_by("-day")
    day, start = day_of_row(days, start)
    if day is not None:
        matching = matching.filter(in_days("initiated_at", None, day))
    return TransactionPage(matching[start : start + limit], statistics, arrived)
