"""Statistics of payments by day and status, and of the ledger by account, kept by triggers."""

from typing import ClassVar

from django.db import models
from django.db.models import Sum

from project.core.rollups import Rollup, Source
from project.payments.models.payment import (
    NET_OF,
    PaymentFilter,
    PaymentStatistics,
    PaymentStatus,
    sum_up,
)


class PaymentRollupQuerySet(models.QuerySet["PaymentRollup"]):
    """Figures and days of the payments that match filters."""

    def filtered(self, wanted: PaymentFilter) -> "PaymentRollupQuerySet":
        """Return what there is of payments with this status and method, of these days.

        Neither a search nor amounts are answered here.
        """
        found = self
        if wanted.status:
            found = found.filter(status=wanted.status)
        if wanted.instrument is not None:
            found = found.filter(instrument=wanted.instrument)
        if wanted.start_date:
            found = found.filter(day__gte=wanted.start_date)
        if wanted.end_date:
            found = found.filter(day__lte=wanted.end_date)
        return found

    def counts(self) -> dict[str, int]:
        """Return how many payments there are of each status, also of one that none has."""
        rows = self.order_by().values_list("status").annotate(Sum("row_count"))
        return dict.fromkeys(PaymentStatus.values, 0) | dict(rows)

    def statistics(self) -> PaymentStatistics:
        """Return the same as `PaymentQuerySet.statistics` over these payments."""
        return sum_up(self, lambda condition: Sum("row_count", filter=condition, default=0))


class PaymentRollup(Rollup):
    """Payments begun on one Indian day, of one status and method."""

    SUMS = ("amount_paise", *NET_OF)

    # The Indian day on which they got their final status; null without one.
    settled_on = models.DateField(null=True)
    status = models.CharField(max_length=24)
    instrument = models.CharField(max_length=12)
    amount_paise = models.BigIntegerField()
    captured_paise = models.BigIntegerField()
    refunded_paise = models.BigIntegerField()
    reversed_paise = models.BigIntegerField(default=0, db_default=0)
    dispute_lost_paise = models.BigIntegerField(default=0, db_default=0)

    objects: ClassVar[models.Manager["PaymentRollup"]] = PaymentRollupQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["day"], name="payment_rollup_day")]

    def __str__(self) -> str:
        return f"{self.day} {self.status}: {self.row_count}"


class MovementRollup(Rollup):
    """Movements of money of one Indian day from one account to another."""

    SUMS = ("amount_paise",)

    source = models.CharField(max_length=12)
    target = models.CharField(max_length=12)
    amount_paise = models.BigIntegerField()

    class Meta:
        indexes = [models.Index(fields=["day"], name="movement_rollup_day")]

    def __str__(self) -> str:
        return f"{self.day} {self.source} to {self.target}: {self.amount_paise}"


PAYMENTS = Source(
    table="payments_payment",
    rollup="payments_paymentrollup",
    moment="initiated_at",
    keys={"settled_on": "day:settled_at", "status": None, "instrument": None},
    sums=PaymentRollup.SUMS,
    watched=("settled_at", "status", "instrument"),
)
MOVEMENTS = Source(
    table="payments_movement",
    rollup="payments_movementrollup",
    moment="at",
    keys={"source": None, "target": None},
    sums=MovementRollup.SUMS,
    watched=("source", "target"),
)
