"""PhonePe v2 Standard Checkout, spoken by our own small client.

PhonePe's official SDK refuses payment modes it does not know, cannot check HMAC-signed messages and pins
libraries with known holes; five endpoints do not need it. What this client promises instead:

- nothing that moves money is sent twice blindly: a call whose fate is unknown is looked up first;
- every public call ends within `budget` seconds, retries included;
- unknown words in answers are kept and never break reading;
- credentials, tokens and pay page addresses appear in no log line and in no exception.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

from project.payments.providers.base import (
    CreatedPayment,
    OrderAnswer,
    PaymentExists,
    ProviderUnreadable,
    Reason,
    RefundAnswer,
    WebhookProof,
)
from project.payments.providers.http_client import HttpAdapter, is_same, is_signed
from project.payments.providers.json_values import text

from .answers import OUTCOMES, read_created, read_order, read_refund, read_webhook
from .connection import Connection
from .errors import REASONS, TECHNICAL
from .settings import ENTERED, NAMES, missing_fields, settings_from_environment, settings_of_double
from .statement import fetch_statement, read_statement

# PhonePe's limit for ids we choose; also keeps anything else out of a URL's path.
OUR_ID = re.compile(r"[A-Za-z0-9_-]{1,63}")
EXPIRE_AFTER_SECONDS = range(300, 3601)

# The documents name one of these for an id they do not know, with 400 or 404. A bare 404 is not enough:
# a wrong base URL answers that too, and "unknown" would let the shop believe nothing was paid.
UNKNOWN_ORDER_CODES = {
    "INVALID_MERCHANT_ORDER_ID",
    "INVALID_TRANSACTION_ID",
    "ORDER_NOT_FOUND",
    "TRANSACTION_NOT_FOUND",
}
UNKNOWN_REFUND_CODES = {
    "INVALID_MERCHANT_REFUND_ID",
    "INVALID_REFUND_ID",
    "REFUND_NOT_FOUND",
} | UNKNOWN_ORDER_CODES

SIGNATURE_HEADERS = ("x-phonepe-checksum-signature", "phonepe-checksum-signature")


class PhonePe(HttpAdapter):
    """A client for one merchant account."""

    name: ClassVar[str] = "phonepe"
    label: ClassVar[str] = "PhonePe"
    our_id: ClassVar[re.Pattern[str]] = OUR_ID
    setting_names: ClassVar[Sequence[str]] = NAMES
    entered: ClassVar[Mapping[str, bool]] = ENTERED
    proof_headers: ClassVar[frozenset[str]] = frozenset({"authorization", *SIGNATURE_HEADERS})
    kept_headers: ClassVar[frozenset[str]] = frozenset(
        {"content-type", "user-agent", "x-phonepe-checksum-key-id", "x-request-id"}
    )
    pending_states: ClassVar[frozenset[str]] = frozenset(
        state for state, outcome in OUTCOMES.items() if outcome == "pending"
    )
    reasons: ClassVar[Mapping[str, Reason]] = REASONS
    technical_codes: ClassVar[frozenset[str]] = TECHNICAL
    _connection: Connection

    missing_fields = staticmethod(missing_fields)
    settings_from_environment = staticmethod(settings_from_environment)
    settings_of_double = staticmethod(settings_of_double)
    read_order = staticmethod(read_order)
    read_refund = staticmethod(read_refund)
    parse_webhook = staticmethod(read_webhook)
    read_statement = staticmethod(read_statement)

    def __init__(
        self,
        *,
        pg_url: str,
        oauth_url: str,
        client_id: str,
        client_secret: str,
        client_version: str = "1",
        webhook_username: str = "",
        webhook_password: str = "",
        webhook_secret: str = "",
        statement_url: str = "",
        **limits: Any,
    ) -> None:
        """`limits`: the time limits of `HttpClient`."""
        self.api_url = pg_url
        self._connection = Connection(
            pg_url=pg_url,
            oauth_url=oauth_url,
            credentials={
                "client_id": client_id,
                "client_secret": client_secret,
                "client_version": client_version,
                "grant_type": "client_credentials",
            },
            **limits,
        )
        self._webhook_login = (
            f"{webhook_username}:{webhook_password}" if webhook_username and webhook_password else ""
        )
        self._webhook_secret = webhook_secret
        self._statement_url = statement_url

    # Payments

    def create_payment(
        self, *, merchant_order_id: str, amount_paise: int, expire_after: int, redirect_url: str
    ) -> CreatedPayment:
        self.check_id(merchant_order_id)
        self.check_amount(amount_paise)
        if expire_after not in EXPIRE_AFTER_SECONDS:
            raise ValueError(f"PhonePe takes 300 to 3600 seconds, not {expire_after}")
        deadline = self._connection.deadline()

        def pay() -> CreatedPayment:
            answer = self._connection.call(
                "POST",
                "/checkout/v2/pay",
                deadline,
                json={
                    "merchantOrderId": merchant_order_id,
                    "amount": amount_paise,
                    "expireAfter": expire_after,
                    "paymentFlow": {"type": "PG_CHECKOUT", "merchantUrls": {"redirectUrl": redirect_url}},
                },
            )
            return read_created(answer, merchant_order_id)

        made = self._connection.create(pay, lambda: self._order_status(merchant_order_id, deadline), deadline)
        if isinstance(made, OrderAnswer):
            raise PaymentExists(made)
        return made

    def order_status(self, merchant_order_id: str) -> OrderAnswer | None:
        self.check_id(merchant_order_id)
        return self._order_status(merchant_order_id, self._connection.deadline())

    def _order_status(self, merchant_order_id: str, deadline: float) -> OrderAnswer | None:
        path = f"/checkout/v2/order/{merchant_order_id}/status"
        answer = self._connection.look_up(
            path, deadline, UNKNOWN_ORDER_CODES, {"details": "true", "errorContext": "true"}
        )
        return None if answer is None else read_order(answer)

    # Refunds

    def create_refund(
        self, *, merchant_refund_id: str, merchant_order_id: str, amount_paise: int
    ) -> RefundAnswer:
        self.check_id(merchant_refund_id)
        self.check_id(merchant_order_id)
        deadline = self._connection.deadline()

        def refund() -> RefundAnswer:
            answer = self._connection.call(
                "POST",
                "/payments/v2/refund",
                deadline,
                json={
                    "merchantRefundId": merchant_refund_id,
                    "originalMerchantOrderId": merchant_order_id,
                    "amount": amount_paise,
                },
            )
            if not text(answer.get("refundId")):
                raise ProviderUnreadable("the answer has no refundId")
            return read_refund(
                answer, merchant_refund_id=merchant_refund_id, merchant_order_id=merchant_order_id
            )

        return self._connection.create(
            refund, lambda: self._refund_status(merchant_refund_id, deadline), deadline
        )

    def refund_status(self, merchant_refund_id: str, *, merchant_order_id: str) -> RefundAnswer | None:
        self.check_id(merchant_refund_id)
        return self._refund_status(merchant_refund_id, self._connection.deadline())

    def _refund_status(self, merchant_refund_id: str, deadline: float) -> RefundAnswer | None:
        answer = self._connection.look_up(
            f"/payments/v2/refund/{merchant_refund_id}/status", deadline, UNKNOWN_REFUND_CODES
        )
        return None if answer is None else read_refund(answer, merchant_refund_id=merchant_refund_id)

    # Answers, and messages from PhonePe

    def verify_webhook(self, headers: Mapping[str, str], body: bytes) -> WebhookProof:
        """Check the HMAC over the body, else the constant SHA header; what is not configured proves nothing.

        A wrong HMAC is never saved by a right SHA header: that one is a password anybody who once saw it can
        repeat, and it does not cover the body. Both are taken in lower-case hex alone.
        """
        received = {key.lower(): value for key, value in headers.items()}
        signature = next((received[name] for name in SIGNATURE_HEADERS if name in received), None)
        if signature is not None and self._webhook_secret:
            return "hmac" if is_signed(signature, self._webhook_secret, body) else ""
        if self._webhook_login:
            expected = hashlib.sha256(self._webhook_login.encode()).hexdigest()
            return "sha" if is_same(received.get("authorization", ""), expected) else ""
        return ""

    # Settlement

    def fetch_statement(self, day: date) -> bytes | None:
        return fetch_statement(self._statement_url, day) if self._statement_url else None
