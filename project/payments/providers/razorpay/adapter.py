"""Razorpay's Payment Links, spoken by our own small client.

README.md beside this file holds the facts it relies on, with their sources. What this client promises:

- a refund is looked up before it is made, and made under an idempotency key;
- every public call ends within `budget` seconds, retries included, except for a long settlement report;
- unknown words in answers are kept and never break reading;
- credentials, pay page addresses and payers' data appear in no log line, no exception and no kept answer.
"""

import re
import time
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, ClassVar

from project.payments.providers.base import (
    AccountRefused,
    CreatedPayment,
    DisputeAnswer,
    OrderAnswer,
    PaymentExists,
    ProviderRefused,
    ProviderUnreadable,
    Reason,
    RefundAnswer,
    WebhookProof,
)
from project.payments.providers.http_client import HttpAdapter, is_signed
from project.payments.providers.json_values import inner, objects, paise, text

from .answers import (
    OUR_ID,
    is_captured,
    read_created,
    read_dispute,
    read_order,
    read_refund,
    read_webhook,
    refund_name,
    without_secrets,
)
from .connection import Connection
from .errors import REASONS, TECHNICAL
from .settings import ENTERED, NAMES, settings_from_environment, settings_of_double
from .statement import fetch_statement, read_items, read_statement

# A link has to live for at least a quarter of an hour; a minute more covers clocks that differ.
SHORTEST_SECONDS = 960
# What Razorpay calls its own, and may stand in a path.
_THEIR_ID = re.compile(r"[A-Za-z0-9_]{1,64}")
SIGNATURE_HEADER = "x-razorpay-signature"
REFUNDS_PER_PAGE = 100


