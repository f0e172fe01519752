"""The public status of a payment: one schema for the GET, the live topic and the rendered page."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Literal

from django.shortcuts import get_object_or_404
from django.utils import timezone
from pydantic import Field

from project.core.identifiers import TRANSACTION_ID_MISSING, required_id
from project.core.money import rupees
from project.core.schemas import ApiModel, Rupees, Success, TextOrNone
from project.events.models import Event
from project.orders.models import Order, OrderPaymentStatus, OrderStatus
from project.orders.order_schemas import OrderPaymentOut
from project.payments.attempts.schemas import OrderShort
from project.payments.attempts.trial_keys import tries_former_keys
from project.payments.models import CAPTURED, CASH_ON_DELIVERY, Payment, PaymentStatus
from project.payments.providers.registry import adapter_of
from project.payments.shared.api_names import PROVIDER_ORDER_ID
from project.payments.shared.reasons import failed_after_debit, reason_text

# The outcome in the provider's word.
ProviderState = Literal["COMPLETED", "PENDING", "FAILED"]
Outcome = Literal["success", "processing", "failed", "received"]
# Whether the order of a failed payment can be paid again. held: its stock hold is live; available: the hold
# has ended, but there is stock; sold_out: there is not; review: staff examine another payment of it; paid:
# another payment succeeded; closed: the order is no longer payable.
Retry = Literal["held", "available", "sold_out", "review", "paid", "closed"]
_WORDS: dict[str, tuple[ProviderState, str]] = {
    "success": ("COMPLETED", "PAYMENT_SUCCESS"),
    "processing": ("PENDING", "PENDING"),
    "received": ("PENDING", "PENDING"),
    "failed": ("FAILED", "PAYMENT_ERROR"),
}
# The statuses of an order that complete a step; the step's time is that of the first event with one of them.
_PREPARING = (OrderStatus.PROCESSING, OrderStatus.PACKAGING)
_DISPATCHED = (OrderStatus.DISPATCHED, OrderStatus.OUT_FOR_DELIVERY, OrderStatus.SHIPPED)
# Statuses of a paid order that has not been delivered.
_EXPECTED = (OrderStatus.CONFIRMED, *_PREPARING, *_DISPATCHED)

# The columns that the public status is made of, and those of a check.
SHOWN = (
    "version",
    "transaction_id",
    "provider",
    "status",
    "amount_paise",
    "currency",
    "fulfils",
    "in_review",
    "provider_order_id",
    "initiated_at",
    "expires_at",
    "checked_at",
    "next_check_at",
    "settled_at",
    "provider_state",
    "instrument",
    "error_code",
    "detailed_error_code",
    "request_id",
    *(
        f"order__{name}"
        for name in (
            "version",
            "order_id",
            "status",
            "payment_status",
            "total_paise",
            "held_until",
            "estimated_delivery",
            "created_at",
            "paid_at",
            "payment_trial",
        )
    ),
)


class PaymentSteps(ApiModel):
    """Times of the payment's steps; null: not yet."""

    received: datetime
    paid: datetime | None
    confirmed: datetime | None
    mail_sent: datetime | None
    preparing: datetime | None
    dispatched: datetime | None
    delivered: datetime | None


class TransactionShort(ApiModel):
    """The payment in four fields."""

    status: PaymentStatus
    amount: Rupees = Field(validation_alias="amount_paise")
    transaction_id: str
    timestamp: datetime


class ProductShort(ApiModel):
    """A product to go back to."""

    slug: str
    title: str


class PieceShort(ApiModel):
    """A line of the order, as a shared link shows it: neither its price nor who gets it."""

    title: str
    image: str
    quantity: int
    # Every choice, in the language of the title.
    options: str


class PaymentStatusOut(ApiModel):
    """The status of a payment: public to whoever holds its unguessable id, so without personal data."""

    transaction_id: str
    order_id: str
    status: PaymentStatus
    outcome: Outcome
    state: ProviderState
    code: str
    amount: Rupees = Field(validation_alias="amount_paise")
    currency: str
    provider_order_id: TextOrNone = Field(serialization_alias=PROVIDER_ORDER_ID)
    method: TextOrNone = Field(validation_alias="instrument")
    reason: str | None
    may_have_been_debited: bool
    # Whether this payment confirmed the order; false for a second payment and for one that came too late.
    fulfils: bool
    in_review: bool
    # An admin tries the payment keys: the money goes back by itself.
    is_trial: bool
    can_retry: bool
    # More precise than `can_retry`; set for a failed payment only.
    retry: Retry | None
    # Expiry of the order's stock hold; null without a live one.
    held_until: datetime | None
    # Products of a failed payment's order that are still shown in the shop.
    products: list[ProductShort]
    # What this payment bought; empty unless it confirmed the order.
    pieces: list[PieceShort]
    # The order's newer payment, if there is one and this one captured nothing.
    continued_by: str | None
    initiated_at: datetime
    expires_at: datetime | None
    checked_at: datetime | None
    next_check_at: datetime | None
    paid_at: datetime | None
    # Server time of the answer: countdowns must not rely on the browser's clock.
    answered_at: datetime
    order_status: OrderStatus
    order_payment_status: OrderPaymentStatus
    # Null unless this payment confirmed the order and it is not delivered yet.
    estimated_delivery: date | None
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
    """Response of the status calls."""

    result: ProviderResult


def find_payment(transaction_id: str, *, whole: bool = False) -> Payment:
    """Return the payment with its order; raises Http404 without one, Invalid without an id.

    Unless `whole`, of both what the public status shows, and what a check needs.
    """
    wanted = required_id(transaction_id, TRANSACTION_ID_MISSING)
    payments = Payment.objects.select_related("order")
    return get_object_or_404(payments if whole else payments.only(*SHOWN), transaction_id=wanted)


