"""The live topic of the list of discount codes."""

from project.discounts.schemas import DiscountsState
from project.events.topics import StaffTopic, State
from project.events.versions import next_version


class DiscountsTopic(StaffTopic[DiscountsState]):
    """`staff:discounts`: a code, or an order that has one, changed. What they say comes by GET.

    What a row says depends on the rights of who reads it, and its figures on all orders with the code.
    """

    # During a sale every order changes it.
    throttle_seconds = 2.0

    def read_shared(self, name: str) -> State[DiscountsState] | None:
        """Return nothing but a version: the list is fetched again."""
        return State.of(DiscountsState(version=next_version()))
