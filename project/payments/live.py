"""The live topics of payments: one payment for its shopper, all of them for staff."""

from collections.abc import Hashable, Iterable, Sequence

from django.db.models import Q

from project.core.rights import Right
from project.core.schemas import ApiModel
from project.events import topics
from project.events.topics import Caller, JSONObject, StaffListTopic, StaffTopic, State
from project.payments.case_schemas import CaseStatistics, case_row, case_statistics, with_all
from project.payments.dispute_schemas import DisputeStatistics, dispute_row, dispute_statistics
from project.payments.dispute_schemas import with_all as with_payment
from project.payments.health_schemas import read_staff_health
from project.payments.models import Dispute, Payment, PaymentRollup, Refund, RefundStatus
from project.payments.refund_schemas import staff_refund
from project.payments.staff_schemas import TransactionStatistics, statistics_out, transaction_row
from project.payments.statement_schemas import (
    StatementStatistics,
    newest_statements,
    statement_row,
    statement_statistics,
)
from project.payments.status import payment_status_out


class PaymentTopic:
    """`payment:{transactionId}`: one payment, for anybody who knows its unguessable id."""

    pattern = "payment:"

    def may(self, caller: Caller, name: str) -> bool:
        """Return True: knowing the id is the permission."""
        return True

    def audience(self, caller: Caller, name: str) -> Hashable:
        """Return the language, as the reason of a failure depends on it."""
        return caller.language

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET `api_names.PAYMENT_STATUS` answers as `data`."""
        wanted = Payment.objects.select_related("order").filter(
            transaction_id=name.removeprefix(self.pattern)
        )
        payment = wanted.first()
        if payment is None:
            return None
        data = payment_status_out(payment, language=caller.language)
        return State(version=data.version, data=data.json_object())


class TransactionsState(ApiModel):
    """First data of a subscriber to the transactions board; the rows come by GET /transactions."""

    statistics: TransactionStatistics


class CasesState(ApiModel):
    """First data of a subscriber to the cases; the rows come by GET /admin/cases."""

    statistics: CaseStatistics


class StatementsState(ApiModel):
    """First data of a subscriber to the settlement reports; the rows come by GET /admin/statements."""

    statistics: StatementStatistics


class TransactionsTopic(StaffListTopic):
    """`staff:transactions`: the board of GET /transactions."""

    pattern = "staff:transactions"
    right = Right.TRANSACTIONS

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, ApiModel]]:
        """Return the payments of these transaction ids."""
        for payment in Payment.objects.select_related("order").filter(transaction_id__in=ids):
            yield payment.transaction_id, payment.version, transaction_row(payment)

    def read_statistics(self) -> JSONObject:
        """Return the unfiltered figures."""
        figures = statistics_out(PaymentRollup.objects.all().statistics())
        return TransactionsState(statistics=figures).json_object()


class RefundsTopic(StaffListTopic):
    """`staff:refunds`: refunds just done, declined or failed, as GET /transactions/{id} shows them."""

    pattern = "staff:refunds"
    right = Right.TRANSACTIONS

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, ApiModel]]:
        """Return those of these refunds that are finished."""
        finished = Refund.objects.filter(
            refund_id__in=ids, status__in=(RefundStatus.DONE, RefundStatus.FAILED)
        )
        for refund in finished.select_related("payment", "requested_by", "decided_by", "retry"):
            yield refund.refund_id, refund.version, staff_refund(refund)

    def read_statistics(self) -> JSONObject:
        """Return nothing: there are no figures over all refunds."""
        return {}


class HealthTopic(StaffTopic):
    """`staff:payment-health`: success rates of the payment methods, of GET /admin/payments/health."""

    pattern = "staff:payment-health"
    right = Right.TRANSACTIONS
    # Throttled, as every payment changes it.
    throttle_seconds = 2.0
    # The figures also change with time alone: they cover the last hour and how long payments are pending.
    renew_seconds = 10.0

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET answers."""
        found = read_staff_health()
        return State(version=found.version, data=found.json_object())


class CasesTopic(StaffListTopic):
    """`staff:cases`: the cases that need a person, of GET /admin/cases."""

    pattern = "staff:cases"
    right = Right.CASES

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, ApiModel]]:
        """Return these cases."""
        for case in with_all(Q(case_id__in=ids)):
            yield case.case_id, case.version, case_row(case)

    def read_statistics(self) -> JSONObject:
        """Return the number of open cases."""
        return CasesState(statistics=case_statistics()).json_object()


class DisputesState(ApiModel):
    """First data of a subscriber to the disputes; the rows come by GET /admin/disputes."""

    statistics: DisputeStatistics


class DisputesTopic(StaffListTopic):
    """`staff:disputes`: the disputes of GET /admin/disputes."""

    pattern = "staff:disputes"
    right = Right.TRANSACTIONS

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, ApiModel]]:
        """Return these disputes."""
        for dispute in with_payment(Dispute.objects.filter(dispute_id__in=ids)):
            yield dispute.dispute_id, dispute.version, dispute_row(dispute)

    def read_statistics(self) -> JSONObject:
        """Return the number of disputes to be decided and the next deadline."""
        return DisputesState(statistics=dispute_statistics()).json_object()


class StatementsTopic(StaffListTopic):
    """`staff:statements`: the provider's settlement reports of GET /admin/statements."""

    pattern = "staff:statements"
    right = Right.REFUNDS

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, ApiModel]]:
        """Return these reports."""
        for statement in newest_statements().filter(statement_id__in=ids):
            yield statement.statement_id, statement.version, statement_row(statement)

    def read_statistics(self) -> JSONObject:
        """Return the open differences and the balances of the accounts."""
        return StatementsState(statistics=statement_statistics()).json_object()


def register() -> None:
    """Add the app's topics to the registry."""
    topics.register(PaymentTopic())
    topics.register(TransactionsTopic())
    topics.register(RefundsTopic())
    topics.register(HealthTopic())
    topics.register(CasesTopic())
    topics.register(DisputesTopic())
    topics.register(StatementsTopic())
