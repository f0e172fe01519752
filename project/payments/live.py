"""The live topics of payments: one payment for its shopper, all of them for staff."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Generic, TypeVar

from django.db.models import Q

from project.core.schemas import ApiModel, Empty
from project.events.topics import Caller, PublicTopic, StaffListTopic, StaffTopic, State
from project.events.versions import next_version
from project.payments.attempts.status import SHOWN, PaymentStatusOut, payment_status_out
from project.payments.cases.schemas import CaseRow, CaseStatistics, case_row, case_statistics, with_all
from project.payments.disputes.schemas import DisputeRow, DisputeStatistics, dispute_row, dispute_statistics
from project.payments.disputes.schemas import with_all as with_payment
from project.payments.models import Dispute, Payment, PaymentRollup, Refund, RefundStatus
from project.payments.provider_health.schemas import StaffPaymentHealth, read_staff_health
from project.payments.refunds.schemas import StaffRefund, staff_refund
from project.payments.settlement.schemas import (
    StatementRow,
    StatementStatistics,
    newest_statements,
    statement_row,
    statement_statistics,
)
from project.payments.transactions.staff_schemas import (
    TransactionRow,
    TransactionStatistics,
    transaction_row,
)

Figures = TypeVar("Figures", bound=ApiModel)


class PaymentTopic(PublicTopic[PaymentStatusOut]):
    """`payment:{transactionId}`: one payment, for anybody who knows its unguessable id."""

    def audience(self, caller: Caller, name: str) -> Hashable:
        """Return the language, as the reason of a failure depends on it."""
        return caller.language

    def read(self, caller: Caller, name: str) -> State[PaymentStatusOut] | None:
        """Return what GET `api_names.PAYMENT_STATUS` answers as `data`."""
        payments = Payment.objects.select_related("order").only(*SHOWN)
        payment = payments.filter(transaction_id=self.id_in(name)).first()
        if payment is None:
            return None
        return State.of(payment_status_out(payment, language=caller.language))


class Statistics(ApiModel, Generic[Figures]):
    """The figures of a list, nested as its GET nests them."""

    statistics: Figures


class TransactionsTopic(StaffListTopic[TransactionRow, Statistics[TransactionStatistics]]):
    """`staff:transactions`: the board of GET /transactions."""

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, TransactionRow]]:
        for payment in Payment.objects.select_related("order").filter(transaction_id__in=ids):
            yield payment.transaction_id, payment.version, transaction_row(payment)

    def read_statistics(self) -> Statistics[TransactionStatistics]:
        """Return the unfiltered figures."""
        return Statistics(
            statistics=TransactionStatistics.model_validate(PaymentRollup.objects.all().statistics())
        )


class RefundsTopic(StaffListTopic[StaffRefund, Empty]):
    """`staff:refunds`: refunds just done, declined or failed, as GET /transactions/{id} shows them."""

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, StaffRefund]]:
        """Return those of these refunds that are finished."""
        finished = Refund.objects.filter(
            refund_id__in=ids, status__in=(RefundStatus.DONE, RefundStatus.FAILED)
        )
        for refund in finished.select_related("payment", "requested_by", "decided_by", "retry"):
            yield refund.refund_id, refund.version, staff_refund(refund)

    def read_statistics(self) -> Empty:
        """Return nothing: there are no figures over all refunds."""
        return Empty()


class HealthTopic(StaffTopic[StaffPaymentHealth]):
    """`staff:payment-health`: success rates of the payment methods, of GET /admin/payments/health."""

    # Throttled, as every payment changes it.
    throttle_seconds = 2.0
    # The figures also change with time alone: they cover the last hour and how long payments are pending.
    renew_seconds = 10.0

    def read_shared(self, name: str) -> State[StaffPaymentHealth] | None:
        return State.of(read_staff_health())


class CasesTopic(StaffListTopic[CaseRow, Statistics[CaseStatistics]]):
    """`staff:cases`: the cases that need a person, of GET /admin/cases."""

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, CaseRow]]:
        for case in with_all(Q(case_id__in=ids)):
            yield case.case_id, case.version, case_row(case)

    def read_statistics(self) -> Statistics[CaseStatistics]:
        """Return the number of open cases."""
        return Statistics(statistics=case_statistics())


class DisputesTopic(StaffListTopic[DisputeRow, Statistics[DisputeStatistics]]):
    """`staff:disputes`: the disputes of GET /admin/disputes."""

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, DisputeRow]]:
        for dispute in with_payment(Dispute.objects.filter(dispute_id__in=ids)):
            yield dispute.dispute_id, dispute.version, dispute_row(dispute)

    def read_statistics(self) -> Statistics[DisputeStatistics]:
        """Return the number of disputes to be decided and the next deadline."""
        return Statistics(statistics=dispute_statistics())


class StatementsTopic(StaffListTopic[StatementRow, Statistics[StatementStatistics]]):
    """`staff:statements`: the provider's settlement reports of GET /admin/statements."""

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, StatementRow]]:
        for statement in newest_statements().filter(statement_id__in=ids):
            yield statement.statement_id, statement.version, statement_row(statement)

    def read_statistics(self) -> Statistics[StatementStatistics]:
        """Return the open differences and the balances of the accounts."""
        return Statistics(statistics=statement_statistics())


class BankTopic(StaffTopic[Empty]):
    """`staff:bank`: statements, lines or payouts changed; the page fetches them by GET."""

    def read_shared(self, name: str) -> State[Empty] | None:
        """Return a version alone: the page is fetched again."""
        return State(next_version(), Empty())
