"""The transactions board: one page and the figures over all that match, however many payments there are."""

from datetime import datetime

from project.core.lists import MOST_COUNTED, StatisticsPage, newest_keys, page_by_days
from project.core.phone_numbers import searched_texts
from project.payments.models import Payment, PaymentFilter, PaymentRollup, PaymentStatistics
from project.payments.models.payment import PaymentQuerySet

TransactionPage = StatisticsPage[PaymentQuerySet, PaymentStatistics]


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
    rows, arrived = page_by_days(matching, rollup, "initiated_at", page=page, limit=limit, as_of=as_of)
    return TransactionPage(rows, statistics, arrived)
