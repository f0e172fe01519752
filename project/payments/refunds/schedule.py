"""The schedule of status checks of refunds."""

from datetime import datetime, timedelta

# Refunds take days: checks at these offsets from the start, then every six hours, after ten days once a day.
REFUND_TAIL = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15), timedelta(hours=1))
REFUND_INTERVAL = timedelta(hours=6)
REFUND_LATE = timedelta(days=10)
REFUND_LATE_INTERVAL = timedelta(days=1)
# The longest interval for a refund that the provider has not acknowledged.
REFUND_UNHEARD_INTERVAL = timedelta(minutes=15)


def next_refund_check(*, started_at: datetime, acknowledged: bool, now: datetime) -> datetime:
    """Return the time of a refund's next check; `acknowledged`: by the provider."""
    past = now - started_at
    for distance in REFUND_TAIL:
        if past < distance:
            return started_at + distance
    if not acknowledged:
        return now + REFUND_UNHEARD_INTERVAL
    return now + (REFUND_INTERVAL if past < REFUND_LATE else REFUND_LATE_INTERVAL)
