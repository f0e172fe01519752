"""The live topics of payments: one payment for its shopper, all of them for staff."""

from collections.abc import Hashable, Sequence

from django.db.models import Q

from project.core.rights import Right
from project.core.schemas import ApiModel
from project.events import topics
from project.events.topics import Caller, JSONObject, State
from project.payments.case_schemas import CaseStatistics, case_row, case_statistics, with_all
from project.payments.models import Payment
from project.payments.staff_schemas import TransactionStatistics, statistics_out, transaction_row
from project.payments.statement_schemas import (
    StatementStatistics,
    newest_statements,
    statement_row,
    statement_statistics,
)
from project.payments.status import payment_status_out


class PaymentTopic:
    """`payment:{transactionId}`: whoever holds the unguessable id."""

    pattern = "payment:"

    def may(self, caller: Caller, name: str) -> bool:
        """Anyone: knowing the id is the permission."""
        return True

    def audience(self, caller: Caller, name: str) -> Hashable:
        """The reason of a failure is in the caller's language."""
        return caller.language

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET /phonepe/status-check/{transactionId} answers as `data`."""
        wanted = Payment.objects.select_related("order").filter(
            transaction_id=name.removeprefix(self.pattern)
        )
        payment = wanted.first()
        if payment is None:
            return None
        data = payment_status_out(payment, language=caller.language)
        return State(version=data.version, data=data.json_object())


class TransactionsState(ApiModel):
    """What a subscriber of the board gets first; the rows come by GET /transactions."""

    statistics: TransactionStatistics


class CasesState(ApiModel):
    """What a subscriber of the cases gets first; the rows come by GET /admin/cases."""

    statistics: CaseStatistics


class TransactionsTopic:
    """`staff:transactions`: the board, for staff."""

    pattern = "staff:transactions"

    def may(self, caller: Caller, name: str) -> bool:
        """The rule of GET /transactions."""
        return caller.may(Right.TRANSACTIONS)

    def audience(self, caller: Caller, name: str) -> Hashable:
        """All staff see the same rows."""
        return "staff"

    def read(self, caller: Caller, name: str) -> State | None:
        """Return the figures over all payments."""
        return State(version=0, data=self.read_statistics())

    def read_rows(self, ids: Sequence[str]) -> list[JSONObject]:
        """Return the rows of these transaction ids as upserts."""
        payments = Payment.objects.select_related("order").filter(transaction_id__in=ids)
        return [
            {"id": p.transaction_id, "version": p.version, "row": transaction_row(p).json_object()}
            for p in payments
        ]

    def read_statistics(self) -> JSONObject:
        """Return the unfiltered figures."""
        figures = statistics_out(Payment.objects.statistics())
        return TransactionsState(statistics=figures).json_object()


class CasesTopic:
    """`staff:cases`: what does not fit, for staff."""

    pattern = "staff:cases"

    def may(self, caller: Caller, name: str) -> bool:
        """The rule of GET /admin/cases."""
        return caller.may(Right.CASES)

    def audience(self, caller: Caller, name: str) -> Hashable:
        """All staff see the same rows."""
        return "staff"

    def read(self, caller: Caller, name: str) -> State | None:
        """Return how many are open."""
        return State(version=0, data=self.read_statistics())

    def read_rows(self, ids: Sequence[str]) -> list[JSONObject]:
        """Return the rows of these case ids as upserts."""
        return [
            {"id": case.case_id, "version": case.version, "row": case_row(case).json_object()}
            for case in with_all(Q(case_id__in=ids))
        ]

    def read_statistics(self) -> JSONObject:
        """Return the figures over all cases, nested as GET nests them."""
        return CasesState(statistics=case_statistics()).json_object()


class StatementsState(ApiModel):
    """What a subscriber of the settlement reports gets first; the rows come by GET /admin/statements."""

    statistics: StatementStatistics


class StatementsTopic:
    """`staff:statements`: the provider's settlement reports, for those who may move money."""

    pattern = "staff:statements"

    def may(self, caller: Caller, name: str) -> bool:
        """The rule of GET /admin/statements."""
        return caller.may(Right.REFUNDS)

    def audience(self, caller: Caller, name: str) -> Hashable:
        """All who may see the same rows."""
        return "staff"

    def read(self, caller: Caller, name: str) -> State | None:
        """Return the open differences and the accounts."""
        return State(version=0, data=self.read_statistics())

    def read_rows(self, ids: Sequence[str]) -> list[JSONObject]:
        """Return the rows of these reports as upserts."""
        return [
            {"id": each.statement_id, "version": each.version, "row": statement_row(each).json_object()}
            for each in newest_statements().filter(statement_id__in=ids)
        ]

    def read_statistics(self) -> JSONObject:
        """Return the figures, nested as GET nests them."""
        return StatementsState(statistics=statement_statistics()).json_object()


def register() -> None:
    """Add the app's topics to the registry."""
    topics.register(PaymentTopic())
    topics.register(TransactionsTopic())
    topics.register(CasesTopic())
    topics.register(StatementsTopic())
