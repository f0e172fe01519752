"""Calls of returns to apps above them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

from project.core.upward_calls import UpwardCalls
from project.orders.models import Order
from project.returns.models import Return


class ReturnEvents(UpwardCalls, ABC):
    """Effects of a return's events in other apps, and what these know of an order's pieces."""

    @abstractmethod
    def after_received(self, request: Return, by: str) -> None:
        """Follow a return of the locked order, in the transaction in which staff (`by`) record its goods."""

    @abstractmethod
    def claimed_pieces(self, order: Order) -> Mapping[int, int]:
        """Return how many pieces of the order's lines, by primary key, are claimed, so none goes back."""
