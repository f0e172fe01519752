"""Callbacks of the apps above payments, which register them when Django loads the apps.

Payments import none of these apps (the layers in pyproject.toml); what they may import they call directly.
"""

from collections.abc import Callable, Iterable

from project.orders.models import Order
from project.payments.models import Refund

# Called with the locked order before it is paid online: when a pay page is opened, and when its money
# arrives; one subscriber: cash on delivery takes its fee off again.
before_payment: list[Callable[[Order], None]] = []

# Called with the locked refund, in the transaction that sets it to done; one subscriber: invoices schedule
# the credit note.
after_refund: list[Callable[[Refund], None]] = []

# Called by the ledger audit; each yields the differences it finds in its own app, such as a missing invoice.
ledger_audits: list[Callable[[], Iterable[str]]] = []
