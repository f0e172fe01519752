"""Callbacks of the apps above orders, which register them when Django loads the apps.

Orders import neither payments nor invoices (the layers in pyproject.toml); those apps add their part here.
Whatever orders may import is called directly.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from project.orders.models import Order

# Called with the locked order, in the transaction that confirms it, paid or to be paid to the courier; one
# subscriber: invoices schedule the invoice.
after_confirm: list[Callable[[Order], None]] = []

# Called with an unpaid order before its buyer cancels or changes it, outside any transaction; one subscriber:
# payments ask the provider about attempts that are pending.
before_cancel: list[Callable[[Order], None]] = []

# Called with the locked order, in the transaction that cancels it or sets it to returned: payments request
# the refund, cash on delivery is no longer due, invoices schedule the credit note of an invoice that nobody
# paid. The second argument names the member of staff who did it, blank for a customer or a rule.
after_cancel: list[Callable[[Order, str], None]] = []

# Called with the locked order, in the transaction that sets it to delivered; one subscriber: cash on delivery
# records what the courier collected. The second argument names the member of staff who did it.
after_delivery: list[Callable[[Order, str], None]] = []

# Each returns whether payments still cover the locked order's goods; one False blocks the goods. One
# subscriber: payments.
covers_goods: list[Callable[[Order], bool]] = []

# Each returns fields of `OrderOut` that another app fills, such as {"invoice": {"number": …, "url": …}}.
order_extras: list[Callable[[Order], Mapping[str, Any]]] = []

# The same for the staff list: each returns fields of `AdminOrder` for many orders, by primary key.
row_extras: list[Callable[[Sequence[Order]], Mapping[int, Mapping[str, Any]]]] = []