def attempts_of(order: Order) -> Mapping[str, list[OrderPaymentOut]]:
    """Return the payment attempts that an order's page shows; cash on delivery has no page of its own."""
    attempts = order.payments.exclude(provider=CASH_ON_DELIVERY).order_by("initiated_at", "pk")
    return {"payments": [OrderPaymentOut.from_row(payment) for payment in attempts]}


def outcome_of(payment: Payment) -> Outcome:
    """Return the outcome that the shopper is shown; the only mapping of payment statuses to screens."""
    if payment.status in CAPTURED:
        return "success"
    if payment.in_review:
        return "received"
    if payment.status == PaymentStatus.PENDING:
        known = adapter_of(payment.provider).pending_states
        return "processing" if payment.provider_state in known | {""} else "received"
    return "failed"


def payment_status_out(payment: Payment, *, language: str) -> PaymentStatusOut:
    """Return the public status, the payload of both the GET and the live topic."""
    order = payment.order
    outcome = outcome_of(payment)
    state, code = _WORDS[outcome]
    failed = outcome == "failed"
    now = timezone.now()
    captured = payment.status in CAPTURED
    others = [] if captured else list(order.payments.exclude(pk=payment.pk).order_by("-initiated_at", "-pk"))
    newest = others[0] if others and others[0].initiated_at >= payment.initiated_at else None
    held_until = order.promised_until
    retry = _retry(order, others, held=held_until is not None) if failed else None
    return PaymentStatusOut.from_row(
        payment,
        order_id=order.order_id,
        outcome=outcome,
        state=state,
        code=code,
        reason=reason_text(payment, language) if failed else None,
        is_trial=bool(order.payment_trial),
        may_have_been_debited=_may_have_been_debited(payment, outcome),
        can_retry=retry in ("held", "available"),
        retry=retry,
        held_until=held_until,
        products=_products(order, language) if failed else [],
        pieces=_pieces(order, language) if payment.fulfils else [],
        continued_by=newest.transaction_id if newest else None,
        next_check_at=payment.next_check_at if payment.status == PaymentStatus.PENDING else None,
        paid_at=payment.settled_at if captured else None,
        answered_at=now,
        order_status=order.status,
        order_payment_status=order.payment_status,
        estimated_delivery=order.estimated_delivery
        if payment.fulfils and order.status in _EXPECTED
        else None,
        steps=_steps(payment),
        transaction=TransactionShort.from_row(payment, timestamp=payment.settled_at or payment.initiated_at),
        order=OrderShort(order_id=order.order_id, total_amount=rupees(order.total_paise)),
        # Both versions only grow, so the sum grows with every change of either.
        version=payment.version + order.version,
    )


def _may_have_been_debited(payment: Payment, outcome: Outcome) -> bool:
    """Return whether the bank may have debited an amount that was not captured."""
    if outcome == "received":
        return True
    if outcome == "processing":
        return bool(payment.instrument)
    return outcome == "failed" and failed_after_debit(payment)


def _retry(order: Order, others: Sequence[Payment], *, held: bool) -> Retry:
    if order.paid_at is not None or any(other.status in CAPTURED for other in others):
        return "paid"
    if order.status != OrderStatus.PENDING or tries_former_keys(order):
        return "closed"
    if any(other.in_review for other in others):
        return "review"
    if held:
        return "held"
    return "available" if _has_pieces(order) else "sold_out"


def _has_pieces(order: Order) -> bool:
    """Return whether the stock suffices to hold the order's pieces again."""
    wanted = order.quantities()
    return all(
        line.product.is_shown and line.product.sellable >= wanted[line.product_id]
        for line in order.lines.select_related("product__category")
    )


def _products(order: Order, language: str) -> list[ProductShort]:
    lines = [line for line in order.lines.select_related("product__category") if line.product.is_shown]
    titles = {line.product.slug: line.title(language) for line in lines}
    return [ProductShort(slug=slug, title=title) for slug, title in titles.items()]


def _pieces(order: Order, language: str) -> list[PieceShort]:
    return [
        PieceShort(
            title=line.title(language),
            image=line.shown_image,
            quantity=line.quantity,
            options=line.options(language),
        )
        for line in order.lines.only(
            "order", "title_en", "title_hi", "sku", "image", "quantity", "customization"
        )
    ]


def _steps(payment: Payment) -> PaymentSteps:
    order = payment.order
    mail_sent: datetime | None = None
    reached: dict[str | None, datetime] = {}
    if order.status != OrderStatus.PENDING:
        events = Event.objects.filter(subject=order.topic).order_by("pk")
        for name, payload, at in events.values_list("name", "payload", "created_at"):
            reached.setdefault(payload.get("status"), at)
            if name == "order.mail_sent" and payload["mail"] == "payment_received":
                mail_sent = at

    def first(*statuses: OrderStatus) -> datetime | None:
        return min((reached[status] for status in statuses if status in reached), default=None)

    return PaymentSteps(
        received=order.created_at,
        paid=payment.settled_at if payment.status in CAPTURED else None,
        confirmed=order.paid_at,
        mail_sent=mail_sent,
        preparing=first(*_PREPARING),
        dispatched=first(*_DISPATCHED),
        delivered=first(OrderStatus.DELIVERED),
    )


def status_check(payment: Payment, *, language: str) -> StatusCheck:
    """Return the public status in the envelope of the status calls."""
    data = payment_status_out(payment, language=language)
    return StatusCheck(data=data, result=ProviderResult(data=ProviderWords.model_validate(data)))
