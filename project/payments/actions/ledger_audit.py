"""The ledger audit: check that the rows, the ledger and the stock movements agree."""

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from project.catalog.models import Product, StockMovement
from project.core.money import format_rupees
from project.events.publish import publish
from project.orders.models import Order, OrderPaymentStatus, OrderStatus
from project.payments import hooks
from project.payments.actions.cases import close_case, open_case, renew_case
from project.payments.actions.ledger_audit_queries import MAX_LISTED, describe_difference, sum_of
from project.payments.actions.settlement_reconciliation import reconcile_all
from project.payments.actions.settlement_report_audit import settlement_report_differences
from project.payments.models import (
    CAPTURED,
    PROMISED,
    Case,
    CaseKind,
    Movement,
    MovementKind,
    Payment,
    Refund,
    RefundStatus,
)


def audit_ledger() -> list[str]:
    """Reconcile all settlement reports, then return every difference between the rows and the ledger.

    Differences open or update one case a day; an audit without any closes the open ones.
    """
    reconcile_all()
    found = list(differences())
    subject = f"books:{timezone.localdate()}"
    with transaction.atomic():
        open_cases = Case.objects.filter(kind=CaseKind.BOOKS_DIFFER, closed_at=None)
        if not found:
            for case in open_cases:
                close_case(case, rule="balanced")
        elif (today := open_cases.filter(subject=subject).first()) is not None:
            renew_case(today, {"details": found})
        else:
            open_case(CaseKind.BOOKS_DIFFER, subject=subject, facts={"details": found})
        publish(
            "ledger.audited",
            subject="ledger",
            topics=["staff:operations"],
            payload={"differences": len(found)},
            cause="clock",
        )
    return found


def differences() -> Iterator[str]:
    """Yield one line of text for each difference.

    Each check is a single query, so it reads one consistent snapshot while orders and payments change.
    """
    yield from _payments_and_ledger()
    yield from _payments_and_refunds()
    yield from settlement_report_differences()
    yield from _orders_and_payments()
    yield from _stock()
    for audit in hooks.ledger_audits:
        yield from audit()


def _payments_and_ledger() -> Iterator[str]:
    moved = Movement.objects.all()
    started = sum_of(moved.filter(kind=MovementKind.REFUND_STARTED))
    ended = sum_of(moved.filter(kind__in=(MovementKind.REFUND_DONE, MovementKind.REFUND_FAILED)))
    rows = Payment.objects.annotate(
        ledger_captured=sum_of(moved.filter(kind=MovementKind.CAPTURED)),
        ledger_refunded=sum_of(moved.filter(kind=MovementKind.REFUND_DONE)),
        ledger_reversed=sum_of(moved.filter(kind=MovementKind.REVERSED))
        - sum_of(moved.filter(kind=MovementKind.REINSTATED)),
        in_transit=started - ended,
        under_way=sum_of(Refund.objects.filter(status=RefundStatus.UNDER_WAY)),
    )
    wrong = rows.exclude(
        ledger_captured=F("captured_paise"),
        ledger_refunded=F("refunded_paise"),
        ledger_reversed=F("reversed_paise"),
        in_transit=F("under_way"),
    )
    for row in wrong.values()[:MAX_LISTED]:
        yield describe_difference(
            row["transaction_id"],
            ("captured", row["captured_paise"], row["ledger_captured"]),
            ("refunded", row["refunded_paise"], row["ledger_refunded"]),
            ("taken back by the provider", row["reversed_paise"], row["ledger_reversed"]),
            ("on its way back", row["under_way"], row["in_transit"]),
        )


def _payments_and_refunds() -> Iterator[str]:
    rows = Payment.objects.annotate(
        done=sum_of(Refund.objects.filter(status=RefundStatus.DONE)),
        promised=sum_of(Refund.objects.filter(status__in=PROMISED)),
    )
    for row in rows.exclude(done=F("refunded_paise"), promised=F("refunding_paise")).values()[:MAX_LISTED]:
        yield describe_difference(
            row["transaction_id"],
            ("refunded", row["refunded_paise"], row["done"]),
            ("promised back", row["refunding_paise"], row["promised"]),
        )
    moneyless = Payment.objects.filter(captured_paise__gt=0).exclude(status__in=CAPTURED)
    for name, status in moneyless.values_list("transaction_id", "status")[:MAX_LISTED]:
        yield f"{name}: has money and is {status}"


def _orders_and_payments() -> Iterator[str]:
    fulfilling = Payment.objects.filter(order=OuterRef("pk"), fulfils=True)
    exact = fulfilling.filter(captured_paise=OuterRef("total_paise"))
    captured = sum_of(Payment.objects.filter(status__in=CAPTURED), "captured_paise", of="order")
    returned = sum_of(Payment.objects.filter(status__in=CAPTURED), "refunded_paise", of="order")
    taken = sum_of(Payment.objects.filter(status__in=CAPTURED), "reversed_paise", of="order")
    rows = Order.objects.annotate(captured=captured, returned=returned, taken=taken)
    paid = Q(payment_status=OrderPaymentStatus.PAID)
    back = Q(payment_status=OrderPaymentStatus.REFUNDED)
    wrong = rows.filter(
        (paid & ~Exists(exact))
        | (~paid & ~back & Exists(fulfilling))
        | (back & Q(captured__gt=F("returned") + F("taken")))
        | (Q(status=OrderStatus.REFUNDED) & ~back)
    )
    for row in wrong.values()[:MAX_LISTED]:
        total, captured_paise, returned_paise = (
            format_rupees(row[name]) for name in ("total_paise", "captured", "returned")
        )
        yield (
            f"{row['order_id']}: is {row['status']} and {row['payment_status']} and comes to {total};"
            f" captured {captured_paise}, refunded {returned_paise}"
        )


def _stock() -> Iterator[str]:
    moved = StockMovement.objects.all()
    rows = Product.objects.annotate(
        counted=sum_of(moved, "on_hand_delta", of="product"),
        sold=sum_of(moved, "allocated_delta", of="product"),
        kept=sum_of(moved, "held_delta", of="product"),
    )
    for row in rows.exclude(counted=F("on_hand"), sold=F("allocated"), kept=F("held")).values()[:MAX_LISTED]:
        counters = f"on hand {row['on_hand']}, allocated {row['allocated']}, held {row['held']}"
        history = f"{row['counted']}, {row['sold']}, {row['kept']}"
        yield f"{row['title_en']} ({row['public_id']}): {counters}; its history says {history}"