class Razorpay(HttpAdapter):
    """A client for one merchant account."""

    name: ClassVar[str] = "razorpay"
    label: ClassVar[str] = "Razorpay"
    our_id: ClassVar[re.Pattern[str]] = OUR_ID
    setting_names: ClassVar[Sequence[str]] = NAMES
    entered: ClassVar[Mapping[str, bool]] = ENTERED
    proof_headers: ClassVar[frozenset[str]] = frozenset({SIGNATURE_HEADER})
    kept_headers: ClassVar[frozenset[str]] = frozenset({"content-type", "user-agent", "x-razorpay-event-id"})
    # An expired link whose newest attempt still waits for the bank is pending, too.
    pending_states: ClassVar[frozenset[str]] = frozenset({"created", "partially_paid", "expired"})
    reasons: ClassVar[Mapping[str, Reason]] = REASONS
    technical_codes: ClassVar[frozenset[str]] = TECHNICAL
    _connection: Connection
    reports_disputes: ClassVar[bool] = True

    settings_from_environment = staticmethod(settings_from_environment)
    settings_of_double = staticmethod(settings_of_double)
    read_order = staticmethod(read_order)
    read_refund = staticmethod(read_refund)
    parse_webhook = staticmethod(read_webhook)
    read_statement = staticmethod(read_statement)

    def __init__(
        self,
        *,
        api_url: str,
        key_id: str,
        key_secret: str,
        webhook_secret: str = "",
        **limits: Any,
    ) -> None:
        """`limits`: the time limits of `HttpClient`."""
        self.api_url = api_url
        self._connection = Connection(api_url=api_url, key_id=key_id, key_secret=key_secret, **limits)
        self._webhook_secret = webhook_secret

    # Payments

    def create_payment(
        self, *, merchant_order_id: str, amount_paise: int, expire_after: int, redirect_url: str
    ) -> CreatedPayment:
        self.check_id(merchant_order_id)
        self.check_amount(amount_paise)
        deadline = self._connection.deadline()

        def open_link() -> CreatedPayment:
            answer = self._connection.post(
                "/payment_links",
                deadline,
                {
                    "amount": amount_paise,
                    "currency": "INR",
                    "accept_partial": False,
                    "reference_id": merchant_order_id,
                    "expire_by": int(time.time()) + max(expire_after, SHORTEST_SECONDS),
                    "callback_url": redirect_url,
                    "callback_method": "get",
                    # The shop writes to its customers itself.
                    "notify": {"sms": False, "email": False},
                    "reminder_enable": False,
                    # Payments inherit them: messages about one name no link.
                    "notes": {"merchant_order_id": merchant_order_id},
                },
            )
            return read_created(answer, merchant_order_id)

        made = self._connection.create(open_link, lambda: self._link(merchant_order_id, deadline), deadline)
        if isinstance(made, CreatedPayment):
            return made
        if text(made.get("status")) == "created" and paise(made.get("amount")) == amount_paise:
            return read_created(made, merchant_order_id)  # Razorpay returns the pay page's address again
        raise PaymentExists(self._order(made, deadline))

    def order_status(self, merchant_order_id: str) -> OrderAnswer | None:
        self.check_id(merchant_order_id)
        deadline = self._connection.deadline()
        link = self._link(merchant_order_id, deadline)
        return None if link is None else self._order(link, deadline)

    def _link(self, merchant_order_id: str, deadline: float) -> dict[str, Any] | None:
        """Find the order's link; an answer that holds only others is no answer."""
        answer = self._connection.get("/payment_links", deadline, {"reference_id": merchant_order_id})
        if not isinstance(answer.get("payment_links"), list):
            raise ProviderUnreadable("the answer has no payment_links")
        links = objects(answer["payment_links"])
        ours = [link for link in links if link.get("reference_id") == merchant_order_id]
        if links and not ours:
            raise ProviderUnreadable("the answer is about other links")
        # A reference is used once; should it be used twice, the one that is paid counts, else the newest.
        by_weight = sorted(
            ours, key=lambda link: (paise(link.get("amount_paid")) or 0, paise(link.get("created_at")) or 0)
        )
        return by_weight[-1] if by_weight else None

    def _order(self, link: dict[str, Any], deadline: float) -> OrderAnswer:
        payments = [without_secrets(each) for each in self._payments(link, deadline)]
        return read_order({"payment_link": without_secrets(link), "payments": payments})

    def _payments(self, link: Mapping[str, Any], deadline: float) -> list[dict[str, Any]]:
        """Return the payments that were tried for a link; it has an order once somebody tried."""
        order_id = text(link.get("order_id"))
        if not _THEIR_ID.fullmatch(order_id):
            return [{"id": each.get("payment_id"), **each} for each in objects(link.get("payments"))]
        return read_items(self._connection.get(f"/orders/{order_id}/payments", deadline))

    # Refunds

    def create_refund(
        self, *, merchant_refund_id: str, merchant_order_id: str, amount_paise: int
    ) -> RefundAnswer:
        self.check_id(merchant_refund_id)
        self.check_id(merchant_order_id)
        deadline = self._connection.deadline()
        paid = self._captured(merchant_order_id, deadline)
        if paid is None:
            raise ProviderUnreadable("the payment link is not there")
        if not paid:
            raise ProviderRefused(400, "PAYMENT_NOT_CAPTURED", "nothing was paid that could be refunded")

        def find() -> RefundAnswer | None:
            return self._refund(merchant_refund_id, merchant_order_id, paid, deadline)

        def refund() -> RefundAnswer:
            answer = self._connection.post(
                f"/payments/{_payment_to_refund(paid, amount_paise)}/refund",
                deadline,
                {
                    "amount": amount_paise,
                    "speed": "normal",
                    "receipt": merchant_refund_id,
                    "notes": {
                        "merchant_refund_id": merchant_refund_id,
                        "merchant_order_id": merchant_order_id,
                    },
                },
                # At least ten characters, of these.
                {"X-Refund-Idempotency": f"refund-id-{merchant_refund_id}"},
            )
            if not text(answer.get("id")):
                raise ProviderUnreadable("the answer has no id")
            return read_refund({"refund": answer, "merchant_order_id": merchant_order_id})

        # How long the key is remembered is not documented, so what was made before is looked up first.
        return find() or self._connection.create(refund, find, deadline)

    def refund_status(self, merchant_refund_id: str, *, merchant_order_id: str) -> RefundAnswer | None:
        self.check_id(merchant_refund_id)
        self.check_id(merchant_order_id)
        deadline = self._connection.deadline()
        paid = self._captured(merchant_order_id, deadline)
        return self._refund(merchant_refund_id, merchant_order_id, paid or [], deadline)

    def _captured(self, merchant_order_id: str, deadline: float) -> list[dict[str, Any]] | None:
        """Return the order's payments that were captured; None when there is no such order."""
        link = self._link(merchant_order_id, deadline)
        if link is None:
            return None
        return [
            payment
            for payment in self._payments(link, deadline)
            if is_captured(payment) and _THEIR_ID.fullmatch(text(payment.get("id")))
        ]

    def _refund(
        self, name: str, merchant_order_id: str, paid: Sequence[Mapping[str, Any]], deadline: float
    ) -> RefundAnswer | None:
        """Find a refund of these payments by our id or, if it is not ours, by Razorpay's."""
        for payment in paid:
            path, seen = f"/payments/{text(payment.get('id'))}/refunds", 0
            while True:
                page = {"count": str(REFUNDS_PER_PAGE), "skip": str(seen)}
                refunds = read_items(self._connection.get(path, deadline, page))
                for refund in refunds:
                    if name in (refund_name(refund), refund.get("id")):
                        return read_refund({"refund": refund, "merchant_order_id": merchant_order_id})
                seen += len(refunds)
                if len(refunds) < REFUNDS_PER_PAGE:
                    break
        return None

    # Disputes

    def dispute_status(self, provider_dispute_id: str) -> DisputeAnswer | None:
        if not _THEIR_ID.fullmatch(provider_dispute_id):
            raise ValueError(f"not an id of Razorpay's: {provider_dispute_id!r}")
        deadline = self._connection.deadline()
        try:
            dispute = self._connection.get(f"/disputes/{provider_dispute_id}", deadline)
        except ProviderRefused as refusal:
            if refusal.http_status in (400, 404) and not isinstance(refusal, AccountRefused):
                return None
            raise
        if dispute.get("id") != provider_dispute_id:
            raise ProviderUnreadable("the answer is about another dispute")
        payment_id = text(dispute.get("payment_id"))
        payment = (
            self._connection.get(f"/payments/{payment_id}", deadline)
            if _THEIR_ID.fullmatch(payment_id)
            else {}
        )
        order = text(inner(payment, "notes").get("merchant_order_id"))
        return read_dispute(dispute, merchant_order_id=order)

    # Answers, and messages from Razorpay

    def verify_webhook(self, headers: Mapping[str, str], body: bytes) -> WebhookProof:
        """Check the HMAC over the body, in lower-case hex; an unconfigured secret proves nothing."""
        received = {key.lower(): value for key, value in headers.items()}
        given = received.get(SIGNATURE_HEADER, "")
        return "hmac" if self._webhook_secret and is_signed(given, self._webhook_secret, body) else ""

    # Settlement

    def fetch_statement(self, day: date) -> bytes | None:
        return fetch_statement(
            lambda params: self._connection.get(
                "/settlements/recon/combined", self._connection.deadline(), params
            ),
            day,
        )


def _payment_to_refund(paid: Sequence[Mapping[str, Any]], amount_paise: int) -> str:
    """Return the payment that has this much left; should none have, Razorpay says so."""
    for payment in paid:
        left = (paise(payment.get("amount")) or 0) - (paise(payment.get("amount_refunded")) or 0)
        if left >= amount_paise:
            return text(payment.get("id"))
    return text(paid[0].get("id"))
