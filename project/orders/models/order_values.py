"""Values of orders: statuses, the buyer, filters and figures, and how long an order waits."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.db import models
from django.db.models import Q
from django.utils import timezone

from project.core.identifiers import is_random_id
from project.core.shipping import Destination
from project.core.shop import shop

# An unpaid order is closed after this: an hour more than the provider is asked about each attempt.
UNPAID_LIFETIME = timedelta(hours=73)

# Nobody takes the pieces of an unpaid order sooner: its buyer may be typing the PIN of the payment.
HOLD_GRACE = timedelta(minutes=2)

# Of a buyer who was erased, and of a payment trial, which has none; no mail can be delivered to it.
ERASED_EMAIL = "erased@erased.invalid"


class OrderStatus(models.TextChoices):
    """The status of an order."""

    PENDING = "pending"
    CONFIRMED = "confirmed"
    PROCESSING = "processing"
    PACKAGING = "packaging"
    DISPATCHED = "dispatched"
    OUT_FOR_DELIVERY = "out_for_delivery"
    SHIPPED = "shipped"
    DELIVERED = "delivered"
    CANCELLED = "cancelled"
    RETURNED = "returned"
    REFUNDED = "refunded"


# The customer may cancel until the order is packed; after that only staff.
CANCELLABLE = (OrderStatus.PENDING, OrderStatus.CONFIRMED, OrderStatus.PROCESSING)

# Paid, and all pieces are still in the house.
AT_THE_SHOP = frozenset({OrderStatus.CONFIRMED, OrderStatus.PROCESSING, OrderStatus.PACKAGING})

# Set by payments and refunds only, never by staff.
BY_MONEY = frozenset({OrderStatus.CONFIRMED, OrderStatus.REFUNDED})
# These need the parcel's tracking number.
NEEDS_NUMBER = frozenset({OrderStatus.DISPATCHED, OrderStatus.SHIPPED})

# To be paid to the courier, with all pieces still in the house.
CASH_AT_THE_SHOP = Q(cash_on_delivery_at__isnull=False, paid_at__isnull=True, status__in=sorted(AT_THE_SHOP))

# What may follow a status.
STATUS_CHANGES: Final[Mapping[str, frozenset[str]]] = {
    OrderStatus.PENDING: frozenset({OrderStatus.CONFIRMED, OrderStatus.CANCELLED}),
    OrderStatus.CONFIRMED: frozenset({OrderStatus.PROCESSING, OrderStatus.CANCELLED}),
    OrderStatus.PROCESSING: frozenset({OrderStatus.PACKAGING, OrderStatus.CANCELLED}),
    OrderStatus.PACKAGING: frozenset({OrderStatus.DISPATCHED, OrderStatus.CANCELLED}),
    OrderStatus.DISPATCHED: frozenset(
        {OrderStatus.OUT_FOR_DELIVERY, OrderStatus.SHIPPED, OrderStatus.CANCELLED}
    ),
    OrderStatus.OUT_FOR_DELIVERY: frozenset({OrderStatus.DELIVERED, OrderStatus.CANCELLED}),
    OrderStatus.SHIPPED: frozenset({OrderStatus.DELIVERED, OrderStatus.CANCELLED}),
    OrderStatus.DELIVERED: frozenset({OrderStatus.RETURNED}),
    OrderStatus.CANCELLED: frozenset({OrderStatus.REFUNDED}),
    OrderStatus.RETURNED: frozenset({OrderStatus.REFUNDED}),
    OrderStatus.REFUNDED: frozenset(),
}


class OrderPaymentStatus(models.TextChoices):
    """Payment status of the order."""

    PENDING = "pending"
    PAID = "paid"
    FAILED = "failed"
    REFUNDED = "refunded"


@dataclass(frozen=True)
class Customer:
    """The buyer and the delivery address, validated and normalised."""

    name: str
    email: str
    phone: str
    address: dict[str, str]
    # `gstin` and `name` of the business it is bought for; None for a consumer.
    business: dict[str, str] | None = None

    @property
    def destination(self) -> Destination:
        """State and pincode, which decide the kind of tax and the shipping charge."""
        return Destination(self.address.get("state", ""), self.address.get("pincode", ""))


@dataclass(frozen=True)
class OrderFilter:
    """Filters of staff; empty values are ignored. Days are Indian days, the last one included."""

    status: str = ""
    payment_status: str = ""
    search: str = ""
    start_date: date | None = None
    end_date: date | None = None

    def statuses(self) -> dict[str, str]:
        """Return the columns that are filtered for one status."""
        wanted = {"status": self.status, "payment_status": self.payment_status}
        return {column: status for column, status in wanted.items() if status}


@dataclass(frozen=True)
class OrderStatistics:
    """Figures of a set of orders; revenue is net."""

    total: int
    revenue_paise: int
    pending: int
    paid: int


def promised_delivery() -> date:
    """Return the promised delivery date of an order that is paid today."""
    return timezone.localdate() + timedelta(days=shop().delivery.promised_days)


def is_order_id(text: str) -> bool:
    """Return whether `text` has the form of our order ids."""
    return is_random_id(text, "AKS-", 12)


def new_key() -> str:
    """Return the secret of a private order link (192 random bits)."""
    return secrets.token_urlsafe(24)
