"""What the apps above payments want to be told; they register when they are loaded."""

from collections.abc import Callable

from project.payments.models import Refund

# Called inside the transaction that knows a refund is done, with the locked refund: a credit note is due.
after_refund: list[Callable[[Refund], None]] = []
