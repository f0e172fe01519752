"""What the apps above want to be told; they register when they are loaded."""

from collections.abc import Callable

from project.returns.models import Return

# Called inside the transaction that notes the goods as back, with the locked order's request and the member
# of staff who notes it: its money may go.
after_received: list[Callable[[Return, str], None]] = []
