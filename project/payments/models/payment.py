"""Payments: one row for each attempt to pay an order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any, ClassVar

from django.db import models
from django.db.models import Aggregate, Count, F, Q, Sum
from django.db.models.functions import Upper
from django.utils import timezone

from project.core.days import in_days
from project.core.identifiers import is_random_id, random_id, typed_id
from project.core.models import Stateful
from project.core.money import CURRENCY
from project.core.phone_numbers import searched_texts
from project.core.text_search import SearchColumns, has_text
from project.orders.models import Order


class PaymentStatus(models.TextChoices):
    """The status of an attempt to pay; the provider's own answer makes it final, or staff who give it up."""

    PENDING = "PENDING"
    SUCCESS = "SUCCESS"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"
    EXPIRED = "EXPIRED"
    REFUNDED = "REFUNDED"


CAPTURED = (PaymentStatus.SUCCESS, PaymentStatus.REFUNDED)

# Net revenue of payments, or of their rollup: what was captured less the others. `project/payments/README.md`
NET_OF = ("captured_paise", "refunded_paise", "reversed_paise", "dispute_lost_paise")
NET = F(NET_OF[0]) - F(NET_OF[1]) - F(NET_OF[2]) - F(NET_OF[3])

# The name in `Payment.provider` of what the courier collects: our own rows are the only record of it.
CASH_ON_DELIVERY = "cash_on_delivery"


class Instrument(models.TextChoices):
    """Payment instrument, as far as the provider reported it."""

    UPI = "UPI"
    CARD = "Card"
    NET_BANKING = "NetBanking"
    WALLET = "Wallet"
    CASH = "Cash"


@dataclass(frozen=True)
class PaymentFilter:
    """The filters of the transactions board; empty values filter nothing. Days are Indian days."""

    status: str = ""
    instrument: str | None = None  # "": not known yet
    search: str = ""
    start_date: date | None = None
    end_date: date | None = None
    min_paise: int | None = None
    max_paise: int | None = None


@dataclass(frozen=True)
class PaymentStatistics:
    """Figures over a set of payments; success counts refunded ones too, as their money did arrive."""

    total: int
    total_paise: int
    successful: int
    failed: int
    pending: int
    cancelled: int
    expired: int
    successful_paise: int
    net_paise: int

    @property
    def success_rate(self) -> float:
        """Successful of all, in percent with one decimal; 0 when there are none."""
        return round(self.successful * 100 / self.total, 1) if self.total else 0.0

    @property
    def average_paise(self) -> int:
        """The mean captured amount of the successful ones."""
        return self.successful_paise // self.successful if self.successful else 0


def sum_up(rows: "models.QuerySet[Any]", count: Callable[[Q], Aggregate]) -> PaymentStatistics:
    """Return the figures over payments or their rollup, in one query; `count` counts payments."""
    captured = Q(status__in=CAPTURED)
    sums = rows.aggregate(
        total=count(Q()),
        total_paise=Sum("amount_paise", default=0),
        successful=count(captured),
        failed=count(Q(status=PaymentStatus.FAILED)),
        pending=count(Q(status=PaymentStatus.PENDING)),
        cancelled=count(Q(status=PaymentStatus.CANCELLED)),
        expired=count(Q(status=PaymentStatus.EXPIRED)),
        successful_paise=Sum("captured_paise", filter=captured, default=0),
        net_paise=Sum(NET, default=0),
    )
    return PaymentStatistics(**sums)


# The columns of the trigram index `payment_search`, and those of the order that are looked in as well.
SEARCHED = ("transaction_id", "provider_order_id")
OF_ORDER = ("order_id", "name", "email", "phone")


