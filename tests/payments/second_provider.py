"""A made-up second provider, as somebody would add one: an adapter and nothing else."""

import hashlib
import json
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, ClassVar

from django.utils import timezone

from project.payments.providers.base import (
    CreatedPayment,
    DisputeAnswer,
    OrderAnswer,
    Outcome,
    Provider,
    ProviderRefused,
    ProviderUnreadable,
    Reason,
    RefundAnswer,
    StatementEntry,
    StatementUnreadable,
    WebhookFacts,
    WebhookProof,
)

_OUTCOMES: dict[str, Outcome] = {"NEW": "pending", "GOOD": "success", "BAD": "failed"}
SECRET = "second-secret"


class SecondPay(Provider):
    """Speaks to a provider that keeps its orders in this process: id → its answer."""

    name: ClassVar[str] = "second"
    label: ClassVar[str] = "Second Pay"
    proof_headers: ClassVar[frozenset[str]] = frozenset({"x-second-proof"})
    kept_headers: ClassVar[frozenset[str]] = frozenset({"x-second-id"})
    pending_states: ClassVar[frozenset[str]] = frozenset({"NEW"})
    reasons: ClassVar[Mapping[str, Reason]] = {"E42": "balance"}
    technical_codes: ClassVar[frozenset[str]] = frozenset({"E13"})
    reports_disputes: ClassVar[bool] = False
    api_url: str = ""

    orders: ClassVar[dict[str, dict[str, Any]]] = {}

    @classmethod
    def settings_from_environment(cls, *, double_url: str, required: bool) -> Mapping[str, str]:
        return {}

    @classmethod
    def settings_of_double(cls, url: str) -> Mapping[str, str]:
        return {}

    @classmethod
    def from_settings(cls) -> "SecondPay":
        return cls()

    @classmethod
    def settle(cls, merchant_order_id: str, state: str, error: str = "") -> None:
        """Let its bank answer."""
        cls.orders[merchant_order_id] |= {"state": state, "error": error}

    def create_payment(
        self, *, merchant_order_id: str, amount_paise: int, expire_after: int, redirect_url: str
    ) -> CreatedPayment:
        self.orders[merchant_order_id] = {
            "order": merchant_order_id,
            "id": f"S-{merchant_order_id}",
            "paise": amount_paise,
            "state": "NEW",
            "error": "",
        }
        return CreatedPayment(
            merchant_order_id=merchant_order_id,
            provider_order_id=f"S-{merchant_order_id}",
            redirect_url=f"https://second.example/pay/{merchant_order_id}",
            expires_at=timezone.now() + timedelta(seconds=expire_after),
            state="NEW",
        )

    def order_status(self, merchant_order_id: str) -> OrderAnswer | None:
        body = self.orders.get(merchant_order_id)
        return self.read_order(body) if body else None

    def create_refund(
        self, *, merchant_refund_id: str, merchant_order_id: str, amount_paise: int
    ) -> RefundAnswer:
        raise ProviderRefused(400, "NO_REFUNDS", "this provider takes no refunds")

    def refund_status(self, merchant_refund_id: str, *, merchant_order_id: str) -> RefundAnswer | None:
        return None

    def dispute_status(self, provider_dispute_id: str) -> DisputeAnswer | None:
        return None

    def read_order(self, body: dict[str, Any]) -> OrderAnswer:
        return OrderAnswer(
            state=body["state"],
            outcome=_OUTCOMES.get(body["state"], "unknown"),
            merchant_order_id=body["order"],
            provider_order_id=body["id"],
            amount_paise=body["paise"],
            currency="INR",
            instrument="",
            bank_reference="",
            error_code=body["error"],
            detailed_error_code="",
            expires_at=None,
            attempts=(),
            raw=body,
        )

    def read_refund(self, body: dict[str, Any]) -> RefundAnswer:
        raise ProviderUnreadable("this provider takes no refunds")

    def verify_webhook(self, headers: Mapping[str, str], body: bytes) -> WebhookProof:
        received = {name.lower(): value for name, value in headers.items()}
        return "hmac" if received.get("x-second-proof") == proof(body)["X-Second-Proof"] else ""

    def parse_webhook(self, body: bytes) -> WebhookFacts:
        try:
            message = json.loads(body)
        except ValueError:
            raise ProviderUnreadable("not JSON") from None
        return WebhookFacts(
            event="order.changed",
            merchant_order_id=message["order"],
            provider_order_id=message["id"],
            merchant_refund_id="",
            provider_refund_id="",
            state=message["state"],
            amount_paise=message["paise"],
            dedupe_key=f"{message['id']}:{message['state']}",
            raw=message,
            claims=_OUTCOMES.get(message["state"], "unknown"),
        )

    def read_statement(self, body: bytes) -> tuple[StatementEntry, ...]:
        """Read lines such as `TXN1;50000`, all of one day."""
        first, *lines = body.decode().splitlines() or [""]
        if first != "second;paise":
            raise StatementUnreadable("columns", column="second")
        day = date(2026, 11, 21)
        return tuple(
            StatementEntry(
                line=number,
                kind="payment",
                word="PAID",
                merchant_reference=line.split(";")[0],
                provider_reference=f"S-{line.split(';')[0]}",
                instrument="",
                transacted_on=day,
                settled_on=day,
                bank_reference="BANK1",
                amount_paise=int(line.split(";")[1]),
                fee_paise=0,
            )
            for number, line in enumerate(lines, start=2)
        )

    def fetch_statement(self, day: date) -> bytes | None:
        return None


def proof(body: bytes) -> dict[str, str]:
    """Return the header by which its messages prove themselves."""
    return {"X-Second-Proof": hashlib.sha256(SECRET.encode() + body).hexdigest()}
