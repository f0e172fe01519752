"""PhonePe v2 Standard Checkout, spoken by our own small client.

PhonePe's official SDK refuses payment modes it does not know, cannot check HMAC-signed messages and pins
libraries with known holes; five endpoints do not need it. What this client promises instead:

- nothing that moves money is sent twice blindly: a call whose fate is unknown is looked up first;
- every public call ends within `budget` seconds, retries included;
- unknown words in answers are kept and never break reading;
- credentials, tokens and pay page addresses appear in no log line and in no exception.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import hmac
import logging
import os
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import httpx

from .base import (
    AccountRefused,
    CreatedPayment,
    OrderAnswer,
    PaymentExists,
    ProviderError,
    ProviderRefused,
    ProviderUnavailable,
    ProviderUnreadable,
    RefundAnswer,
    WebhookFacts,
    WebhookProof,
)
from .phonepe_answers import (
    read_created,
    read_object,
    read_order,
    read_refund,
    read_webhook,
    text,
    token_lifetime,
)

logger = logging.getLogger(__name__)

# PhonePe's limit for ids we choose; also keeps anything else out of a URL's path.
OUR_ID = re.compile(r"[A-Za-z0-9_-]{1,63}")
EXPIRE_AFTER_SECONDS = range(300, 3601)
SMALLEST_AMOUNT_PAISE = 100

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

LONGEST_ANSWER_BYTES = 1_000_000

SIGNATURE_HEADERS = ("x-phonepe-checksum-signature", "phonepe-checksum-signature")


C = TypeVar("C")
F = TypeVar("F")


class NeverSent(ProviderUnavailable):
    """PhonePe has not heard of this request: no connection, no token, or turned away at the door (429)."""


class PhonePe:
    """A client for one merchant account. Safe to share between threads, not across a fork."""

    name = "phonepe"

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
        connect_timeout: float = 3.0,
        read_timeout: float = 10.0,
        retry_after: Sequence[float] = (0.5, 1.5),
        budget: float = 15.0,
    ) -> None:
        """All in seconds. `retry_after`: pauses before a GET is repeated; `budget`: a whole call."""
        self._pg_url = pg_url.rstrip("/")
        self._oauth_url = oauth_url.rstrip("/")
        self._credentials = {
            "client_id": client_id,
            "client_secret": client_secret,
            "client_version": client_version,
            "grant_type": "client_credentials",
        }
        self._webhook_login = (
            f"{webhook_username}:{webhook_password}" if webhook_username and webhook_password else ""
        )
        self._webhook_secret = webhook_secret
        self._connect_timeout = connect_timeout
        self._read_timeout = read_timeout
        self._retry_after = tuple(retry_after)
        self._budget = budget
        self._http = httpx.Client(headers={"Accept": "application/json"}, follow_redirects=False)
        self._token_lock = threading.Lock()
        self._token = ""
        self._token_refresh_at = 0.0  # time.monotonic()

    @classmethod
    def from_settings(cls) -> PhonePe:
        """Return this process's client for the configured account."""
        from django.conf import settings

        return _shared(
            os.getpid(),  # a forked child must not talk through its parent's connections
            settings.PHONEPE_PG_URL,
            settings.PHONEPE_OAUTH_URL,
            settings.PHONEPE_CLIENT_ID,
            settings.PHONEPE_CLIENT_SECRET,
            settings.PHONEPE_CLIENT_VERSION,
            settings.PHONEPE_WEBHOOK_USERNAME,
            settings.PHONEPE_WEBHOOK_PASSWORD,
            settings.PHONEPE_WEBHOOK_SECRET,
        )

    def close(self) -> None:
        self._http.close()

    # Payments

    def create_payment(
        self, *, merchant_order_id: str, amount_paise: int, expire_after: int, redirect_url: str
    ) -> CreatedPayment:
        _check_id(merchant_order_id)
        if amount_paise < SMALLEST_AMOUNT_PAISE:
            raise ValueError(f"PhonePe takes {SMALLEST_AMOUNT_PAISE} paise or more, not {amount_paise}")
        if expire_after not in EXPIRE_AFTER_SECONDS:
            raise ValueError(f"PhonePe takes 300 to 3600 seconds, not {expire_after}")
        deadline = self._deadline()

        def pay() -> CreatedPayment:
            answer = self._call(
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

        made = self._create(pay, lambda: self._order_status(merchant_order_id, deadline), deadline)
        if isinstance(made, OrderAnswer):
            raise PaymentExists(made)
        return made

    def order_status(self, merchant_order_id: str) -> OrderAnswer | None:
        _check_id(merchant_order_id)
        return self._order_status(merchant_order_id, self._deadline())

    def _order_status(self, merchant_order_id: str, deadline: float) -> OrderAnswer | None:
        path = f"/checkout/v2/order/{merchant_order_id}/status"
        answer = self._look_up(
            path, deadline, UNKNOWN_ORDER_CODES, {"details": "true", "errorContext": "true"}
        )
        return None if answer is None else read_order(answer)

    # Refunds

    def create_refund(
        self, *, merchant_refund_id: str, merchant_order_id: str, amount_paise: int
    ) -> RefundAnswer:
        _check_id(merchant_refund_id)
        _check_id(merchant_order_id)
        deadline = self._deadline()

        def refund() -> RefundAnswer:
            answer = self._call(
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

        return self._create(refund, lambda: self._refund_status(merchant_refund_id, deadline), deadline)

    def refund_status(self, merchant_refund_id: str) -> RefundAnswer | None:
        _check_id(merchant_refund_id)
        return self._refund_status(merchant_refund_id, self._deadline())

    def _refund_status(self, merchant_refund_id: str, deadline: float) -> RefundAnswer | None:
        answer = self._look_up(
            f"/payments/v2/refund/{merchant_refund_id}/status", deadline, UNKNOWN_REFUND_CODES
        )
        return None if answer is None else read_refund(answer, merchant_refund_id=merchant_refund_id)

    # Messages from PhonePe

    def verify_webhook(self, headers: Mapping[str, str], body: bytes) -> WebhookProof:
        """Check the HMAC over the body, else the constant SHA header; what is not configured proves nothing.

        A wrong HMAC is never saved by a right SHA header: that one is a password anybody who once saw it can
        repeat, and it does not cover the body.
        """
        received = {key.lower(): value for key, value in headers.items()}
        signature = next((received[name] for name in SIGNATURE_HEADERS if name in received), None)
        if signature is not None and self._webhook_secret:
            digest = hmac.new(self._webhook_secret.encode(), body, hashlib.sha256).digest()
            given = signature.strip()
            right = _same(given.lower(), digest.hex()) | _same(given, base64.b64encode(digest).decode())
            return "hmac" if right else ""
        if self._webhook_login:
            expected = hashlib.sha256(self._webhook_login.encode()).hexdigest()
            return "sha" if _same(received.get("authorization", "").strip().lower(), expected) else ""
        return ""

    def parse_webhook(self, body: bytes) -> WebhookFacts:
        return read_webhook(body)

    # HTTP

    def _deadline(self) -> float:
        return time.monotonic() + self._budget

    def _create(self, create: Callable[[], C], find: Callable[[], F | None], deadline: float) -> C | F:
        """Create something that moves money, at most once.

        Unless PhonePe certainly did nothing, look before believing: a time-out may have worked, and a refusal
        may mean that the id exists already (documented four ways; a repeated POST is never idempotent). Only
        what PhonePe has never heard of is sent a second time.
        """
        for last_try in (False, True):
            try:
                return create()
            except (NeverSent, AccountRefused):
                raise
            except ProviderError as error:
                if isinstance(error, ProviderRefused) and error.http_status in (401, 403):
                    raise
                problem = error
            found = find()
            if found is not None:
                return found
            if isinstance(problem, ProviderRefused) or last_try or time.monotonic() >= deadline:
                raise problem
        raise AssertionError("unreachable")

    def _look_up(
        self, path: str, deadline: float, unknown_codes: set[str], params: Mapping[str, str] | None = None
    ) -> dict[str, Any] | None:
        """GET, again after each pause while PhonePe is unavailable; None for an unknown id."""
        pauses = iter(self._retry_after)
        while True:
            try:
                return self._call("GET", path, deadline, params=params)
            except ProviderRefused as refusal:
                if refusal.http_status in (400, 404, 417) and refusal.code in unknown_codes:
                    return None
                raise
            except (ProviderUnavailable, ProviderUnreadable):
                pause = next(pauses, None)
                if pause is None or time.monotonic() + pause >= deadline:
                    raise
                time.sleep(pause)

    def _call(
        self,
        method: str,
        path: str,
        deadline: float,
        *,
        json: Mapping[str, Any] | None = None,
        params: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Send one authorised request; once more with a new token when PhonePe no longer likes ours."""
        token = self._get_token(deadline)
        for last_try in (False, True):
            try:
                return self._send(
                    method,
                    self._pg_url + path,
                    deadline,
                    headers={"Authorization": f"O-Bearer {token}"},
                    json=json,
                    params=params,
                )
            except ProviderRefused as refusal:
                if refusal.http_status != 401 or last_try:
                    raise
                token = self._get_token(deadline, instead_of=token)
        raise AssertionError("unreachable")

    def _get_token(self, deadline: float, *, instead_of: str | None = None) -> str:
        """Return the cached token, or a new one when it is old or is the one PhonePe just refused."""
        if not self._token_lock.acquire(timeout=max(0.0, deadline - time.monotonic())):
            raise NeverSent("no token in time")
        try:
            if self._token and self._token != instead_of and time.monotonic() < self._token_refresh_at:
                return self._token
            try:
                answer = self._send(
                    "POST", f"{self._oauth_url}/v1/oauth/token", deadline, form=self._credentials
                )
            except ProviderRefused as refusal:
                raise AccountRefused(refusal.http_status, refusal.code, refusal.message) from None
            except ProviderError as error:
                raise NeverSent(f"no token: {error}") from None
            token = answer.get("access_token")
            if not isinstance(token, str) or not token:
                raise NeverSent("no token: the answer holds none")
            lifetime = token_lifetime(answer)
            # Five minutes early, or at half-life when it lives shorter than ten.
            self._token_refresh_at = time.monotonic() + max(lifetime - 300, lifetime / 2)
            self._token = token
            return token
        finally:
            self._token_lock.release()

    def _send(
        self,
        method: str,
        url: str,
        deadline: float,
        *,
        headers: Mapping[str, str] | None = None,
        json: Mapping[str, Any] | None = None,
        form: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Exchange one request for one JSON object.

        What goes wrong is raised outside the except block: the HTTP library's exceptions carry the request,
        and with it our credentials, into every traceback they are chained to.
        """
        path = httpx.URL(url).path
        started = time.monotonic()
        left = deadline - started
        if left <= 0:
            raise NeverSent("out of time")
        timeout = httpx.Timeout(min(self._read_timeout, left), connect=min(self._connect_timeout, left))
        problem: ProviderUnavailable | None = None
        status, is_html, body = 0, False, b""
        try:
            with self._http.stream(
                method, url, headers=headers, json=json, data=form, params=params, timeout=timeout
            ) as response:
                status = response.status_code
                is_html = "html" in response.headers.get("content-type", "")
                for chunk in response.iter_bytes():
                    body += chunk
                    # The read time-out counts from byte to byte; this one counts the whole answer.
                    if len(body) > LONGEST_ANSWER_BYTES or time.monotonic() > deadline:
                        problem = ProviderUnavailable("the answer does not end")
                        break
        except (
            httpx.ConnectError,
            httpx.ConnectTimeout,
            httpx.PoolTimeout,
            httpx.UnsupportedProtocol,
        ) as error:
            problem = NeverSent(f"no connection: {type(error).__name__}")
        except httpx.HTTPError as error:
            problem = ProviderUnavailable(f"no answer: {type(error).__name__}")
        took = round((time.monotonic() - started) * 1000)
        if problem is not None:
            logger.warning("phonepe %s %s: %s after %d ms", method, path, problem, took)
            raise problem
        logger.info("phonepe %s %s: %d after %d ms", method, path, status, took)
        return self._judge(status, is_html, body)

    def _judge(self, status: int, is_html: bool, body: bytes) -> dict[str, Any]:
        """Return a good answer's object; raise what any other answer means."""
        if status == 429:
            raise NeverSent("429, too many requests")
        if status >= 500 or status == 408 or 300 <= status < 400 or is_html or body.lstrip()[:1] == b"<":
            raise ProviderUnavailable(f"{status}, not PhonePe's own answer" if is_html else str(status))
        if status < 300:
            return read_object(body)
        try:
            answer = read_object(body)
        except ProviderUnreadable:
            answer = {}
        message = text(answer.get("message"))[:200]
        for secret in (self._credentials["client_secret"], self._token):
            if secret:
                message = message.replace(secret, "[hidden]")
        raise ProviderRefused(status, text(answer.get("code")) or text(answer.get("errorCode")), message)


@functools.lru_cache(maxsize=4)
def _shared(
    pid: int,
    pg_url: str,
    oauth_url: str,
    client_id: str,
    client_secret: str,
    client_version: str,
    webhook_username: str,
    webhook_password: str,
    webhook_secret: str,
) -> PhonePe:
    return PhonePe(
        pg_url=pg_url,
        oauth_url=oauth_url,
        client_id=client_id,
        client_secret=client_secret,
        client_version=client_version,
        webhook_username=webhook_username,
        webhook_password=webhook_password,
        webhook_secret=webhook_secret,
    )


def _check_id(value: str) -> None:
    if not OUR_ID.fullmatch(value):
        raise ValueError(f"not an id PhonePe takes: {value!r}")


def _same(given: str, expected: str) -> bool:
    """Compare in constant time; bytes, because `compare_digest` raises on text that is not ASCII."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())
