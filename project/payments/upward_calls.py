"""Calls of payments to apps above them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence

from project.core.rollups import Source
from project.core.upward_calls import UpwardCalls
from project.orders.models import Order
from project.payments.models import Refund


class PaymentEvents(UpwardCalls, ABC):
    """Effects of payments and refunds in other apps, in the transaction of the change."""

    @abstractmethod
    def before_payment(self, order: Order) -> None:
        """Prepare the locked order for its online payment: its pay page opens, or its money arrives."""

    @abstractmethod
    def keeps_hold(self, order: Order) -> bool:
        """Return whether the locked order's stock stays held after its last payment attempt has failed."""

    @abstractmethod
    def after_refund(self, refund: Refund) -> None:
        """Follow the locked refund, which is done."""

    @abstractmethod
    def statistics(self) -> Sequence[Source]:
        """Return the statistics of apps above, for the nightly audit to correct."""

    @abstractmethod
    def ledger_audits(self) -> Sequence[Callable[[], Iterable[str]]]:
        """Return checks that each yield the differences in their app, such as a missing invoice."""
