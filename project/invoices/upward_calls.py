"""Calls of invoices to the app of cash on delivery, which is beside them."""

from abc import ABC, abstractmethod
from datetime import datetime

from django.db.models import QuerySet

from project.core.upward_calls import UpwardCalls
from project.orders.models import Order


class InvoiceEvents(UpwardCalls, ABC):
    """Facts of cash on delivery that an order's documents need."""

    @abstractmethod
    def cash_fee(self, order: Order) -> tuple[int, int]:
        """Return the part of the order's delivery that is the fee of cash on delivery, and its tax."""

    @abstractmethod
    def cash_changed(self, since: datetime) -> QuerySet[Order]:
        """Return the orders whose cash on delivery was confirmed, refused or cancelled from then on."""
