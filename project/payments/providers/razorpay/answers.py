"""Reading Razorpay's words: pure functions from JSON to the types of `base`.

No unknown word and no missing field breaks reading: states stay strings, odd values become "" or None.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, get_args

from project.payments.providers.base import (
    Attempt,
    CreatedPayment,
    DisputeAnswer,
    DisputeOutcome,
    DisputeStage,
    Instrument,
    OrderAnswer,
    Outcome,
    RefundAnswer,
    RefundOutcome,
    WebhookFacts,
)
from project.payments.providers.json_values import (
    created_payment,
    inner,
    moment,
    objects,
    paise,
    read_object,
    text,
)

# What we may choose as an id: Razorpay takes 40 characters as a link's reference_id.
OUR_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")

# The one mapping of a link's states; a word that is not here is "unknown".
OUTCOMES: dict[str, Outcome] = {
    "created": "pending",
    "partially_paid": "pending",  # our links allow no partial payment
    "paid": "success",
    "cancelled": "cancelled",
    "expired": "expired",
}
REFUND_OUTCOMES: dict[str, RefundOutcome] = {"pending": "pending", "processed": "success", "failed": "failed"}
# Razorpay's words for disputes are the shop's own.
DISPUTE_OUTCOMES: dict[str, DisputeOutcome] = {word: word for word in get_args(DisputeOutcome)}
_STAGES: dict[str, DisputeStage] = {word: word for word in get_args(DisputeStage)}
# What the messages about a payment or an order claim; a failed payment leaves its link open.
_CLAIMS: dict[str, Outcome] = {
    "created": "pending",
    "attempted": "pending",
    "authorized": "pending",
    "failed": "pending",
    "captured": "success",
    "refunded": "success",
    "paid": "success",
}
# States of a payment whose money is with Razorpay, and of one whose bank has yet to answer.
_CAPTURED = frozenset({"captured", "refunded"})
WAITING = frozenset({"created", "authorized"})
_INSTRUMENTS: dict[str, Instrument] = {
    "upi": "UPI",
    "card": "Card",
    "emi": "Card",
    "netbanking": "NetBanking",
    "wallet": "Wallet",
}
# By which the customer's bank finds the money, the most telling first.
_REFERENCES = ("rrn", "arn", "utr", "bank_transaction_id", "transaction_id", "auth_code")
# The address of the pay page and what is personal: kept nowhere.
_NOT_KEPT = frozenset({"short_url", "customer", "email", "contact", "vpa", "upi", "card", "callback_url"})


def without_secrets(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer without the pay page's address and without personal data."""
    return {name: value for name, value in body.items() if name not in _NOT_KEPT}


def is_captured(payment: Mapping[str, Any]) -> bool:
    """Return whether the money of a payment is, or was until we refunded it, with Razorpay.

    A second payment of a paid order, and one that a bank confirmed too late, go back by themselves: they are
    `refunded` and were never `captured`.
    """
    return text(payment.get("status")).lower() in _CAPTURED and payment.get("captured") is not False


def read_created(link: Mapping[str, Any], merchant_order_id: str) -> CreatedPayment:
    """Read a link that can be paid; `ProviderUnreadable` without the parts a shopper needs to pay."""
    return created_payment(
        merchant_order_id,
        name=link.get("id"),
        page=link.get("short_url"),
        expires_at=_moment(link.get("expire_by")),
        state=link.get("status"),
    )


def read_order(body: Mapping[str, Any]) -> OrderAnswer:
    """Read what is known about an order: `payment_link`, and the `payments` that were tried for it."""
    link = inner(body, "payment_link")
    tried = sorted(
        ((_read_attempt(each), is_captured(each)) for each in objects(body.get("payments"))),
        # Of two in one second the one that paid was the last.
        key=lambda each: (each[0].at or datetime.min.replace(tzinfo=UTC), each[1]),
    )
    state = text(link.get("status"))
    attempts = [attempt for attempt, _ in tried]
    captured = [attempt for attempt, paid in tried if paid]
    outcome, amount = _outcome_and_amount(link, attempts, captured)
    # The attempt that paid names the instrument; while nothing is paid, the newest attempt does.
    telling = (captured or attempts)[-1:]
    failed = outcome in ("expired", "cancelled")
    return OrderAnswer(
        state=state,
        outcome=outcome,
        merchant_order_id=text(link.get("reference_id")),
        provider_order_id=text(link.get("id")),
        amount_paise=amount,
        currency=text(link.get("currency")),
        instrument=telling[0].instrument if telling else "",
        bank_reference=telling[0].bank_reference if telling else "",
        error_code=state if failed else "",
        # Why the newest attempt did not pay it, if any was made.
        detailed_error_code=telling[0].error_code if failed and telling else "",
        expires_at=_moment(link.get("expire_by")),
        attempts=tuple(attempts),
        raw=dict(body),
    )


def _outcome_and_amount(
    link: Mapping[str, Any], attempts: Sequence[Attempt], captured: Sequence[Attempt]
) -> tuple[Outcome, int | None]:
    """Decide by the link's state, except that captured money counts whatever a known state says.

    A bank may confirm an attempt when its link is over; as long as it may, the link is not.
    """
    outcome = OUTCOMES.get(text(link.get("status")).lower(), "unknown")
    if outcome == "success":
        return outcome, paise(link.get("amount_paid"))
    if outcome == "unknown" or not attempts:
        return outcome, paise(link.get("amount"))
    if captured:
        amounts = [attempt.amount_paise for attempt in captured]
        return "success", None if None in amounts else sum(amount or 0 for amount in amounts)
    if any(attempt.state.lower() in WAITING for attempt in attempts):
        outcome = "pending"
    return outcome, paise(link.get("amount"))