class PaymentQuerySet(models.QuerySet["Payment"]):
    """Lists of payments."""

    def filtered(self, wanted: PaymentFilter) -> "PaymentQuerySet":
        """Return the payments that match all filters."""
        found = self.narrowed(wanted)
        if text := wanted.search.strip():
            either = Q()
            for part in Payment.objects.search_parts(text):
                either |= Q(pk__in=part.values("pk"))
            found = found.filter(either)
        return found

    def narrowed(self, wanted: PaymentFilter) -> "PaymentQuerySet":
        """Return the payments that match all filters but the search."""
        found = self.filter(in_days("initiated_at", wanted.start_date, wanted.end_date))
        if wanted.status:
            found = found.filter(status=wanted.status)
        if wanted.instrument is not None:
            found = found.filter(instrument=wanted.instrument)
        if wanted.min_paise is not None:
            found = found.filter(amount_paise__gte=wanted.min_paise)
        if wanted.max_paise is not None:
            found = found.filter(amount_paise__lte=wanted.max_paise)
        return found

    def search_parts(self, text: str) -> "list[PaymentQuerySet]":
        """Return the payments with this text in columns of their own, and in those of their order.

        Each part has indexes of its own. What is typed whole finds its payment alone: a transaction id, the
        provider's id, a bank reference.
        """
        typed = typed_id(text)
        for whole in (
            Q(transaction_id=typed),
            Q(provider_order_id__iexact=typed),
            Q(bank_reference__iexact=typed),
        ):
            if Payment.objects.filter(whole).exists():
                return [self.filter(whole)]
        texts = searched_texts(text)
        orders = Order.objects.search(text).alias(buyer=SearchColumns(*OF_ORDER))
        return [
            self.alias(search_text=SearchColumns(*SEARCHED)).filter(has_text("search_text", *texts)),
            self.filter(order__in=orders.filter(has_text("buyer", *texts)).values("pk")),
        ]

    def statistics(self) -> PaymentStatistics:
        """Return the figures over these payments, in one query that reads them all."""
        return sum_up(self, lambda condition: Count("pk", filter=condition))


def is_transaction_id(text: str) -> bool:
    """Return whether `text` has the form of our transaction ids."""
    return is_random_id(text, "TXN", 18)


