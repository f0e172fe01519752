"""The proof of the books: what the rows say, what the ledger says and what the stock's history says agree."""

from collections.abc import Iterator

from django.db.models import Exists, F, IntegerField, Model, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from project.catalog.models import Product, StockMovement
from project.core.money import format_rupees
from project.orders.models import Order, OrderPaymentStatus, OrderStatus
from project.payments.actions.cases import close_case, open_case
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

# So many of each kind are named; one is enough to know that something is wrong.
NAMED = 20


def prove_books() -> list[str]:
    """Return what does not agree; a difference opens the day's case, none closes those that are open."""
    found = list(differences())
    if found:
        subject = f"books:{timezone.localdate()}"
        open_case(CaseKind.BOOKS_DIFFER, subject=subject, facts={"details": found})
    else:
        for case in Case.objects.filter(kind=CaseKind.BOOKS_DIFFER, closed_at=None):
            close_case(case, rule="balanced")
    return found


def differences() -> Iterator[str]:
    """Name what does not agree. Each comparison is one query: it sees one moment while the shop goes on."""
    yield from _payments_and_ledger()
    yield from _payments_and_refunds()
    yield from _orders_and_payments()
    yield from _stock()


def _payments_and_ledger() -> Iterator[str]:
    moved = Movement.objects.all()
    started = _sum(moved.filter(kind=MovementKind.REFUND_STARTED))
    ended = _sum(moved.filter(kind__in=(MovementKind.REFUND_DONE, MovementKind.REFUND_FAILED)))
    rows = Payment.objects.annotate(
        ledger_captured=_sum(moved.filter(kind=MovementKind.CAPTURED)),
        ledger_refunded=_sum(moved.filter(kind=MovementKind.REFUND_DONE)),
        in_transit=started - ended,
        under_way=_sum(Refund.objects.filter(status=RefundStatus.UNDER_WAY)),
    )
    wrong = rows.exclude(
        ledger_captured=F("captured_paise"), ledger_refunded=F("refunded_paise"), in_transit=F("under_way")
    )
    for row in wrong.values()[:NAMED]:
        yield _line(
            row["transaction_id"],
            ("captured", row["captured_paise"], row["ledger_captured"]),
            ("refunded", row["refunded_paise"], row["ledger_refunded"]),
            ("on its way back", row["under_way"], row["in_transit"]),
        )


def _payments_and_refunds() -> Iterator[str]:
    rows = Payment.objects.annotate(
        done=_sum(Refund.objects.filter(status=RefundStatus.DONE)),
        promised=_sum(Refund.objects.filter(status__in=PROMISED)),
    )
    for row in rows.exclude(done=F("refunded_paise"), promised=F("refunding_paise")).values()[:NAMED]:
        yield _line(
            row["transaction_id"],
            ("refunded", row["refunded_paise"], row["done"]),
            ("promised back", row["refunding_paise"], row["promised"]),
        )
    moneyless = Payment.objects.filter(captured_paise__gt=0).exclude(status__in=CAPTURED)
    for name, status in moneyless.values_list("transaction_id", "status")[:NAMED]:
        yield f"{name}: has money and is {status}"


def _orders_and_payments() -> Iterator[str]:
    fulfilling = Payment.objects.filter(order=OuterRef("pk"), fulfils=True)
    exact = fulfilling.filter(captured_paise=OuterRef("total_paise"))
    captured = _sum(Payment.objects.filter(status__in=CAPTURED), "captured_paise", of="order")
    returned = _sum(Payment.objects.filter(status__in=CAPTURED), "refunded_paise", of="order")
    rows = Order.objects.annotate(captured=captured, returned=returned)
    paid = Q(payment_status=OrderPaymentStatus.PAID)
    back = Q(payment_status=OrderPaymentStatus.REFUNDED)
    wrong = rows.filter(
        (paid & ~Exists(exact))
        | (~paid & ~back & Exists(fulfilling))
        | (back & ~Q(captured=F("returned")))
        | (Q(status=OrderStatus.REFUNDED) & ~back)
    )
    for row in wrong.values()[:NAMED]:
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
        counted=_sum(moved, "on_hand_delta", of="product"),
        sold=_sum(moved, "allocated_delta", of="product"),
        kept=_sum(moved, "held_delta", of="product"),
    )
    for row in rows.exclude(counted=F("on_hand"), sold=F("allocated"), kept=F("held")).values()[:NAMED]:
        stands = f"on hand {row['on_hand']}, allocated {row['allocated']}, held {row['held']}"
        history = f"{row['counted']}, {row['sold']}, {row['kept']}"
        yield f"{row['title_en']} ({row['public_id']}): {stands}; its history says {history}"


def _line(name: str, *pairs: tuple[str, int, int]) -> str:
    """Name the pairs of amounts that differ."""
    return f"{name}: " + "; ".join(
        f"{what} {format_rupees(here)}, elsewhere {format_rupees(there)}"
        for what, here, there in pairs
        if here != there
    )


def _sum(rows: QuerySet[Model], field: str = "amount_paise", *, of: str = "payment") -> Coalesce:
    """Return the sum over the rows that belong to the outer row, 0 when there are none."""
    sums = rows.filter(**{of: OuterRef("pk")}).order_by().values(of).annotate(total=Sum(field))
    return Coalesce(Subquery(sums.values("total"), output_field=IntegerField()), 0)
