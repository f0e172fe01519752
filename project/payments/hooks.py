"""Callbacks of the apps above payments, which register them when Django loads the apps."""

from collections.abc import Callable, Iterable

from project.payments.models import Refund

# Called with the locked refund, in the transaction that sets it to done; invoices schedule the credit note.
after_refund: list[Callable[[Refund], None]] = []

# Called by the ledger audit; each yields the differences it finds in its own app, such as a missing invoice.
ledger_audits: list[Callable[[], Iterable[str]]] = []
