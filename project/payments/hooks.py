"""What the apps above payments add to them; they register when they are loaded."""

from collections.abc import Callable, Iterable

# For the proof of the books each names what does not agree in an app above, such as a missing invoice.
# It is told whether all is at rest: then nothing is under way any more, and what is only late counts, too.
proofs: list[Callable[[bool], Iterable[str]]] = []
