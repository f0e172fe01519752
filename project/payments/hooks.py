"""Callbacks of the apps above payments, which register them when Django loads the apps.

Payments import none of these apps (the layers in pyproject.toml); what they may import they call directly.
"""

from collections.abc import Callable

from project.orders.models import Order
from project.payments.models import Refund

# Called with the locked order before it is paid online: when a pay page is opened, and when its money
# arrives; one subscriber: cash on delivery takes its fee off again.
before_payment: list[Callable[[Order], None]] = []

# Each returns whether something else than its payment holds the locked order's stock, so that a failed
# attempt leaves the hold alone; one subscriber: cash on delivery, while its code is awaited.
keeps_hold: list[Callable[[Order], bool]] = []

# Called with the locked refund, in the transaction that sets it to done; one subscriber: invoices schedule
# the credit note.
after_refund: list[Callable[[Refund], None]] = []
