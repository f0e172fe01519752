"""Calls of orders to apps above them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models.expressions import Combinable
from pydantic import BaseModel

from project.core.upward_calls import UpwardCalls
from project.orders.models import Order


class OrderEvents(UpwardCalls, ABC):
    """Effects of an order's events in other apps, and what these know of an order.

    `after_…` is called with the locked order in the transaction of the change, which an exception rolls back.
    `by` is the member of staff who made it, blank for a customer or a rule.
    """

    @abstractmethod
    def after_confirm(self, order: Order) -> None:
        """Follow an order that is paid, free, or to be paid to the courier."""

    @abstractmethod
    def before_cancel(self, order: Order) -> None:
        """Prepare an unpaid order for its buyer to cancel or change it; called outside any transaction."""

    @abstractmethod
    def after_cancel(self, order: Order, by: str) -> None:
        """Follow an order that is cancelled, or that staff set to returned."""

    @abstractmethod
    def after_delivery(self, order: Order, by: str) -> None:
        """Follow an order that is delivered."""

    @abstractmethod
    def covers_goods(self, order: Order) -> bool:
        """Return whether payments still cover the locked order's goods; else they stay in the shop."""

    @abstractmethod
    def order_fields(self, order: Order) -> dict[str, Any]:
        """Return the fields of `OrderOut` that other apps fill, such as {"invoice": {"number": …}}."""

    @abstractmethod
    def row_columns(self) -> Mapping[str, Combinable]:
        """Return the fields of `AdminOrder` that other apps fill, as columns of the order."""

    @abstractmethod
    def cash_risks(self, orders: Sequence[Order]) -> Mapping[int, Sequence[BaseModel]]:
        """Return the facts about parcels to be paid to the courier, by the order's primary key."""
