"""Schemas of the transactions board for staff."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Literal

from django.utils import timezone
from django.utils.translation import gettext_noop
from pydantic import AliasPath, Field, field_validator

from project.accounts.actor_names import names_of
from project.core.gst import credit_note_deadline
from project.core.money import paise, rupees
from project.core.schemas import (
    ApiModel,
    Rupees,
    SearchText,
    StaffDaysQuery,
    TextOrNone,
    WholePaise,
    empty_is_none,
    not_below,
)
from project.events.models import Event
from project.orders.models import OrderStatus
from project.payments.models import Account, Instrument, MovementKind, Payment, PaymentFilter, PaymentStatus
from project.payments.providers.registry import adapter_of
from project.payments.refunds.lines import line_amounts, refunded_lines
from project.payments.refunds.schemas import StaffRefund, staff_refunds
from project.payments.shared.api_names import PROVIDER_ORDER_ID, UNKNOWN_METHOD, UnknownMethod
from project.payments.shared.ledger import CASH_KINDS, either_kind


class TransactionQuery(StaffDaysQuery):
    """Filters and page of the transactions board."""

    status: PaymentStatus | Literal[""] = ""
    payment_method: Instrument | Literal[UnknownMethod, ""] = ""
    search: SearchText = ""
    min_amount: Annotated[float, WholePaise] | None = Field(default=None, ge=0, le=1e9)
    max_amount: Annotated[float, WholePaise] | None = Field(default=None, ge=0, le=1e9)

    _empty = field_validator("min_amount", "max_amount", mode="before")(empty_is_none)
    _amounts = field_validator("max_amount")(
        not_below("min_amount", gettext_noop("The maximum is below the minimum"))
    )

    def to_filter(self) -> PaymentFilter:
        """Return the filters as the queryset takes them."""
        return PaymentFilter(
            status=self.status,
            instrument="" if self.payment_method == UNKNOWN_METHOD else self.payment_method or None,
            search=self.search,
            start_date=self.start_date,
            end_date=self.end_date,
            min_paise=None if self.min_amount is None else paise(self.min_amount),
            max_paise=None if self.max_amount is None else paise(self.max_amount),
        )


class TransactionRow(ApiModel):
    """One line of the transactions board."""

    id: str = Field(validation_alias="transaction_id", serialization_alias="_id")
    transaction_id: str
    merchant_transaction_id: str = Field(validation_alias="transaction_id")
    order_id: str | None = Field(validation_alias=AliasPath("order", "order_id"))
    customer_name: str = Field(validation_alias=AliasPath("order", "name"))
    customer_email: str = Field(validation_alias=AliasPath("order", "email"))
    amount: Rupees = Field(validation_alias="amount_paise")
    currency: str
    status: PaymentStatus
    payment_method: str
    gateway: str
    initiated_at: datetime
    refunded_amount: Rupees = Field(validation_alias="refunded_paise")
    # Promised or on its way back.
    refund_pending_amount: Rupees = Field(validation_alias="refund_pending_paise")
    refundable_amount: Rupees = Field(validation_alias="refundable_paise")
    in_review: bool
    version: int


class LedgerLine(ApiModel):
    """A movement of money in the ledger, in rupees, from one account to another."""

    kind: MovementKind
    amount: Rupees = Field(validation_alias="amount_paise")
    source: Account
    target: Account
    at: datetime


class StatusEntry(ApiModel):
    """One status change of a payment: its cause, the provider's message, the case, the ledger's entries."""

    status: str
    timestamp: datetime = Field(validation_alias="created_at")
    event: str = Field(validation_alias="name")
    cause: str
    actor: str
    message_id: str | None
    case_id: str | None
    refund_id: str | None
    ledger: list[LedgerLine]


class RefundableLine(ApiModel):
    """An order line with refundable pieces: `amounts` holds what was paid for one, two, … of the rest."""

    line: int
    title: str
    quantity: int
    # Pieces that a refund, done or promised, is for already.
    refunded: int
    amounts: list[float]


class TransactionDetail(TransactionRow):
    """A payment with its history."""

    provider_order_id: TextOrNone = Field(serialization_alias=PROVIDER_ORDER_ID)
    # By which the customer's bank finds the money (UTR, ARN).
    bank_reference: TextOrNone
    provider_state: str
    error_code: str
    detailed_error_code: str
    checked_at: datetime | None
    next_check_at: datetime | None
    status_history: list[StatusEntry]
    # What a settlement report says of it: paid to the bank, kept as a fee.
    settlement: list[LedgerLine]
    lines: list[RefundableLine]
    # Whether a refund of all that is left may cancel the order in the same step.
    can_cancel_order: bool
    # Last day on which a refund's credit note takes the tax back; null for a seller without a GSTIN.
    tax_back_until: date | None
    refunds: list[StaffRefund]


class TransactionData(ApiModel):
    """`data` of one transaction."""

    transaction: TransactionDetail


class TransactionPages(ApiModel):
    """The page and how many there are; with `hasMore` there are more: the figures are about the newest."""

    page: int
    limit: int
    total_pages: int
    total_transactions: int
    as_of: datetime
    has_more: bool


class TransactionStatistics(ApiModel):
    """Figures over the filtered transactions, in rupees and percent.

    Successful ones include those refunded later; the success rate is their share of all, also of pending
    ones.
    `successful_amount` is what was received, `net_amount` the net revenue: what is left of it after refunds,
    lost disputes and reversals.
    """

    total_transactions: int = Field(validation_alias="total")
    total_amount: Rupees = Field(validation_alias="total_paise")
    successful_transactions: int = Field(validation_alias="successful")
    success_rate: float
    failed_transactions: int = Field(validation_alias="failed")
    pending_transactions: int = Field(validation_alias="pending")
    cancelled_transactions: int = Field(validation_alias="cancelled")
    expired_transactions: int = Field(validation_alias="expired")
    successful_amount: Rupees = Field(validation_alias="successful_paise")
    net_amount: Rupees = Field(validation_alias="net_paise")
    average_transaction_amount: Rupees = Field(validation_alias="average_paise")


class TransactionList(ApiModel):
    """`data` of the transactions board."""

    transactions: list[TransactionRow]
    pagination: TransactionPages
    statistics: TransactionStatistics


def transaction_row(payment: Payment) -> TransactionRow:
    """Return a payment as a line of the board."""
    return TransactionRow.from_row(payment, **_computed(payment))


def _computed(payment: Payment) -> dict[str, object]:
    label = adapter_of(payment.provider).label
    return {"gateway": label, "payment_method": payment.instrument or label}


# The ledger's entry that belongs to a step of the history.
_ENTRIES: dict[str, MovementKind] = {
    "payment.succeeded": MovementKind.CAPTURED,
    "payment.reversed": MovementKind.REVERSED,
    "payment.reinstated": MovementKind.REINSTATED,
    "refund.started": MovementKind.REFUND_STARTED,
    "refund.done": MovementKind.REFUND_DONE,
    "refund.failed": MovementKind.REFUND_FAILED,
}
_DISPUTES = (
    MovementKind.DISPUTE_OPENED,
    MovementKind.DISPUTE_WON,
    MovementKind.DISPUTE_LOST,
    MovementKind.DISPUTE_REGAINED,
)
_SETTLEMENT = either_kind(
    MovementKind.FEE,
    MovementKind.FEE_RETURNED,
    MovementKind.SETTLED,
    MovementKind.RECOVERED,
)


def transaction_detail(payment: Payment, *, language: str) -> TransactionDetail:
    """Return a payment with its recorded history."""
    events: Sequence[Event] = list(Event.objects.filter(subject=payment.topic).order_by("pk"))
    names = names_of(event.actor for event in events)
    movements = list(payment.movements.order_by("pk"))
    entered = {(each.kind, each.reference): each for each in movements}

    disputes = {each.reference: each for each in movements if each.kind in _DISPUTES}

    def entry(event: Event) -> StatusEntry:
        payload = event.payload
        kind = _ENTRIES.get(event.name)
        reference = payload.get("refund") or payload.get("reversal") or payment.transaction_id
        if kind in CASH_KINDS and payment.is_cash:
            kind = CASH_KINDS[kind]
        movement = entered.get((kind, reference)) if kind else None
        return StatusEntry.from_row(
            event,
            status=payload.get("status", ""),
            actor=names[event.actor],
            message_id=payload.get("message"),
            case_id=payload.get("case"),
            refund_id=payload.get("refund"),
            ledger=[
                *([movement] if movement else []),
                *(disputes[name] for name in payload.get("movements", ())),
            ],
        )

    return TransactionDetail.from_row(
        payment,
        **_computed(payment),
        refunds=staff_refunds(payment),
        lines=_refundable_lines(payment, language),
        tax_back_until=_tax_back_until(payment),
        can_cancel_order=OrderStatus.CANCELLED in payment.order.next_by_hand,
        settlement=[each for each in movements if each.kind in _SETTLEMENT],
        status_history=[entry(event) for event in events],
    )


def _tax_back_until(payment: Payment) -> date | None:
    """Return the deadline of the order's credit notes; its invoice is made when it is confirmed."""
    order = payment.order
    seller = order.seller_tax
    if order.paid_at is None or not payment.fulfils or not (seller.gstin and seller.is_charged):
        return None
    return credit_note_deadline(timezone.localdate(order.cash_on_delivery_at or order.paid_at))


def _refundable_lines(payment: Payment, language: str) -> list[RefundableLine]:
    """Return the order's lines whose pieces can be refunded; none where nothing can be."""
    if payment.status != PaymentStatus.SUCCESS or not payment.fulfils:
        return []
    given = refunded_lines(payment.order)
    return [
        RefundableLine(
            line=number,
            title=line.full_title(language),
            quantity=line.quantity,
            refunded=min(given.pieces[number], line.quantity),
            amounts=[
                rupees(line_amounts(payment.order, {number: pieces}, given)[0]["amountPaise"])
                for pieces in range(1, line.quantity - given.pieces[number] + 1)
            ],
        )
        for number, line in enumerate(payment.order.lines.all(), start=1)
    ]
