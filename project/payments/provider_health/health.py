"""Health of the payment methods and of the providers, measured by our own last payments.

Only outcomes that depend on these count: a wrong PIN, an insufficient balance or an abandoned
payment does not.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Literal, TypeVar, cast

from django.core.cache import cache
from django.utils import timezone
from redis.exceptions import RedisError

from project.payments.models import CAPTURED, Instrument, Payment, PaymentStatus
from project.payments.providers.registry import adapter_of, provider_names

T = TypeVar("T")

# "unknown": too few payments to say anything.
HealthStatus = Literal["fine", "slow", "failing", "unknown"]

WINDOW = timedelta(minutes=60)
# The newest payments of each instrument in the window; few, so that a recovery shows soon.
NEWEST = 20
FEWEST = 5
# Below this success rate an instrument is failing.
FAILING_BELOW = 0.6
# From payment start to final status, including the customer's own input.
SLOW_SECONDS = 150
# A payment that is pending at the bank for this long counts as slow, whatever its final status.
STUCK_SECONDS = 240
CACHE_SECONDS = 15


@dataclass(frozen=True)
class Health:
    """Health of a payment method or provider: its success rate, its median seconds, of how many payments."""

    name: str
    status: HealthStatus
    payments: int
    success_rate: float | None
    median_seconds: float | None


def health(now: datetime | None = None) -> list[Health]:
    """Return the health of each payment method over the last hour."""
    now = now or timezone.now()
    # A courier collects days later: that says nothing of banks and networks.
    return _measured("instrument", [name for name in Instrument.values if name != Instrument.CASH], now)


def provider_health(now: datetime | None = None) -> list[Health]:
    """Return the health of each provider that takes new payments, over the last hour."""
    now = now or timezone.now()
    return _measured("provider", provider_names(), now)


def failing_providers() -> list[str]:
    """Return the providers whose payments mostly fail; at most CACHE_SECONDS old."""

    def find() -> list[str]:
        return [each.name for each in provider_health() if each.status == "failing"]

    return _cached("payments:failing-providers", find)


def _measured(field: Literal["instrument", "provider"], names: Sequence[str], now: datetime) -> list[Health]:
    rows: dict[str, list[Payment]] = {name: [] for name in names}
    recent = Payment.objects.filter(initiated_at__gte=now - WINDOW, **{f"{field}__in": names})
    fields = ("provider", "instrument", "status", "error_code", "initiated_at", "settled_at")
    for payment in recent.only(*fields).order_by("-initiated_at")[: NEWEST * 20]:
        mine = rows[getattr(payment, field)]
        if len(mine) < NEWEST and _counts_for_health(payment, now):
            mine.append(payment)
    return [_judge(name, payments, now) for name, payments in rows.items()]


def public_health() -> dict[str, list[str]]:
    """Return which payment methods are slow, failing or fine, for shoppers; at most CACHE_SECONDS old."""

    def sort() -> dict[str, list[str]]:
        found = health()
        return {
            status: [each.name for each in found if each.status == status]
            for status in ("slow", "failing", "fine")
        }

    return _cached("payments:health", sort)


def _cached(key: str, compute: Callable[[], T]) -> T:
    """Return what the cache has, else compute it; without a cache it is computed each time."""
    with suppress(RedisError, OSError):
        return cast(T, cache.get_or_set(key, compute, CACHE_SECONDS))
    return compute()


def _counts_for_health(payment: Payment, now: datetime) -> bool:
    """Return whether this payment counts for the health of its payment method."""
    if payment.status in CAPTURED:
        return True
    if payment.status == PaymentStatus.FAILED:
        return payment.error_code in adapter_of(payment.provider).technical_codes
    return payment.status == PaymentStatus.PENDING and _seconds(payment, now) > STUCK_SECONDS


def _seconds(payment: Payment, now: datetime) -> float:
    return ((payment.settled_at or now) - payment.initiated_at).total_seconds()


def _judge(name: str, payments: Sequence[Payment], now: datetime) -> Health:
    ended = [payment for payment in payments if payment.status != PaymentStatus.PENDING]
    paid = [payment for payment in ended if payment.status in CAPTURED]
    # Those that hang count with the time they hang already.
    waits = [_seconds(payment, now) for payment in payments if payment.status != PaymentStatus.FAILED]
    rate = len(paid) / len(ended) if ended else None
    middle = median(waits) if waits else None
    if len(payments) < FEWEST:
        status: HealthStatus = "unknown"
    elif rate is not None and rate < FAILING_BELOW:
        status = "failing"
    elif middle is not None and middle > SLOW_SECONDS:
        status = "slow"
    else:
        status = "fine"
    return Health(name, status, len(payments), rate, middle)
