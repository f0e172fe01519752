"""Reading PhonePe's words: pure functions from JSON to the types of `base`.

PhonePe adds values without notice and its documents disagree with its answers, so no unknown word
and no missing field breaks reading: states stay strings, odd values become "" or None, `raw` keeps it all.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from project.payments.providers.base import (
    Attempt,
    CreatedPayment,
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

# The one mapping of PhonePe's order states; a word that is not here is "unknown".
OUTCOMES: dict[str, Outcome] = {
    "COMPLETED": "success",
    "SUCCESS": "success",
    "PAYMENT_SUCCESS": "success",
    "PENDING": "pending",
    "PAYMENT_PENDING": "pending",
    "CREATED": "pending",
    "INTERNAL_SERVER_ERROR": "pending",
    "FAILED": "failed",
    "PAYMENT_ERROR": "failed",
    "PAYMENT_DECLINED": "failed",
    "CANCELLED": "cancelled",
}
# CONFIRMED: PhonePe accepted the refund, the money still moves.
REFUND_OUTCOMES: dict[str, RefundOutcome] = {
    "PENDING": "pending",
    "CONFIRMED": "pending",
    "COMPLETED": "success",
    "FAILED": "failed",
}


def outcome_of(state: str, error_code: str, detailed_error_code: str) -> Outcome:
    """Map an order's state; error codes only say *why* it failed, success samples carry them too."""
    outcome = OUTCOMES.get(state.upper(), "unknown")
    if outcome == "failed":
        if detailed_error_code == "ORDER_EXPIRED":
            return "expired"
        if error_code == "TXN_CANCELLED" or detailed_error_code == "ORDER_CANCELLED_BY_USER":
            return "cancelled"
    return outcome


def instrument_of(mode: str, instrument: Mapping[str, Any], rail: Mapping[str, Any]) -> Instrument:
    """Name what was paid with, as shoppers and staff call it; "" when the answer does not have it."""
    for word in (mode.upper(), text(rail.get("type")).upper(), text(instrument.get("type")).upper()):
        if "UPI" in word or word in ("PPE_INTENT", "ACCOUNT", "CREDIT_LINE"):
            return "UPI"
        if "WALLET" in word or "EGV" in word:
            return "Wallet"
        if "NET_BANKING" in word:
            return "NetBanking"
        if "CARD" in word or word in ("TOKEN", "EMI"):
            return "Card"
    return ""


def token_lifetime(body: dict[str, Any]) -> float:
    """Return for how many seconds a token lives, by PhonePe's own clock; ten minutes when it does not say."""
    issued, expires = paise(body.get("issued_at")), paise(body.get("expires_at"))
    lifetime = expires - issued if issued and expires else 0
    return float(lifetime) if 0 < lifetime <= 30 * 86_400 else 600.0


def read_created(body: dict[str, Any], merchant_order_id: str) -> CreatedPayment:
    """Read an answer of the pay call; `ProviderUnreadable` without the parts a shopper needs to pay."""
    return created_payment(
        merchant_order_id,
        name=body.get("orderId"),
        page=body.get("redirectUrl"),
        expires_at=_moment(body.get("expireAt") or body.get("expiryAt")),  # both spellings are documented
        state=body.get("state"),
    )


def read_order(body: dict[str, Any]) -> OrderAnswer:
    """Read an answer of the order status call."""
    attempts = sorted(
        (_read_attempt(each) for each in objects(body.get("paymentDetails"))),
        key=lambda attempt: attempt.at or datetime.min.replace(tzinfo=UTC),
    )
    state, error, detail = (text(body.get(key)) for key in ("state", "errorCode", "detailedErrorCode"))
    outcome = outcome_of(state, error, detail)
    # The attempt that paid names the instrument; while nothing is paid, the newest attempt does.
    paid = [attempt for attempt in attempts if OUTCOMES.get(attempt.state.upper()) == "success"]
    decisive = (paid or attempts)[-1:]
    return OrderAnswer(
        state=state,
        outcome=outcome,
        merchant_order_id=text(body.get("merchantOrderId")),
        provider_order_id=text(body.get("orderId")),
        amount_paise=paise(body.get("amount")),
        currency=text(body.get("currency")) or "INR",  # PhonePe knows rupees only and often leaves it out
        instrument=decisive[0].instrument if decisive else "",
        bank_reference=decisive[0].bank_reference if decisive else "",
        error_code=error,
        detailed_error_code=detail,
        expires_at=_moment(body.get("expireAt")),
        attempts=tuple(attempts),
        raw=body,
    )


