"""Callbacks of the apps above payments, which register them when Django loads the apps.

Payments import none of these apps (the layers in pyproject.toml); what they may import they call directly.
"""

from collections.abc import Callable, Iterable

from project.payments.models import Refund

# Called with the locked refund, in the transaction that sets it to done; one subscriber: invoices schedule
# the credit note.
after_refund: list[Callable[[Refund], None]] = []

# Called by the ledger audit; each yields the differences it finds in its own app, such as a missing invoice.
ledger_audits: list[Callable[[], Iterable[str]]] = []
