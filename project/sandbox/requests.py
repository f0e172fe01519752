"""Validation of the merchant's calls, and the errors of invalid ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ID = re.compile(r"[A-Za-z0-9_-]{1,63}")
UDF_RESTRICTED = re.compile(r"[A-Za-z0-9_\-+@. ]*")
DEFAULT_EXPIRE_SECONDS = 600


class Refusal(Exception):
    """An answer of the API that is not 200."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code, self.message = status, code, message


def bad(message: str) -> Refusal:
    """Return the refusal of a body that breaks a rule."""
    return Refusal(400, "BAD_REQUEST", message)


@dataclass(frozen=True)
class PayBody:
    """The body of the pay call, read."""

    merchant_order_id: str
    amount: int
    expire_after: int
    redirect_url: str
    message: str
    allow_retry: bool


def read_pay_body(body: Mapping[str, Any]) -> PayBody:
    """Read the body of the pay call, or refuse it for the reason PhonePe would."""
    merchant_order_id = body.get("merchantOrderId")
    if not isinstance(merchant_order_id, str) or not ID.fullmatch(merchant_order_id):
        raise bad("merchantOrderId must be 1 to 63 letters, digits, _ or -")
    amount = body.get("amount")
    if type(amount) is not int or amount < 100:
        raise bad("amount must be a whole number of at least 100 paise")
    expire_after = body.get("expireAfter")
    if expire_after is None:
        expire_after = DEFAULT_EXPIRE_SECONDS
    if type(expire_after) is not int or not 300 <= expire_after <= 3600:
        raise bad("expireAfter must be 300 to 3600 seconds")
    flow = body.get("paymentFlow")
    if not isinstance(flow, dict) or flow.get("type") != "PG_CHECKOUT":
        raise bad("paymentFlow.type must be PG_CHECKOUT")
    urls = flow.get("merchantUrls")
    redirect_url = urls.get("redirectUrl") if isinstance(urls, dict) else None
    if not isinstance(redirect_url, str) or not re.match(r"https?://[^/]", redirect_url):
        raise bad("paymentFlow.merchantUrls.redirectUrl must be an address")
    modes = flow.get("paymentModeConfig")
    if isinstance(modes, dict) and modes.get("enabledPaymentModes") and modes.get("disabledPaymentModes"):
        raise bad("enabledPaymentModes and disabledPaymentModes exclude each other")
    _check_meta(body.get("metaInfo"))
    return PayBody(
        merchant_order_id=merchant_order_id,
        amount=amount,
        expire_after=expire_after,
        redirect_url=redirect_url,
        message=str(flow.get("message") or ""),
        # Documented at the top level and inside paymentFlow.
        allow_retry=not (body.get("disablePaymentRetry") or flow.get("disablePaymentRetry")),
    )


@dataclass(frozen=True)
class RefundBody:
    """The body of the refund call, read."""

    merchant_refund_id: str
    merchant_order_id: str
    amount: int


def read_refund_body(body: Mapping[str, Any]) -> RefundBody:
    """Read the body of the refund call, or refuse it for the reason PhonePe would."""
    merchant_refund_id, amount = body.get("merchantRefundId"), body.get("amount")
    if not isinstance(merchant_refund_id, str) or not ID.fullmatch(merchant_refund_id):
        raise bad("merchantRefundId must be 1 to 63 letters, digits, _ or -")
    if type(amount) is not int or amount < 100:
        raise bad("amount must be a whole number of at least 100 paise")
    original = body.get("originalMerchantOrderId")
    return RefundBody(merchant_refund_id, original if isinstance(original, str) else "", amount)


def _check_meta(meta: object) -> None:
    if meta is None:
        return
    if not isinstance(meta, dict):
        raise bad("metaInfo must be an object")
    for number in range(1, 16):
        value = meta.get(f"udf{number}")
        if value is None:
            continue
        limit = 256 if number <= 10 else 50
        if not isinstance(value, str) or len(value) > limit:
            raise bad(f"udf{number} must be text of at most {limit} characters")
        if number > 10 and not UDF_RESTRICTED.fullmatch(value):
            raise bad(f"udf{number} holds a character that is not allowed")