def read_refund(
    body: dict[str, Any], *, merchant_refund_id: str = "", merchant_order_id: str = ""
) -> RefundAnswer:
    """Read an answer about a refund; error codes are documented at the root and in the newest detail."""
    last = _newest(body)
    state = text(body.get("state"))
    return RefundAnswer(
        state=state,
        outcome=REFUND_OUTCOMES.get(state.upper(), "unknown"),
        merchant_refund_id=text(body.get("merchantRefundId")) or merchant_refund_id,
        provider_refund_id=text(body.get("refundId")),
        merchant_order_id=text(body.get("originalMerchantOrderId")) or merchant_order_id,
        amount_paise=paise(body.get("amount")),
        error_code=text(body.get("errorCode")) or text(last.get("errorCode")),
        detailed_error_code=text(body.get("detailedErrorCode")) or text(last.get("detailedErrorCode")),
        bank_reference=_bank_reference(body) or _bank_reference(last),
        raw=body,
    )


def read_webhook(body: bytes) -> WebhookFacts:
    """Read a message. Some refund messages come without an envelope: then the root is the payload."""
    message = read_object(body)
    wrapped = message.get("payload")
    payload: dict[str, Any] = wrapped if isinstance(wrapped, dict) else message
    state = text(payload.get("state"))
    order_id, refund_id = text(payload.get("orderId")), text(payload.get("refundId"))
    merchant_refund_id = text(payload.get("merchantRefundId"))
    merchant_order_id = text(payload.get("merchantOrderId")) or text(payload.get("originalMerchantOrderId"))
    event = text(message.get("event"))
    # An order that stays PENDING can report several failed attempts: those are different messages.
    attempt = ""
    if "attempt" in event:
        attempt = text(_newest(payload).get("transactionId"))
    subject = refund_id or merchant_refund_id or order_id or merchant_order_id
    key = ":".join(part for part in (event, subject, attempt, state) if part)
    if not subject or len(key) > 200:
        key = hashlib.sha256(body).hexdigest()
    return WebhookFacts(
        event=event,
        merchant_order_id=merchant_order_id,
        provider_order_id=order_id,
        merchant_refund_id=merchant_refund_id,
        provider_refund_id=refund_id,
        state=state,
        amount_paise=paise(payload.get("amount")),
        dedupe_key=key,
        raw=message,
        claims=(REFUND_OUTCOMES if merchant_refund_id or refund_id else OUTCOMES).get(
            state.upper(), "unknown"
        ),
        # Its fields are not documented where we could read them: staff enter the dispute by hand.
        is_dispute=event.startswith("payment.dispute."),
    )


def _moment(value: object) -> datetime | None:
    return moment(value, per_second=1000)


def _newest(body: dict[str, Any]) -> dict[str, Any]:
    return next(reversed(objects(body.get("paymentDetails"))), {})


def _read_attempt(body: dict[str, Any]) -> Attempt:
    mode = text(body.get("paymentMode"))
    return Attempt(
        provider_transaction_id=text(body.get("transactionId")),
        state=text(body.get("state")),
        mode=mode,
        instrument=instrument_of(mode, *_instrument_and_rail(body)),
        amount_paise=paise(body.get("amount")),
        at=_moment(body.get("timestamp")),
        bank_reference=_bank_reference(body),
        error_code=text(body.get("errorCode")),
        detailed_error_code=text(body.get("detailedErrorCode")),
    )


def _instrument_and_rail(attempt: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Find both at the attempt or, for newer answers, in its first split."""
    first = next(iter(objects(attempt.get("splitInstruments"))), {})
    instrument, rail = (inner(attempt, key) or inner(first, key) for key in ("instrument", "rail"))
    return instrument, rail


def _bank_reference(body: dict[str, Any]) -> str:
    """Return the UTR of a UPI payment or refund, the ARN or BRN of any other."""
    instrument, rail = _instrument_and_rail(body)
    words = (rail.get("utr"), instrument.get("arn"), instrument.get("brn"))
    return next((text(word)[:64] for word in words if text(word)), "")
