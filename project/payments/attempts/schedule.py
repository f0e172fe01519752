"""The schedule of status checks of pending payments and of refunds: back-off between the checks.

The schedule is the provider's own (Merchant Integration Checklist, "Reconciliation"): counted from the pay
call, first after 20 to 25 s, then 3 s for 30 s, 6 s for 60 s, 10 s for 60 s, 30 s for 60 s, then each minute
until the pay page has expired. The tail after that is our own: +1, +5, +15 minutes, then hourly for three
days, because an attempt that was pending at expiry can still succeed.
"""

from datetime import datetime, timedelta

FIRST = timedelta(seconds=22)
# Pairs of age and interval in seconds: the interval applies up to that age.
STEPS = ((52, 3), (112, 6), (172, 10), (232, 30))
MINUTE = timedelta(minutes=1)
# After the pay page's expiry: checks at these offsets from it.
TAIL = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15))
TAIL_INTERVAL = timedelta(hours=1)
TAIL_END = timedelta(hours=72)


def next_check(*, initiated_at: datetime, expires_at: datetime, now: datetime) -> datetime | None:
    """Return the time of the next check, None when there are no more.

    A pure function of the payment's own times, so a restart or a late scheduler changes nothing.
    """
    if now < expires_at:
        age = now - initiated_at
        if age < FIRST:
            return initiated_at + FIRST
        for until, interval in STEPS:
            if age < timedelta(seconds=until):
                return now + timedelta(seconds=interval)
        return min(now + MINUTE, max(expires_at, now + timedelta(seconds=5)))
    past = now - expires_at
    for distance in TAIL:
        if past < distance:
            return expires_at + distance
    if past < TAIL_END:
        return now + TAIL_INTERVAL
    return None
