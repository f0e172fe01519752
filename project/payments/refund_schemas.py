"""What refunds look like on the wire, to customers and to staff."""

from datetime import date, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, Field, field_validator

from project.accounts.models import User
from project.core.money import paise, rupees
from project.core.schemas import ApiModel
from project.orders.models import Order
from project.payments.models import CAPTURED, Payment, Refund, RefundReason, RefundStatus

# Failures that are the shop's own business: somebody said no, or another refund took its place.
_INTERNAL = ("DECLINED", "SUPERSEDED")


class RefundOut(ApiModel):
    """One refund, as its customer sees it."""

    refund_id: str
    amount: float
    status: RefundStatus
    reason: RefundReason
    requested_at: datetime
    # The day by which the money should be back.
    due_on: date
    done_at: datetime | None
    # By which the customer's bank finds the money.
    bank_reference: str | None


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
    amount: float


class StaffRefund(RefundOut):
    """One refund with what only staff see."""

    notes: str
    # "staff", "rule" or "console" (made at the provider by hand).
    origin: str
    lines: list[RefundLineOut]
    requested_by: str | None
    # The public id of who asked: somebody else has to approve.
    requested_by_id: str | None
    decided_by: str | None
    started_at: datetime | None
    next_check_at: datetime | None
    phonepe_refund_id: str | None
    error_code: str
    can_retry: bool
    version: int


class PiecesIn(ApiModel):
    """How many pieces of which line of the order, counted from 1."""

    line: int = Field(ge=1, le=1000)
    quantity: int = Field(ge=1, le=100_000)


class RefundIn(ApiModel):
    """What a member of staff gives back, in rupees, and why."""

    amount: float = Field(gt=0, le=1e9)
    reason: RefundReason
    notes: Annotated[str, Field(max_length=500), AfterValidator(str.strip)] = ""
    lines: list[PiecesIn] = Field(default=[], max_length=100)
    # What the caller was shown as left; when that is no longer so, nothing is refunded.
    refundable: float | None = Field(default=None, ge=0, le=1e9)

    @field_validator("amount", "refundable")
    @classmethod
    def _whole_paise(cls, value: float | None) -> float | None:
        if value is not None:
            paise(value)
        return value


class RefundData(ApiModel):
    """`data` of a refund."""

    refund: StaffRefund


def staff_refunds(payment: Payment) -> list[StaffRefund]:
    """Return a payment's refunds, oldest first."""
    rows = payment.refunds.select_related("requested_by", "decided_by", "retry").order_by("pk")
    return [staff_refund(row) for row in rows]


def staff_refund(refund: Refund) -> StaffRefund:
    """Return a refund with what only staff see."""
    return StaffRefund(
        **_shown(refund, refund.status),
        notes=refund.notes,
        origin=refund.origin,
        lines=[
            RefundLineOut(line=row["line"], quantity=row["quantity"], amount=rupees(row["amountPaise"]))
            for row in refund.lines
        ],
        requested_by=_name(refund.requested_by),
        requested_by_id=refund.requested_by.public_id if refund.requested_by else None,
        decided_by=_name(refund.decided_by),
        started_at=refund.started_at,
        next_check_at=refund.next_check_at,
        phonepe_refund_id=refund.provider_refund_id or None,
        error_code=refund.error_code,
        can_retry=refund.status == RefundStatus.FAILED
        and refund.error_code != "DECLINED"
        and not hasattr(refund, "retry")
        and refund.amount_paise <= refund.payment.refundable_paise,
        version=refund.version,
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
        # That somebody has to approve it is the shop's own business too.
        refunds=[
            RefundOut(
                **_shown(row, RefundStatus.REQUESTED if row.status == RefundStatus.APPROVAL else row.status)
            )
            for row in rows
        ],
        captured=rupees(sum(payment.captured_paise for payment in payments)),
        refunded=rupees(sum(payment.refunded_paise for payment in payments)),
        refundable=rupees(sum(payment.refundable_paise for payment in payments)),
    )


def _shown(refund: Refund, status: str) -> dict[str, Any]:
    return {
        "refund_id": refund.refund_id,
        "amount": rupees(refund.amount_paise),
        "status": status,
        "reason": refund.reason,
        "requested_at": refund.requested_at,
        "due_on": refund.due_on,
        "done_at": refund.done_at,
        "bank_reference": refund.bank_reference or None,
    }


def _name(user: User | None) -> str | None:
    return (user.name or user.email) if user else None
