"""What the apps above payments add to them; they register when they are loaded."""

from collections.abc import Callable, Iterable

from project.payments.models import Refund

# Called with the locked refund inside the transaction in which it becomes done: its credit note is due.
after_refund: list[Callable[[Refund], None]] = []

# For the proof of the books each names what does not agree in an app above, such as a missing invoice.
proofs: list[Callable[[], Iterable[str]]] = []
