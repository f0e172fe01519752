"""What the apps above orders want to be told or asked; they register when they are loaded.

Orders know nothing of payments, refunds and invoices, so those say here what they have to add.
"""

from collections.abc import Callable, Mapping
from typing import Any

from project.orders.models import Order

# Called inside the confirming transaction with the locked order, its money just recorded: its invoice is due.
after_confirm: list[Callable[[Order], None]] = []

# Called inside the cancelling transaction with the locked order, already cancelled: what was paid goes back.
after_cancel: list[Callable[[Order], None]] = []

# Each answers fields of `OrderOut` that another app fills, such as {"invoice": {"number": …, "url": …}}.
order_extras: list[Callable[[Order], Mapping[str, Any]]] = []
