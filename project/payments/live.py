"""The live topics of payments: one payment for its shopper, all of them for staff."""

from collections.abc import Hashable, Iterable, Sequence

from django.db.models import Q

from project.core.rights import Right
from project.core.schemas import ApiModel
from project.events import topics
from project.events.topics import Caller, JSONObject, StaffListTopic, StaffTopic, State, Topic
from project.payments.attempts.status import payment_status_out
from project.payments.cases.schemas import case_row, case_statistics, with_all
from project.payments.disputes.schemas import dispute_row, dispute_statistics
from project.payments.disputes.schemas import with_all as with_payment
from project.payments.models import Dispute, Payment, PaymentRollup, Refund, RefundStatus
from project.payments.provider_health.schemas import read_staff_health
from project.payments.refunds.schemas import staff_refund
from project.payments.settlement.schemas import newest_statements, statement_row, statement_statistics
from project.payments.transactions.staff_schemas import statistics_out, transaction_row


@topics.register
class PaymentTopic(Topic):
    """`payment:{transactionId}`: one payment, for anybody who knows its unguessable id."""

    pattern = "payment:"

    def may(self, caller: Caller, name: str) -> bool:
        """Return True."""
        return True

    def audience(self, caller: Caller, name: str) -> Hashable:
        """Return the language, as the reason of a failure depends on it."""
        return caller.language

    def read(self, caller: Caller, name: str) -> State | None:
        """Return what GET `api_names.PAYMENT_STATUS` answers as `data`."""
        payments = Payment.objects.select_related("order")
        payment = payments.filter(transaction_id=self.id_in(name)).first()
        if payment is None:
            return None
        return State.of(payment_status_out(payment, language=caller.language))


@topics.register
class TransactionsTopic(StaffListTopic):
    """`staff:transactions`: the board of GET /transactions."""

    pattern = "staff:transactions"
    right = Right.TRANSACTIONS

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, ApiModel]]:
        for payment in Payment.objects.select_related("order").filter(transaction_id__in=ids):
            yield payment.transaction_id, payment.version, transaction_row(payment)

    def read_statistics(self) -> JSONObject:
        """Return the unfiltered figures."""
        figures = statistics_out(PaymentRollup.objects.all().statistics())
        return {"statistics": figures.json_object()}


@topics.register
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


@topics.register
class HealthTopic(StaffTopic):
    """`staff:payment-health`: success rates of the payment methods, of GET /admin/payments/health."""

    pattern = "staff:payment-health"
    right = Right.TRANSACTIONS
    # Throttled, as every payment changes it.
    throttle_seconds = 2.0
    # The figures also change with time alone: they cover the last hour and how long payments are pending.
    renew_seconds = 10.0

    def read_shared(self, name: str) -> State | None:
        return State.of(read_staff_health())


@topics.register
class CasesTopic(StaffListTopic):
    """`staff:cases`: the cases that need a person, of GET /admin/cases."""

    pattern = "staff:cases"
    right = Right.CASES

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, ApiModel]]:
        for case in with_all(Q(case_id__in=ids)):
            yield case.case_id, case.version, case_row(case)

    def read_statistics(self) -> JSONObject:
        """Return the number of open cases."""
        return {"statistics": case_statistics().json_object()}


@topics.register
class DisputesTopic(StaffListTopic):
    """`staff:disputes`: the disputes of GET /admin/disputes."""

    pattern = "staff:disputes"
    right = Right.TRANSACTIONS

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, ApiModel]]:
        for dispute in with_payment(Dispute.objects.filter(dispute_id__in=ids)):
            yield dispute.dispute_id, dispute.version, dispute_row(dispute)

    def read_statistics(self) -> JSONObject:
        """Return the number of disputes to be decided and the next deadline."""
        return {"statistics": dispute_statistics().json_object()}


@topics.register
class StatementsTopic(StaffListTopic):
    """`staff:statements`: the provider's settlement reports of GET /admin/statements."""

    pattern = "staff:statements"
    right = Right.REFUNDS

    def rows(self, ids: Sequence[str]) -> Iterable[tuple[str, int, ApiModel]]:
        for statement in newest_statements().filter(statement_id__in=ids):
            yield statement.statement_id, statement.version, statement_row(statement)

    def read_statistics(self) -> JSONObject:
        """Return the open differences and the balances of the accounts."""
        return {"statistics": statement_statistics().json_object()}
