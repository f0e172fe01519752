"""What the apps above want to be told; they register when they are loaded."""

from collections.abc import Callable, Mapping

from project.orders.models import Order
from project.returns.models import Return

# Called inside the transaction that notes the goods as back, with the locked order's request and the member
# of staff who notes it: its money may go. One subscriber: payments request the refund.
after_received: list[Callable[[Return, str], None]] = []

# Each answers how many pieces of the order's lines, by primary key, cannot be asked for as a return.
taken: list[Callable[[Order], Mapping[int, int]]] = []
