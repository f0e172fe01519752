"""What payments look like on the wire."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Literal

from django.utils import timezone
from pydantic import Field, field_validator

from project.core.models import Mail, MailStatus
from project.core.money import paise, rupees
from project.core.schemas import ApiModel, Success
from project.events.models import Event
from project.orders.models import OrderStatus
from project.orders.schemas import AmountIn
from project.payments.models import (
    CAPTURED,
    Instrument,
    Payment,
    PaymentFilter,
    PaymentStatistics,
    PaymentStatus,
)
from project.payments.reasons import DEBIT_POSSIBLE, reason_text

Outcome = Literal["success", "processing", "failed", "received"]
_KNOWN_PENDING = frozenset({"", "PENDING", "CREATED", "PAYMENT_PENDING", "INTERNAL_SERVER_ERROR"})
_WORDS: dict[str, tuple[str, str]] = {
    "success": ("COMPLETED", "PAYMENT_SUCCESS"),
    "processing": ("PENDING", "PENDING"),
    "received": ("PENDING", "PENDING"),
    "failed": ("FAILED", "PAYMENT_ERROR"),
}


class PayIn(AmountIn):
    """Which order to pay. The order knows its amount and its customer; an `amount` sent is only compared."""

    order_id: str = Field(max_length=40)


class PayOut(ApiModel):
    """`data` of an attempt: where to send the shopper."""

    transaction_id: str
    payment_url: str
    phonepe_transaction_id: str
    expires_at: datetime | None


class VerifyIn(ApiModel):
    """Which payment to ask about."""

    merchant_transaction_id: str = Field(max_length=64)


class PaymentSteps(ApiModel):
    """When each thing really happened; null: not yet."""

    received: datetime
    paid: datetime | None
    confirmed: datetime | None
    mail_sent: datetime | None


class TransactionShort(ApiModel):
    """The payment in four fields."""

    status: PaymentStatus
    amount: float
    transaction_id: str
    timestamp: datetime


class OrderShort(ApiModel):
    """The order's total."""

    order_id: str
    total_amount: float


class PaymentStatusOut(ApiModel):
    """Where a payment stands: public to whoever holds its unguessable id, so without personal data."""

    transaction_id: str
    order_id: str
    status: PaymentStatus
    outcome: Outcome
    state: str
    code: str
    amount: float
    currency: str
    phonepe_transaction_id: str | None
    method: str | None
    reason: str | None
    may_have_been_debited: bool
    in_review: bool
    can_retry: bool
    initiated_at: datetime
    expires_at: datetime | None
    checked_at: datetime | None
    next_check_at: datetime | None
    paid_at: datetime | None
    order_status: OrderStatus
    steps: PaymentSteps
    transaction: TransactionShort
    order: OrderShort
    version: int


class ProviderWords(ApiModel):
    """The outcome in the provider's words."""

    state: str
    code: str
    order_id: str
    amount: float


class ProviderResult(ApiModel):
    """The nesting older callers read."""

    data: ProviderWords


class StatusCheck(Success[PaymentStatusOut]):
    """What the status calls answer."""

    result: ProviderResult


def outcome_of(payment: Payment) -> Outcome:
    """Return what the shopper is shown: the one mapping of statuses to screens."""
    if payment.status in CAPTURED:
        return "success"
    if payment.in_review:
        return "received"
    if payment.status == PaymentStatus.PENDING:
        return "processing" if payment.provider_state in _KNOWN_PENDING else "received"
    return "failed"