def _read_attempt(payment: Mapping[str, Any]) -> Attempt:
    method = text(payment.get("method"))
    reason, code = text(payment.get("error_reason")), text(payment.get("error_code"))
    place = (code, text(payment.get("error_source")), text(payment.get("error_step")))
    return Attempt(
        provider_transaction_id=text(payment.get("id")) or text(payment.get("payment_id")),
        state=text(payment.get("status")),
        mode=method,
        instrument=_INSTRUMENTS.get(method.lower(), ""),
        amount_paise=paise(payment.get("amount")),
        at=_moment(payment.get("created_at")),
        bank_reference=_bank_reference(payment),
        # The reason says what went wrong, the code only who is to be blamed.
        error_code=reason or code,
        detailed_error_code="/".join(each for each in place if each) if reason else "",
    )


def refund_name(refund: Mapping[str, Any]) -> str:
    """Return our id of a refund; one that was made in the dashboard goes by Razorpay's."""
    for name in (text(refund.get("receipt")), text(inner(refund, "notes").get("merchant_refund_id"))):
        if OUR_ID.fullmatch(name):
            return name
    return text(refund.get("id"))


def read_refund(body: Mapping[str, Any]) -> RefundAnswer:
    """Read what is known about a `refund`, and of which order (`merchant_order_id`) it is."""
    refund = inner(body, "refund")
    state = text(refund.get("status"))
    return RefundAnswer(
        state=state,
        outcome=REFUND_OUTCOMES.get(state.lower(), "unknown"),
        merchant_refund_id=refund_name(refund),
        provider_refund_id=text(refund.get("id")),
        merchant_order_id=text(body.get("merchant_order_id")),
        amount_paise=paise(refund.get("amount")),
        error_code=text(refund.get("error_reason")) or text(refund.get("error_code")),
        detailed_error_code=text(refund.get("error_code")),
        bank_reference=_bank_reference(refund),
        raw=dict(body),
    )


def read_dispute(dispute: Mapping[str, Any], *, merchant_order_id: str) -> DisputeAnswer:
    """Read what is known about a dispute of an order."""
    state = text(dispute.get("status"))
    return DisputeAnswer(
        provider_dispute_id=text(dispute.get("id"))[:64],
        merchant_order_id=merchant_order_id,
        state=state,
        outcome=DISPUTE_OUTCOMES.get(state.lower(), "unknown"),
        phase=_STAGES.get(text(dispute.get("phase")).lower(), ""),
        amount_paise=paise(dispute.get("amount")),
        currency=text(dispute.get("currency")),
        reason_code=text(dispute.get("reason_code")),
        opened_at=_moment(dispute.get("created_at")),
        respond_by=_moment(dispute.get("respond_by")),
    )


def read_webhook(body: bytes) -> WebhookFacts:
    """Read a message.

    It holds whole entities by their names: the one it is about, and those it belongs to. Our id of the order
    is the reference of the link, the receipt of the order, and in the notes of the payment.
    """
    message = read_object(body)
    entities = {
        name: inner(message, "payload", name, "entity")
        for name in ("refund", "payment_link", "order", "payment", "dispute")
    }
    refund, link, order, payment = (entities[name] for name in ("refund", "payment_link", "order", "payment"))
    goes_back_by_itself = payment.get("captured") is False and text(payment.get("status")) == "refunded"
    if goes_back_by_itself:
        # No money of ours: nothing is to be looked up but the order.
        refund = {}
    names = (
        text(link.get("reference_id")),
        text(inner(payment, "notes").get("merchant_order_id")),
        text(inner(refund, "notes").get("merchant_order_id")),
        text(order.get("receipt")),
    )
    subject = refund or link or payment or order
    dispute = entities["dispute"]
    state = text((dispute or subject).get("status"))
    known: Mapping[str, Outcome] = OUTCOMES if link else _CLAIMS
    claims = "pending" if goes_back_by_itself and not link else known.get(state.lower(), "unknown")
    event = text(message.get("event"))
    return WebhookFacts(
        event=event,
        merchant_order_id=next((name for name in names if name), ""),
        provider_order_id=text(link.get("id")),
        merchant_refund_id=refund_name(refund),
        provider_refund_id=text(refund.get("id")),
        state=state,
        amount_paise=paise(subject.get("amount")),
        dedupe_key=_dedupe_key(event, [text(each.get("id")) for each in entities.values()], message, body),
        raw=message,
        claims=REFUND_OUTCOMES.get(state.lower(), "unknown") if refund else claims,
        is_dispute=event.startswith("payment.dispute."),
        provider_dispute_id=text(dispute.get("id"))[:64],
        dispute_claims=DISPUTE_OUTCOMES.get(state.lower(), "unknown"),
    )


def _dedupe_key(event: str, ids: Sequence[str], message: Mapping[str, Any], body: bytes) -> str:
    """Name the message by what its signature covers: anybody may change the header with the event's id."""
    parts = [event, *ids, str(paise(message.get("created_at")) or "")]
    key = ":".join(part for part in parts if part)
    return key if any(ids) and len(key) <= 200 else hashlib.sha256(body).hexdigest()


def _bank_reference(body: Mapping[str, Any]) -> str:
    data = inner(body, "acquirer_data")
    return next((text(data.get(name))[:64] for name in _REFERENCES if text(data.get(name))), "")


def _moment(value: object) -> datetime | None:
    # Razorpay writes 0 for "never".
    return moment(value, per_second=1) if value else None
