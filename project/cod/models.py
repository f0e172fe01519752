"""Cash on delivery of an order: chosen, confirmed by a code, collected by the courier or refused."""

from collections.abc import Mapping
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from project.core.bank_fields import MAX_UPI_ID
from project.core.models import Stateful
from project.orders.models import Order
from project.payments.models import Payment


class CashStatus(models.TextChoices):
    """The status of an order's cash on delivery."""

    # Its fee is part of the order's total; the code was sent and not typed yet.
    CHOSEN = "chosen"
    # Given up for another way to pay.
    WITHDRAWN = "withdrawn"
    # The courier collects the total.
    CONFIRMED = "confirmed"
    COLLECTED = "collected"
    # The customer did not take the parcel, or was not found.
    REFUSED = "refused"
    CANCELLED = "cancelled"


class CashOnDelivery(Stateful):
    """Cash collection of one order; the order's row is its lock."""

    TRANSITIONS: ClassVar[Mapping[str, frozenset[str]]] = {
        CashStatus.CHOSEN: frozenset({CashStatus.WITHDRAWN, CashStatus.CONFIRMED, CashStatus.CANCELLED}),
        CashStatus.WITHDRAWN: frozenset({CashStatus.CHOSEN}),
        CashStatus.CONFIRMED: frozenset({CashStatus.COLLECTED, CashStatus.REFUSED, CashStatus.CANCELLED}),
        CashStatus.COLLECTED: frozenset(),
        CashStatus.REFUSED: frozenset(),
        CashStatus.CANCELLED: frozenset(),
    }

    order = models.OneToOneField(Order, on_delete=models.PROTECT, related_name="cash_on_delivery")
    status = models.CharField(max_length=24, choices=CashStatus, default=CashStatus.CHOSEN)
    # When the current status was set.
    status_at = models.DateTimeField(default=timezone.now)
    # The part of the order's delivery charge that this way to pay costs, and the tax in it or on it.
    fee_paise = models.PositiveBigIntegerField(default=0)
    fee_tax_paise = models.PositiveBigIntegerField(default=0)
    # The network that confirmed it, as holds count networks, until it is collected, refused or cancelled.
    network = models.CharField(max_length=64, blank=True, db_default="")
    # What the courier collects; from the confirmation on.
    payment = models.OneToOneField(
        Payment, null=True, on_delete=models.PROTECT, related_name="cash_on_delivery"
    )
    # When pieces of a refused parcel were counted back into the stock; null: the parcel is not back yet.
    back_at = models.DateTimeField(null=True)
    # The customer's UPI id, for money that goes back; blank until they give it.
    pay_to = models.CharField(max_length=MAX_UPI_ID, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["status", "status_at"], name="cash_on_delivery_status"),
            models.Index(fields=["network"], condition=~Q(network=""), name="cash_on_delivery_network"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=CashStatus.values), name="cash_on_delivery_status_known"
            ),
            models.CheckConstraint(
                condition=Q(status__in=(CashStatus.CHOSEN, CashStatus.WITHDRAWN, CashStatus.CANCELLED))
                | Q(payment__isnull=False),
                name="cash_on_delivery_has_its_payment",
            ),
            models.CheckConstraint(
                condition=Q(back_at__isnull=True) | Q(status=CashStatus.REFUSED),
                name="cash_on_delivery_back_when_refused",
            ),
            models.CheckConstraint(
                condition=~Q(status=CashStatus.WITHDRAWN) | Q(fee_paise=0, fee_tax_paise=0),
                name="cash_on_delivery_fee_when_chosen",
            ),
            models.CheckConstraint(
                condition=Q(pay_to="") | Q(status=CashStatus.COLLECTED),
                name="cash_on_delivery_pay_to_when_collected",
            ),
            models.CheckConstraint(
                condition=Q(network="") | Q(status__in=(CashStatus.CHOSEN, CashStatus.CONFIRMED)),
                name="cash_on_delivery_network_while_unpaid",
            ),
            models.CheckConstraint(
                condition=Q(fee_tax_paise__lte=F("fee_paise")), name="cash_on_delivery_tax_within_fee"
            ),
        ]

    def __str__(self) -> str:
        return f"cash on delivery of {self.order}"

    @property
    def is_chosen(self) -> bool:
        """Return whether the customer chose it and has not confirmed it yet."""
        return self.status == CashStatus.CHOSEN

    @property
    def charge_paise(self) -> int:
        """The fee with its tax."""
        return self.fee_paise + (0 if self.order.prices_include_tax else self.fee_tax_paise)

    @property
    def to_collect_paise(self) -> int:
        """The amount that the courier has yet to collect."""
        return self.order.total_paise if self.status in (CashStatus.CHOSEN, CashStatus.CONFIRMED) else 0
