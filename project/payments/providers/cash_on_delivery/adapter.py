"""Cash on delivery as a payment provider that nobody can ask: staff record what couriers and transfers did.

So refunds wait until somebody records their transfer (`project/cod/transfers.py`), and the courier's
remittance file is its settlement report.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from project.payments.providers.base import (
    CreatedPayment,
    OrderAnswer,
    Provider,
    ProviderRefused,
    ProviderUnreadable,
    Reason,
    RefundAnswer,
    StatementEntry,
    WebhookFacts,
    WebhookProof,
)
from project.payments.providers.cash_on_delivery.remittance import read_remittance

# The provider's state of a payment that the courier has yet to collect.
DUE = "DUE"
# The provider's state of a refund that waits for somebody to send it.
BY_HAND = "BY_HAND"


class CashOnDelivery(Provider):
    """Payments that couriers collect for the shop."""

    name: ClassVar[str] = "cash_on_delivery"
    label: ClassVar[str] = "Cash on delivery"
    proof_headers: ClassVar[frozenset[str]] = frozenset()
    kept_headers: ClassVar[frozenset[str]] = frozenset()
    pending_states: ClassVar[frozenset[str]] = frozenset({DUE})
    reasons: ClassVar[Mapping[str, Reason]] = {}
    technical_codes: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def from_settings(cls) -> Self:
        """Return it; no account is needed."""
        return cls()

    def create_payment(
        self, *, merchant_order_id: str, amount_paise: int, expire_after: int, redirect_url: str
    ) -> CreatedPayment:
        """Refuse: an order is confirmed by a code instead. Raises ProviderRefused."""
        raise ProviderRefused(400, "NO_PAGE", "cash on delivery has no pay page")

    def order_status(self, merchant_order_id: str) -> OrderAnswer | None:
        """Return None: there is no provider to ask, only our own rows."""
        return None

    def create_refund(
        self, *, merchant_refund_id: str, merchant_order_id: str, amount_paise: int
    ) -> RefundAnswer:
        """Answer that the refund waits for a transfer by hand."""
        return _by_hand(merchant_refund_id, merchant_order_id, amount_paise)

    def refund_status(self, merchant_refund_id: str, *, merchant_order_id: str) -> RefundAnswer | None:
        """Answer that it still waits: its transfer is recorded by hand."""
        return _by_hand(merchant_refund_id, merchant_order_id, None)

    def read_order(self, body: dict[str, Any]) -> OrderAnswer:
        """Raise ProviderUnreadable."""
        raise ProviderUnreadable("cash on delivery answers nothing")

    def read_refund(self, body: dict[str, Any]) -> RefundAnswer:
        """Raise ProviderUnreadable."""
        raise ProviderUnreadable("cash on delivery answers nothing")

    def verify_webhook(self, headers: Mapping[str, str], body: bytes) -> WebhookProof:
        """No message can come from it."""
        return ""

    def parse_webhook(self, body: bytes) -> WebhookFacts:
        """Raise ProviderUnreadable."""
        raise ProviderUnreadable("cash on delivery sends nothing")

    def read_statement(self, body: bytes) -> tuple[StatementEntry, ...]:
        """Read a courier's remittance file. Raises StatementUnreadable."""
        return read_remittance(body)


def _by_hand(refund_id: str, transaction_id: str, amount_paise: int | None) -> RefundAnswer:
    return RefundAnswer(
        state=BY_HAND,
        outcome="pending",
        merchant_refund_id=refund_id,
        provider_refund_id=refund_id,
        merchant_order_id=transaction_id,
        amount_paise=amount_paise,
    )
