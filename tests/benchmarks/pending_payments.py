"""Ten thousand payments nobody has heard the end of: made, and watched, in a process of the shop."""

import random
import secrets
import sqlite3
import time
from contextlib import closing
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from project.core.shop_settings import Ordering
from project.orders.models import Order
from project.payments.attempts.schedule import TAIL_END, TAIL_INTERVAL, next_check
from project.payments.attempts.status_check import CHECK_LEASE
from project.payments.models import Payment

PAISE = 50_000
BATCH = 500
# Two checks of one payment are further apart than this, so none is missed between two of our looks.
LOOK_EVERY_SECONDS = 0.5
ON_TIME = timedelta(seconds=3)
_TIMES = ("pk", "next_check_at", "checked_at")


def fill(count: int, *, store: str, seed: int) -> None:
    """Make so many payments, here and in the file of the provider's double.

    Their ages are spread over all the time in which a payment is watched, and their next checks are as the
    schedule has them. At the provider their bank has not answered yet, which may last.
    """
    dice = random.Random(seed)
    now = timezone.now()
    page = timedelta(minutes=Ordering().payment_minutes)
    orders = Order.objects.bulk_create(
        [
            Order(
                name="Asha Rao",
                email="asha@example.com",
                phone="9876543210",
                address={},
                subtotal_paise=PAISE,
                tax_paise=0,
                total_paise=PAISE,
                prices_include_tax=True,
            )
            for _ in range(count)
        ],
        batch_size=BATCH,
    )
    payments = []
    for order in orders:
        # None ends within the hour that may be watched.
        begun = now - dice.random() * (page + TAIL_END - TAIL_INTERVAL)
        due = next_check(initiated_at=begun, expires_at=begun + page, now=now)
        assert due is not None
        if due == now + TAIL_INTERVAL:
            due = now + dice.random() * TAIL_INTERVAL
        payments.append(
            Payment(
                order=order,
                provider="phonepe",
                amount_paise=PAISE,
                initiated_at=begun,
                expires_at=begun + page,
                next_check_at=due,
                provider_order_id=f"OMO{secrets.token_hex(10)}",
            )
        )
    Payment.objects.bulk_create(payments, batch_size=BATCH)
    with closing(sqlite3.connect(store, timeout=60)) as double, double:
        for payment in payments:
            _open_at_provider(double, payment, payment.initiated_at + page)


def _open_at_provider(double: sqlite3.Connection, payment: Payment, expires_at: datetime) -> None:
    begun = int(payment.initiated_at.timestamp() * 1000)
    double.execute(
        "INSERT INTO orders (merchant_order_id, order_id, page_token, amount, state, created_at, expire_at,"
        " redirect_url, message, meta_info, allow_retry)"
        " VALUES (?, ?, ?, ?, 'PENDING', ?, ?, '', '', 'null', 1)",
        (
            payment.transaction_id,
            payment.provider_order_id,
            secrets.token_hex(16),
            PAISE,
            begun,
            int(expires_at.timestamp() * 1000),
        ),
    )
    double.execute(
        "INSERT INTO attempts (transaction_id, merchant_order_id, mode, detail, state, at)"
        " VALUES (?, ?, 'UPI_INTENT', '{}', 'PENDING', ?)",
        (f"OM{secrets.token_hex(10)}", payment.transaction_id, begun),
    )


def watch(seconds: float) -> list[float]:
    """Return how late each check of this time was, in seconds: when it was done, less when it was due.

    Begins when nothing is late any more. What is due at the end and not done counts as late as it is by then.
    """
    while Payment.objects.filter(next_check_at__lt=timezone.now() - ON_TIME).exists():
        time.sleep(LOOK_EVERY_SECONDS)
    rows = {pk: (due, at) for pk, due, at in Payment.objects.values_list(*_TIMES)}
    late = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(LOOK_EVERY_SECONDS)
        # A check is seen when its transaction ends, a little after the moment it names.
        recent = Payment.objects.filter(checked_at__gt=timezone.now() - timedelta(minutes=1))
        for pk, following, at in recent.values_list(*_TIMES):
            due, before = rows[pk]
            if at == before:
                continue
            rows[pk] = (following, at)
            # One that was being checked when we began has its lease for a moment, which lies ahead.
            if due <= at:
                late.append((at - due).total_seconds())
    now = timezone.now()
    return late + [(now - due).total_seconds() for due, _ in rows.values() if due is not None and due < now]


def catch_up(limit_seconds: float) -> float:
    """Let everything be due at once, as after a night without a worker; return how long it took, in seconds.

    Raises TimeoutError.
    """
    began = timezone.now()
    Payment.objects.update(next_check_at=began - timedelta(hours=8))
    # A check that was under way names a moment just before, and its payment is not due any more.
    before = Q(checked_at=None) | Q(checked_at__lt=began - CHECK_LEASE)
    while Payment.objects.filter(before | Q(next_check_at__lt=began)).exists():
        if (timezone.now() - began).total_seconds() > limit_seconds:
            raise TimeoutError(f"not caught up after {limit_seconds} s")
        time.sleep(1)
    return (timezone.now() - began).total_seconds()
