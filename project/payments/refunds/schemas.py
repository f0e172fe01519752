"""Schemas of refunds, for customers and for staff."""

from datetime import date, datetime
from typing import Annotated

from django.utils.translation import gettext_noop
from pydantic import AfterValidator, AliasPath, Field

from project.accounts.staff_schemas import PersonId, PersonName
from project.core.limits import MAX_NOTE
from project.core.money import paise, rupees
from project.core.schemas import ApiModel, Note, Rupees, StaffIn, TextOrNone, WholePaise, refused_as
from project.orders.models import Order
from project.payments.models import CAPTURED, Payment, Refund, RefundReason, RefundStatus
from project.payments.shared.api_names import PROVIDER_REFUND_ID

# Failures that are the shop's own business: somebody said no, or another refund took its place.
_INTERNAL = ("DECLINED", "SUPERSEDED")
_MOST_PAISE = 10**11


class RefundOut(ApiModel):
    """One refund, as its customer sees it."""

    refund_id: str
    amount: Rupees = Field(validation_alias="amount_paise")
    status: RefundStatus
    reason: RefundReason
    requested_at: datetime
    # The day by which the money should be back.
    due_on: date
    done_at: datetime | None
    # By which the customer's bank finds the money.
    bank_reference: TextOrNone


class OrderRefunds(ApiModel):
    """All refunds of an order, oldest first, and its money in rupees."""

    refunds: list[RefundOut]
    captured: float
    refunded: float
    refundable: float


class RefundLineOut(ApiModel):
    """Pieces of an order's line that a refund is for."""

    line: int
    quantity: int
    amount: Rupees = Field(validation_alias="amountPaise")


class StaffRefund(RefundOut):
    """One refund with what only staff see."""

    transaction_id: str = Field(validation_alias=AliasPath("payment", "transaction_id"))
    notes: str
    # "staff", "rule" or "console" (made at the provider by hand).
    origin: str
    lines: list[RefundLineOut]
    requested_by: PersonName | None
    # The public id of who asked: somebody else has to approve.
    requested_by_id: PersonId | None = Field(validation_alias="requested_by")
    decided_by: PersonName | None
    # The reason of whoever declined it.
    decision_notes: str
    started_at: datetime | None
    next_check_at: datetime | None
    provider_refund_id: TextOrNone = Field(serialization_alias=PROVIDER_REFUND_ID)
    error_code: str
    # The Idempotency-Key it was asked for with; blank for one without.
    request_key: str
    can_retry: bool
    # Whether the order is cancelled with it, once the provider has accepted it.
    cancels_order: bool
    version: int


class PiecesIn(ApiModel):
    """Number of pieces of a line of the order, counted from 1."""

    line: int = Field(ge=1, le=1000)
    quantity: int = Field(ge=1, le=100_000)


def _amount_to_refund(value: float) -> float:
    if not 0 < paise(value) <= _MOST_PAISE:
        raise ValueError("not an amount to refund")
    return value


class RefundIn(ApiModel):
    """Refund by a member of staff, in rupees, with its reason."""

    amount: Annotated[
        float, AfterValidator(_amount_to_refund), refused_as(gettext_noop("Invalid refund amount"))
    ]
    reason: RefundReason
    notes: Note = ""
    lines: list[PiecesIn] = Field(default=[], max_length=100)
    # What the caller was shown as left; when that is no longer so, nothing is refunded.
    refundable: Annotated[float, WholePaise] | None = Field(default=None, ge=0, le=1e9)
    # Cancel the order once the provider has accepted the refund; only with all that is left.
    cancel_order: bool = False


class DeclineIn(StaffIn):
    """The reason for declining a refund, shown to whoever requested it."""

    notes: Annotated[str, AfterValidator(str.strip), Field(min_length=3, max_length=MAX_NOTE)]


class RefundData(ApiModel):
    """`data` of a refund."""

    refund: StaffRefund


def staff_refunds(payment: Payment) -> list[StaffRefund]:
    """Return a payment's refunds, oldest first."""
    rows = payment.refunds.select_related("payment", "requested_by", "decided_by", "retry").order_by("pk")
    return [staff_refund(row) for row in rows]


def staff_refund(refund: Refund) -> StaffRefund:
    """Return a refund with what only staff see."""
    return StaffRefund.from_row(
        refund,
        can_retry=refund.status == RefundStatus.FAILED
        and refund.error_code != "DECLINED"
        and not hasattr(refund, "retry")
        and refund.payment.refundable_paise > 0,
    )


def order_refunds(order: Order) -> OrderRefunds:
    """Return what the customer may know: a refund that was declined, replaced or tried again is not shown."""
    payments = list(order.payments.filter(status__in=CAPTURED))
    rows = (
        Refund.objects.filter(payment__in=payments, retry=None)
        .exclude(status=RefundStatus.FAILED, error_code__in=_INTERNAL)
        .order_by("pk")
    )
    return OrderRefunds(
        refunds=[RefundOut.from_row(row) for row in rows],
        captured=rupees(sum(payment.captured_paise for payment in payments)),
        refunded=rupees(sum(payment.refunded_paise for payment in payments)),
        refundable=rupees(sum(payment.refundable_paise for payment in payments)),
    )
