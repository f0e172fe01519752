"""Callbacks of the apps above payments, which register them when Django loads the apps.

Payments import none of these apps (the layers in pyproject.toml); what they may import they call directly.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from project.orders.models import Order
from project.payments.models import Refund


@dataclass(frozen=True)
class ExpectedPayout:
    """Money that somebody says was sent to our bank: a provider's settlement, a courier's remittance.

    `reference` is the bank's (UTR), "" when it is not known; `expected_on` the day it was sent.
    """

    reference: str
    expected_on: date
    amount_paise: int


@dataclass(frozen=True)
class PayoutSource:
    """Somebody who sends us payouts: `words` are those by which a bank's statement names them."""

    name: str
    label: str
    words: tuple[str, ...]
    # All payouts since a day.
    expected_since: Callable[[date], Iterable[ExpectedPayout]]


# Each returns the sources that it knows; `project.bank` reconciles their payouts with the bank's statements.
payout_sources: list[Callable[[], Iterable[PayoutSource]]] = []

# Called with the locked order before it is paid online: when a pay page is opened, and when its money
# arrives; one subscriber: cash on delivery takes its fee off again.
before_payment: list[Callable[[Order], None]] = []

# Each returns whether something else than its payment holds the locked order's stock, so that a failed
# attempt leaves the hold alone; one subscriber: cash on delivery, while its code is awaited.
keeps_hold: list[Callable[[Order], bool]] = []

# Called with the locked refund, in the transaction that sets it to done; one subscriber: invoices schedule
# the credit note.
after_refund: list[Callable[[Refund], None]] = []

# Called by the ledger audit; each yields the differences it finds in its own app, such as a missing invoice.
ledger_audits: list[Callable[[], Iterable[str]]] = []
