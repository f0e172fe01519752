"""What the apps above orders want to be told or asked; they register when they are loaded.

Orders know nothing of payments, refunds and invoices, so those say here what they have to add.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from project.orders.models import Order

# Called inside the confirming transaction with the locked order, its money just recorded: its invoice is due.
after_confirm: list[Callable[[Order], None]] = []

# Called with the locked order inside the transaction that cancels it, or notes by hand that all of it came
# back: what was paid goes back. The second argument names the member of staff who did it; blank when its
# customer or a rule did.
after_cancel: list[Callable[[Order, str], None]] = []

# Each answers whether the locked order's money still covers its goods; one "no" keeps them from moving on.
covers_goods: list[Callable[[Order], bool]] = []

# Each answers fields of `OrderOut` that another app fills, such as {"invoice": {"number": …, "url": …}}.
order_extras: list[Callable[[Order], Mapping[str, Any]]] = []

# The same for staff's list: each answers fields of `AdminOrder` for many orders at once, by primary key.
row_extras: list[Callable[[Sequence[Order]], Mapping[int, Mapping[str, Any]]]] = []