def payment_status_out(payment: Payment, *, language: str) -> PaymentStatusOut:
    """Return the public status; GET and the live topic both answer this."""
    order = payment.order
    outcome = outcome_of(payment)
    state, code = _WORDS[outcome]
    failed = outcome == "failed"
    mail = Mail.objects.filter(
        dedupe_key=f"{order.order_id}:payment_received", status=MailStatus.SENT
    ).first()
    return PaymentStatusOut(
        transaction_id=payment.transaction_id,
        order_id=order.order_id,
        status=PaymentStatus(payment.status),
        outcome=outcome,
        state=state,
        code=code,
        amount=rupees(payment.amount_paise),
        currency=payment.currency,
        phonepe_transaction_id=payment.provider_order_id or None,
        method=payment.instrument or None,
        reason=reason_text(payment.error_code, payment.detailed_error_code, language) if failed else None,
        may_have_been_debited=(
            payment.in_review
            or (outcome == "processing" and bool(payment.instrument))
            or (failed and bool({payment.error_code, payment.detailed_error_code} & DEBIT_POSSIBLE))
        ),
        in_review=payment.in_review,
        can_retry=(
            failed
            and order.status == OrderStatus.PENDING
            and not order.payments.filter(status__in=CAPTURED).exists()
        ),
        initiated_at=payment.initiated_at,
        expires_at=payment.expires_at,
        checked_at=payment.checked_at,
        next_check_at=payment.next_check_at if payment.status == PaymentStatus.PENDING else None,
        paid_at=payment.settled_at if payment.status in CAPTURED else None,
        order_status=OrderStatus(order.status),
        steps=PaymentSteps(
            received=order.created_at,
            paid=payment.settled_at if payment.status in CAPTURED else None,
            confirmed=order.paid_at,
            mail_sent=mail.sent_at if mail else None,
        ),
        transaction=TransactionShort(
            status=PaymentStatus(payment.status),
            amount=rupees(payment.amount_paise),
            transaction_id=payment.transaction_id,
            timestamp=payment.settled_at or payment.initiated_at,
        ),
        order=OrderShort(order_id=order.order_id, total_amount=rupees(order.total_paise)),
        # Both rows only count up: the sum grows whenever either changes.
        version=payment.version + order.version,
    )


def status_check(payment: Payment, *, language: str) -> StatusCheck:
    """Return the public status in the envelope of the status calls."""
    data = payment_status_out(payment, language=language)
    words = ProviderWords(state=data.state, code=data.code, order_id=data.order_id, amount=data.amount)
    return StatusCheck(data=data, result=ProviderResult(data=words))


# -- Staff ---------------------------------------------------------------------------------------


# Days a board is asked for; beyond them the calendar itself overflows.
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2199, 12, 31)


class TransactionQuery(ApiModel):
    """Filters and page of the transactions board."""

    page: int = Field(default=1, ge=1, le=100_000)
    limit: int = Field(default=20, ge=1, le=100)
    status: PaymentStatus | Literal[""] = ""
    payment_method: Instrument | Literal["PhonePe", ""] = ""
    search: str = Field(default="", max_length=100)
    start_date: date | None = Field(default=None, ge=FIRST_DAY, le=LAST_DAY)
    end_date: date | None = Field(default=None, ge=FIRST_DAY, le=LAST_DAY)
    min_amount: float | None = Field(default=None, ge=0, le=1e9)
    max_amount: float | None = Field(default=None, ge=0, le=1e9)

    @field_validator("start_date", "end_date", "min_amount", "max_amount", mode="before")
    @classmethod
    def _empty_is_none(cls, value: object) -> object:
        return None if value == "" else value

    @field_validator("min_amount", "max_amount")
    @classmethod
    def _whole_paise(cls, value: float | None) -> float | None:
        if value is not None:
            paise(value)
        return value

    @field_validator("search")
    @classmethod
    def _no_nul(cls, value: str) -> str:
        return value.replace("\x00", "")

    def to_filter(self) -> PaymentFilter:
        """Return the filters as the queryset takes them."""
        return PaymentFilter(
            status=self.status,
            payment_method=self.payment_method,
            search=self.search,
            start_date=self.start_date,
            end_date=self.end_date,
            min_paise=None if self.min_amount is None else paise(self.min_amount),
            max_paise=None if self.max_amount is None else paise(self.max_amount),
        )