class Payment(Stateful):
    """One attempt to pay an order at the provider. Never deleted; an order may have several."""

    TRANSITIONS: ClassVar[Mapping[str, frozenset[str]]] = {
        PaymentStatus.PENDING: frozenset(
            {PaymentStatus.SUCCESS, PaymentStatus.FAILED, PaymentStatus.CANCELLED, PaymentStatus.EXPIRED}
        ),
        # Proven late money counts, whatever was believed before.
        PaymentStatus.FAILED: frozenset({PaymentStatus.SUCCESS}),
        PaymentStatus.CANCELLED: frozenset({PaymentStatus.SUCCESS}),
        PaymentStatus.EXPIRED: frozenset({PaymentStatus.SUCCESS}),
        PaymentStatus.SUCCESS: frozenset({PaymentStatus.REFUNDED}),
        PaymentStatus.REFUNDED: frozenset(),
    }

    # 90 random bits; also the provider's merchantOrderId.
    transaction_id = models.CharField(max_length=40, unique=True, default=partial(random_id, "TXN", 18))
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="payments")
    # Where it is paid, for its whole life; `payment_start.py` sets it.
    provider = models.CharField(max_length=20)
    status = models.CharField(max_length=24, choices=PaymentStatus, default=PaymentStatus.PENDING)
    amount_paise = models.PositiveBigIntegerField()
    currency = models.CharField(max_length=3, default=CURRENCY)
    captured_paise = models.PositiveBigIntegerField(default=0)
    # Sums over its refunds, written with them: what is back, and what is promised or on its way.
    refunded_paise = models.PositiveBigIntegerField(default=0)
    refund_pending_paise = models.PositiveBigIntegerField(default=0)
    # What the provider took back without a refund of ours (a chargeback, a reversal); it may be money that
    # was refunded as well, so no constraint ties it to the others.
    reversed_paise = models.PositiveBigIntegerField(default=0)
    # Sums over its disputes, written with them: what the customer's bank claims, and what was lost to it.
    # Refunded money may be claimed as well, so no constraint ties them to the others either.
    disputed_paise = models.PositiveBigIntegerField(default=0, db_default=0)
    dispute_lost_paise = models.PositiveBigIntegerField(default=0, db_default=0)

    # The one attempt of its order the shopper is sent to; an attempt whose page is lost or over is still
    # watched, but no longer open.
    is_open = models.BooleanField(default=True)
    # Whose money the order was confirmed with.
    fulfils = models.BooleanField(default=False)
    # The provider reports something that does not fit (another amount): staff decide.
    in_review = models.BooleanField(default=False)

    provider_order_id = models.CharField(max_length=80, blank=True, db_index=True)
    pay_url = models.TextField(blank=True)
    expires_at = models.DateTimeField(null=True)
    # While somebody is opening it at the provider; a lease, so a dead process only delays.
    opening_until = models.DateTimeField(null=True)

    instrument = models.CharField(max_length=12, choices=Instrument, blank=True)
    # By which the customer's bank finds the money (UTR, ARN); empty until the provider reports it.
    bank_reference = models.CharField(max_length=64, blank=True)
    provider_state = models.CharField(max_length=64, blank=True)
    error_code = models.CharField(max_length=100, blank=True)
    detailed_error_code = models.CharField(max_length=100, blank=True)

    initiated_at = models.DateTimeField(default=timezone.now, db_index=True)
    # Of the request that started it, as in the log; the jobs that settle it log under it.
    request_id = models.CharField(max_length=32, blank=True, db_default="")
    # When the provider is asked next; null: no more.
    next_check_at = models.DateTimeField(null=True)
    checked_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)

    objects = PaymentQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                fields=["next_check_at"], condition=Q(next_check_at__isnull=False), name="payment_due"
            ),
            models.Index(fields=["-initiated_at", "-id"], name="payment_newest"),
            models.Index(fields=["status", "-initiated_at"], name="payment_status_newest"),
            models.Index(fields=["instrument", "-initiated_at"], name="payment_instrument_newest"),
            models.Index(fields=["amount_paise"], name="payment_amount"),
            # Of references that people type in any case.
            models.Index(Upper("bank_reference"), name="payment_bank_reference"),
            models.Index(Upper("provider_order_id"), name="payment_provider_id"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(status__in=PaymentStatus.values), name="payment_status_known"),
            models.CheckConstraint(condition=~Q(provider=""), name="payment_names_its_provider"),
            models.CheckConstraint(condition=Q(amount_paise__gte=100), name="payment_at_least_one_rupee"),
            models.CheckConstraint(
                condition=Q(captured_paise__gte=F("refunded_paise") + F("refund_pending_paise")),
                name="payment_refund_within_capture",
            ),
            models.CheckConstraint(
                condition=Q(fulfils=False) | Q(status__in=CAPTURED), name="payment_fulfils_only_with_money"
            ),
            models.UniqueConstraint(fields=["order"], condition=Q(is_open=True), name="payment_one_open"),
            models.UniqueConstraint(fields=["order"], condition=Q(fulfils=True), name="payment_one_fulfils"),
        ]

    def __str__(self) -> str:
        return self.transaction_id

    @property
    def topic(self) -> str:
        """The live topic of this payment."""
        return f"payment:{self.transaction_id}"

    @property
    def is_cash(self) -> bool:
        """Return whether the courier collects the payment."""
        return self.provider == CASH_ON_DELIVERY

    @property
    def refundable_paise(self) -> int:
        """Amount that can still be refunded: captured, less what is refunded, being refunded or disputed."""
        return max(0, self.retained_paise) if self.status == PaymentStatus.SUCCESS else 0

    @property
    def net_paise(self) -> int:
        """Its net revenue (NET)."""
        first, *less = (getattr(self, name) for name in NET_OF)
        return int(first - sum(less))

    @property
    def retained_paise(self) -> int:
        """Captured, less promised refunds, reversals and disputes; negative where money goes back twice."""
        return self.net_paise - self.refund_pending_paise - self.disputed_paise
