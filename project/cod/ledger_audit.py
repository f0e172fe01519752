"""The ledger audit of cash on delivery: orders, their cash and its payments tell the same."""

from collections.abc import Iterable, Iterator

from django.db.models import BigIntegerField, CharField, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Concat

from project.cod.models import CashOnDelivery, CashStatus
from project.core.money import format_rupees
from project.events.models import Event
from project.orders.models import Order, OrderStatus
from project.payments.models import CAPTURED, CASH_ON_DELIVERY, Payment, PaymentStatus
from project.payments.shared.audit_queries import MAX_LISTED, describe_difference, sliced

# An order may be cancelled with or without the parcel refused; a later refund moves it on.
_OVER = (OrderStatus.CANCELLED, OrderStatus.REFUNDED)


def differences() -> Iterable[str]:
    """Name the orders whose cash on delivery, payment and status differ."""
    yield from sliced(_of_orders, CashOnDelivery.objects.all())
    yield from sliced(_fees, CashOnDelivery.objects.exclude(status=CashStatus.WITHDRAWN))
    yield from sliced(_unknown, Payment.objects.filter(provider=CASH_ON_DELIVERY))
    yield from sliced(_without_cash, Order.objects.filter(cash_on_delivery_at__isnull=False))


def _of_orders(cash: "QuerySet[CashOnDelivery]") -> Iterator[str]:
    due = Q(
        status=CashStatus.CONFIRMED,
        payment__status=PaymentStatus.PENDING,
        payment__amount_paise=F("order__total_paise"),
        order__cash_on_delivery_at__isnull=False,
        order__paid_at=None,
    ) & ~Q(order__status__in=(OrderStatus.PENDING, OrderStatus.DELIVERED, *_OVER))
    collected = Q(
        status=CashStatus.COLLECTED,
        payment__status__in=CAPTURED,
        payment__captured_paise=F("order__total_paise"),
        order__paid_at__isnull=False,
    )
    nothing_due = Q(order__paid_at=None) & (
        Q(payment=None) | Q(payment__status=PaymentStatus.CANCELLED) | Q(payment__fulfils=False)
    )
    over = Q(status__in=(CashStatus.CANCELLED, CashStatus.REFUSED), order__status__in=_OVER) & nothing_due
    # Not confirmed yet, or paid in another way.
    open_yet = Q(status=CashStatus.CHOSEN, order__status=OrderStatus.PENDING) | Q(status=CashStatus.WITHDRAWN)
    open_yet &= Q(payment=None, order__cash_on_delivery_at=None)
    right = cash.filter(due | collected | over | open_yet)
    for row in cash.exclude(pk__in=right.values("pk")).select_related("order", "payment")[:MAX_LISTED]:
        paid = f"{row.payment.status} {format_rupees(row.payment.amount_paise)}" if row.payment else "none"
        total = format_rupees(row.order.total_paise)
        yield f"{row}: is {row.status}, its order {row.order.status} over {total}, its payment {paid}"


def _fees(cash: "QuerySet[CashOnDelivery]") -> Iterator[str]:
    """Check that the fee is the one that was offered; earlier releases did not store it."""
    subject = Concat(Value("order:"), OuterRef("order__order_id"), output_field=CharField())
    chosen = Event.objects.filter(subject=subject, name="order.cash_chosen").order_by("-pk")[:1]

    def offered(name: str) -> Subquery:
        said = Cast(KeyTextTransform(name, "payload"), BigIntegerField())
        return Subquery(chosen.annotate(said=said).values("said"))

    rows = cash.annotate(fee=offered("feePaise"), tax=offered("feeTaxPaise"))
    wrong = rows.filter(~Q(fee=F("fee_paise")) | ~Q(tax=F("fee_tax_paise")), fee__isnull=False)
    for row in wrong.select_related("order").order_by("pk")[:MAX_LISTED]:
        yield describe_difference(
            str(row), ("fee", row.fee_paise, row.fee), ("tax in it", row.fee_tax_paise, row.tax)
        )


def _unknown(payments: "QuerySet[Payment]") -> Iterator[str]:
    for payment in payments.filter(cash_on_delivery=None)[:MAX_LISTED]:
        yield f"{payment}: collected by a courier, and of no cash on delivery"


def _without_cash(orders: "QuerySet[Order]") -> Iterator[str]:
    for order in orders.filter(cash_on_delivery=None)[:MAX_LISTED]:
        yield f"{order}: to be paid to the courier, and has no cash on delivery"
