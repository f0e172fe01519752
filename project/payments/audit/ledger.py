"""The ledger audit: check that the rows, the ledger, the stock movements and the statistics agree.

`audit_ledger` reads everything, each night; `audit_changes` what changed since, every ten minutes.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from itertools import chain, islice

from django.db import connection, transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from project.catalog.models import Product
from project.core import row_checksums
from project.core.models import Heartbeat
from project.core.money import format_rupees
from project.core.rollups import repair_rollup
from project.events.models import Event
from project.events.publish import publish
from project.orders.models import ORDERS, Order, OrderPaymentStatus, OrderStatus
from project.payments.audit.orders import (
    disputes_and_history,
    order_differences,
    orders_and_history,
    payments_and_history,
    refunds_and_history,
    steps_not_allowed,
    stock_of_no_order,
)
from project.payments.audit.settlement_report import entry_differences, settlement_report_differences
from project.payments.models import (
    CAPTURED,
    HELD,
    LOST,
    MOVEMENTS,
    PAYMENTS,
    PROMISED,
    Case,
    CaseKind,
    Dispute,
    Movement,
    MovementKind,
    Payment,
    Refund,
    RefundStatus,
)
from project.payments.settlement.reconciliation import reconcile_all
from project.payments.shared.audit_queries import MAX_LISTED, SLICE, sliced, sum_of, unequal
from project.payments.shared.cases import close_case, open_case, renew_case
from project.payments.shared.ledger import either_kind
from project.payments.upward_calls import PaymentEvents

# Up to when changes are audited.
CHECKPOINT = "ledger audit"
# A transaction that wrote its event earlier may commit this much later.
OVERLAP = timedelta(minutes=5)
# After a longer stop of the worker the audit of the night sees to the rest.
LONGEST_GAP = timedelta(days=2)
CHANGED_AT_A_TIME = 500
CONNECTIONS = 2
# Popular products have very many movements.
PRODUCTS_AT_A_TIME = 20


def audit_ledger() -> list[str]:
    """Reconcile all settlement reports, then return every difference between the rows and the ledger.

    Reads everything, in slices: a job of the night. Differences open or update one case a day; an audit
    without any closes the open ones. Statistics that differ from their rows are corrected and named.
    """
    started = timezone.now()
    reconcile_all()
    found = [*differences(), *_statistics()]
    row_checksums.merge()
    with transaction.atomic():
        if found:
            _report(found)
        else:
            for case in _open_cases():
                close_case(case, rule="balanced")
        publish(
            "ledger.audited",
            subject="ledger",
            topics=["staff:operations"],
            payload={"differences": len(found)},
            cause="clock",
        )
    _set_checkpoint(started)
    return found


def audit_changes() -> list[str]:
    """Audit the payments and orders that changed since the last audit; return what differs.

    What an event has told of since the checkpoint, and some time before it, as a transaction that began
    earlier may commit later. What changed without an event is found by `audit_ledger` of the night.
    Differences open or extend the case of the day, which that audit closes.
    """
    started = timezone.now()
    checkpoint = Heartbeat.objects.filter(name=CHECKPOINT).first()
    since = (checkpoint.beat_at if checkpoint else started - LONGEST_GAP) - OVERLAP
    found = list(_changed_differences(max(since, started - LONGEST_GAP)))
    row_checksums.merge()
    if found:
        with transaction.atomic():
            _report(found, keep=True)
    _set_checkpoint(started)
    return found


def _set_checkpoint(moment: datetime) -> None:
    Heartbeat.objects.update_or_create(name=CHECKPOINT, defaults={"beat_at": moment})


def _open_cases() -> "QuerySet[Case]":
    return Case.objects.filter(kind=CaseKind.BOOKS_DIFFER, closed_at=None)


def _report(found: list[str], *, keep: bool = False) -> None:
    """Open or update the case of the day; with `keep` what it says already stays in it."""
    subject = f"books:{timezone.localdate()}"
    today = _open_cases().filter(subject=subject).first()
    if today is None:
        open_case(CaseKind.BOOKS_DIFFER, subject=subject, facts={"details": found})
        return
    known = today.facts.get("details", []) if keep else []
    renew_case(today, {"details": list(dict.fromkeys([*known, *found]))})


def differences() -> Iterator[str]:
    """Yield one line of text for each difference in the whole database.

    Two connections read at a time, where there is no transaction whose rows only its own connection sees.
    """
    orders, payments, products = Order.objects.all(), Payment.objects.all(), Product.objects.all()
    refunds, disputes = Refund.objects.all(), Dispute.objects.all()
    checks: list[Callable[[], Iterable[str]]] = [
        *(partial(row_checksums.differences, [label]) for label in row_checksums.TABLES),
        partial(sliced, _payments_and_ledger, payments),
        partial(sliced, _payments_and_refunds, payments),
        partial(sliced, _money_without_status, payments),
        partial(sliced, payments_and_history, payments),
        partial(sliced, refunds_and_history, refunds),
        partial(sliced, disputes_and_history, disputes),
        settlement_report_differences,
        partial(sliced, _orders_and_payments, orders),
        partial(sliced, order_differences, orders),
        partial(sliced, orders_and_history, orders),
        partial(sliced, _stock, products, PRODUCTS_AT_A_TIME),
        partial(sliced, stock_of_no_order, products),
        *PaymentEvents.bound().ledger_audits(),
    ]
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        yield from chain.from_iterable(islice(check(), MAX_LISTED) for check in checks)
        return
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        yield from chain.from_iterable(pool.map(_run, checks))


def _run(check: Callable[[], Iterable[str]]) -> list[str]:
    """Return what a check finds, by the connection of this thread."""
    try:
        return list(islice(check(), MAX_LISTED))
    finally:
        connection.close()


def _changed_differences(since: datetime) -> Iterator[str]:
    """Yield the differences of what events since this moment are about, and of blocks with changed rows."""
    yield from islice(row_checksums.changed_differences(), MAX_LISTED)
    events = Event.objects.filter(created_at__gte=since).order_by()
    subjects = events.values_list("subject", flat=True).distinct()
    yield from islice(steps_not_allowed(events), MAX_LISTED)
    named: dict[str, set[str]] = {"order": set(), "payment": set()}
    for subject in subjects.iterator(chunk_size=SLICE):
        kind, _, name = subject.partition(":")
        named.get(kind, set()).add(name)
    of_payments = Payment.objects.filter(transaction_id__in=named["payment"])
    keys = sorted(
        {
            *Order.objects.filter(order_id__in=named["order"]).values_list("pk", flat=True),
            *of_payments.values_list("order_id", flat=True),
        }
    )
    for start in range(0, len(keys), CHANGED_AT_A_TIME):
        part = keys[start : start + CHANGED_AT_A_TIME]
        payments = Payment.objects.filter(order__in=part)
        yield from _payments_and_ledger(payments)
        yield from _payments_and_refunds(payments)
        yield from _money_without_status(payments)
        orders = Order.objects.filter(pk__in=part)
        yield from _orders_and_payments(orders)
        yield from order_differences(orders)
        yield from orders_and_history(orders)
        yield from payments_and_history(payments)
        yield from refunds_and_history(Refund.objects.filter(payment__in=payments))
        yield from disputes_and_history(Dispute.objects.filter(payment__in=payments))
        yield from entry_differences(Movement.objects.filter(payment__in=payments.values("pk")))


def _statistics() -> Iterator[str]:
    """Correct the statistics that do not say what their rows do, and name them."""
    for source in (ORDERS, PAYMENTS, MOVEMENTS, *PaymentEvents.bound().statistics()):
        if wrong := repair_rollup(source):
            yield f"statistics {source.rollup}: {wrong} groups differed from their rows and were corrected"


def _payments_and_ledger(payments: "QuerySet[Payment]") -> Iterator[str]:
    """Yield the payments whose sums are not what the ledger moved."""

    def moved(*kinds: MovementKind) -> Coalesce:
        return Coalesce(Sum("movements__amount_paise", filter=Q(movements__kind__in=kinds)), 0)

    lost = moved(MovementKind.DISPUTE_LOST) - moved(MovementKind.DISPUTE_REGAINED)
    over = either_kind(MovementKind.REFUND_DONE, MovementKind.REFUND_FAILED)
    rows = payments.values(
        "transaction_id",
        "captured_paise",
        "refunded_paise",
        "reversed_paise",
        "disputed_paise",
        "dispute_lost_paise",
    ).annotate(
        captured=moved(*either_kind(MovementKind.CAPTURED)),
        refunded=moved(*either_kind(MovementKind.REFUND_DONE)),
        reversed=moved(MovementKind.REVERSED) - moved(MovementKind.REINSTATED),
        in_transit=moved(*either_kind(MovementKind.REFUND_STARTED)) - moved(*over),
        under_way=sum_of(Refund.objects.filter(status=RefundStatus.UNDER_WAY)),
        held=moved(MovementKind.DISPUTE_OPENED) - moved(MovementKind.DISPUTE_WON) - lost,
        lost=lost,
    )
    yield from unequal(
        rows,
        "transaction_id",
        ("captured", "captured_paise", "captured"),
        ("refunded", "refunded_paise", "refunded"),
        ("taken back by the provider", "reversed_paise", "reversed"),
        ("on its way back", "under_way", "in_transit"),
        ("disputed, by the ledger", "disputed_paise", "held"),
        ("lost to disputes, by the ledger", "dispute_lost_paise", "lost"),
    )


def _payments_and_refunds(payments: "QuerySet[Payment]") -> Iterator[str]:
    """Yield the payments whose sums are not those of their refunds and disputes."""
    rows = payments.annotate(
        done=sum_of(Refund.objects.filter(status=RefundStatus.DONE)),
        promised=sum_of(Refund.objects.filter(status__in=PROMISED)),
        held=sum_of(Dispute.objects.filter(HELD)),
        gone=sum_of(Dispute.objects.filter(LOST)),
    )
    yield from unequal(
        rows,
        "transaction_id",
        ("refunded", "refunded_paise", "done"),
        ("promised back", "refund_pending_paise", "promised"),
        ("disputed", "disputed_paise", "held"),
        ("lost to disputes", "dispute_lost_paise", "gone"),
    )


def _money_without_status(payments: "QuerySet[Payment]") -> Iterator[str]:
    moneyless = payments.filter(captured_paise__gt=0).exclude(status__in=CAPTURED)
    for name, status in moneyless.values_list("transaction_id", "status")[:MAX_LISTED]:
        yield f"{name}: has money and is {status}"


def _orders_and_payments(orders: "QuerySet[Order]") -> Iterator[str]:
    captured = Q(payments__status__in=CAPTURED)
    # An order that is refunded because a dispute was lost stays so when the bank decides anew: its money is
    # then disputed again, or won and about to be refunded.
    disputed = captured & Q(Exists(Dispute.objects.filter(payment=OuterRef("payments__pk"))))

    def total(field: str, of: Q) -> Coalesce:
        return Coalesce(Sum(f"payments__{field}", filter=of), 0)

    fulfils = Q(payments__fulfils=True)
    rows = orders.values("pk", "order_id", "status", "payment_status", "total_paise", "net_paise").annotate(
        captured=total("captured_paise", captured),
        returned=total("refunded_paise", captured),
        taken=total("reversed_paise", captured) + total("dispute_lost_paise", captured),
        reclaimed=total("disputed_paise", disputed) + total("refund_pending_paise", disputed),
        fulfilling=Count("payments", filter=fulfils),
        exact=Count("payments", filter=fulfils & Q(payments__captured_paise=F("total_paise"))),
    )
    net = F("captured") - F("returned") - F("taken")
    paid = Q(payment_status=OrderPaymentStatus.PAID)
    back = Q(payment_status=OrderPaymentStatus.REFUNDED)
    ended = Q(status=OrderStatus.REFUNDED)
    free = Q(total_paise=0)
    wrong = rows.filter(
        (paid & ~free & Q(exact=0))
        | (free & (~paid | Q(captured__gt=0) | Q(status=OrderStatus.PENDING)))
        | (~paid & ~back & Q(fulfilling__gt=0))
        | (back & ~ended & Q(captured__gt=F("returned") + F("taken")))
        | (back & ended & Q(captured__gt=F("returned") + F("taken") + F("reclaimed")))
        | (ended & ~back)
        | ~Q(net_paise=net)
    ).order_by("pk")
    for row in wrong[:MAX_LISTED]:
        total_paise, captured_paise, returned_paise = (
            format_rupees(row[name]) for name in ("total_paise", "captured", "returned")
        )
        yield (
            f"{row['order_id']}: is {row['status']} and {row['payment_status']} and comes to {total_paise};"
            f" captured {captured_paise}, refunded {returned_paise}, net {format_rupees(row['net_paise'])}"
        )


def _stock(products: "QuerySet[Product]") -> Iterator[str]:
    rows = products.order_by("pk").values("title_en", "public_id", "on_hand", "allocated", "held")
    rows = rows.annotate(
        counted=Sum("stock_movements__on_hand_delta", default=0),
        sold=Sum("stock_movements__allocated_delta", default=0),
        kept=Sum("stock_movements__held_delta", default=0),
    )
    for row in rows.exclude(counted=F("on_hand"), sold=F("allocated"), kept=F("held"))[:MAX_LISTED]:
        counters = f"on hand {row['on_hand']}, allocated {row['allocated']}, held {row['held']}"
        history = f"{row['counted']}, {row['sold']}, {row['kept']}"
        yield f"{row['title_en']} ({row['public_id']}): {counters}; its history says {history}"