class TransactionRow(ApiModel):
    """One line of the transactions board."""

    id: str = Field(serialization_alias="_id")
    transaction_id: str
    merchant_transaction_id: str
    order_id: str | None
    customer_name: str
    customer_email: str
    amount: float
    currency: str
    status: PaymentStatus
    payment_method: str
    gateway: str
    initiated_at: datetime
    refunded_amount: float
    refundable_amount: float
    in_review: bool
    version: int


class StatusEntry(ApiModel):
    """One move of a payment and what caused it."""

    status: str
    timestamp: datetime
    event: str
    cause: str
    actor: str


class TransactionDetail(TransactionRow):
    """A payment with its history."""

    phonepe_transaction_id: str | None
    provider_state: str
    error_code: str
    detailed_error_code: str
    checked_at: datetime | None
    next_check_at: datetime | None
    status_history: list[StatusEntry]


class TransactionData(ApiModel):
    """`data` of one transaction."""

    transaction: TransactionDetail


class TransactionPages(ApiModel):
    """Where we are in the list."""

    page: int
    limit: int
    total_pages: int
    total_transactions: int


class TransactionStatistics(ApiModel):
    """Figures over the filtered transactions, in rupees and percent."""

    total_transactions: int
    total_amount: float
    successful_transactions: int
    success_rate: float
    failed_transactions: int
    pending_transactions: int
    successful_amount: float
    net_amount: float
    average_transaction_amount: float


class TransactionList(ApiModel):
    """`data` of the transactions board."""

    transactions: list[TransactionRow]
    pagination: TransactionPages
    statistics: TransactionStatistics


def transaction_row(payment: Payment) -> TransactionRow:
    """Return a payment as a line of the board."""
    return TransactionRow.model_validate(_row(payment))


def _row(payment: Payment) -> dict[str, object]:
    order = payment.order
    return {
        "id": payment.transaction_id,
        "transaction_id": payment.transaction_id,
        "merchant_transaction_id": payment.transaction_id,
        "order_id": order.order_id,
        "customer_name": order.name,
        "customer_email": order.email,
        "amount": rupees(payment.amount_paise),
        "currency": payment.currency,
        "status": payment.status,
        "payment_method": payment.instrument or "PhonePe",
        "gateway": "PhonePe",
        "initiated_at": payment.initiated_at,
        "refunded_amount": rupees(payment.refunded_paise),
        "refundable_amount": rupees(payment.refundable_paise),
        "in_review": payment.in_review,
        "version": payment.version,
    }


def transaction_detail(payment: Payment) -> TransactionDetail:
    """Return a payment with its recorded history."""
    events: Sequence[Event] = list(Event.objects.filter(subject=payment.topic).order_by("pk"))
    return TransactionDetail.model_validate(
        {
            **_row(payment),
            "phonepe_transaction_id": payment.provider_order_id or None,
            "provider_state": payment.provider_state,
            "error_code": payment.error_code,
            "detailed_error_code": payment.detailed_error_code,
            "checked_at": payment.checked_at,
            "next_check_at": payment.next_check_at,
            "status_history": [
                StatusEntry(
                    status=event.payload.get("status", ""),
                    timestamp=event.created_at,
                    event=event.name,
                    cause=event.cause,
                    actor=event.actor,
                )
                for event in events
            ],
        }
    )


def statistics_out(figures: PaymentStatistics) -> TransactionStatistics:
    """Return the figures in rupees."""
    return TransactionStatistics(
        total_transactions=figures.total,
        total_amount=rupees(figures.total_paise),
        successful_transactions=figures.successful,
        success_rate=figures.success_rate,
        failed_transactions=figures.failed,
        pending_transactions=figures.pending,
        successful_amount=rupees(figures.successful_paise),
        net_amount=rupees(figures.successful_paise - figures.refunded_paise),
        average_transaction_amount=rupees(figures.average_paise),
    )


def seconds_since(moment: datetime | None) -> float:
    """Return how long ago that was; infinity for never."""
    return (timezone.now() - moment).total_seconds() if moment else float("inf")
