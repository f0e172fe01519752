"""Callbacks of the apps above returns, which register them when Django loads the apps.

Returns import neither payments nor claims (the layers in pyproject.toml).
"""

from collections.abc import Callable, Mapping

from project.orders.models import Order
from project.returns.models import Return

# Called with a request of the locked order, in the transaction that records its goods as received; one
# subscriber: payments request the refund. The second argument names the member of staff who recorded it.
after_received: list[Callable[[Return, str], None]] = []

# Each returns how many pieces of the order's lines, by primary key, are claimed and so cannot be returned;
# one subscriber: claims.
claimed_pieces: list[Callable[[Order], Mapping[int, int]]] = []
