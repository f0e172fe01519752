"""Callbacks of the apps above orders, which register them when Django loads the apps.

Orders import neither payments nor invoices (the layers in pyproject.toml); those apps add their part here.
Whatever orders may import is called directly.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from project.orders.models import Order

# Called with the locked order, in the transaction that confirms it; one subscriber: invoices schedule the
# invoice.
after_confirm: list[Callable[[Order], None]] = []

# Called with the locked order, in the transaction that cancels it or sets it to returned; one subscriber:
# payments request the refund. The second argument names the member of staff who did it, blank for a
# customer or a rule.
after_cancel: list[Callable[[Order, str], None]] = []

# Each returns whether payments still cover the locked order's goods; one False blocks the goods. One
# subscriber: payments.
covers_goods: list[Callable[[Order], bool]] = []

# Each returns fields of `OrderOut` that another app fills, such as {"invoice": {"number": …, "url": …}}.
order_extras: list[Callable[[Order], Mapping[str, Any]]] = []

# The same for the staff list: each returns fields of `AdminOrder` for many orders, by primary key.
row_extras: list[Callable[[Sequence[Order]], Mapping[int, Mapping[str, Any]]]] = []
