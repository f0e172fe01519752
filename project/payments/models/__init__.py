"""Payments (attempts), refunds, disputes, the provider's messages, cases, the ledger, and the bank."""

from project.payments.models.bank import BankAccount, BankLine, BankMatch, BankStatement, Payout
from project.payments.models.case import PAYOUT_KINDS, PROPOSALS, STATEMENT_KINDS, Case, CaseKind, Proposal
from project.payments.models.dispute import (
    ACTIVE,
    GONE,
    HELD,
    LOST,
    Dispute,
    DisputeOrigin,
    DisputePhase,
    DisputeStatus,
)
from project.payments.models.ledger import Account, Movement, MovementKind
from project.payments.models.payment import (
    CAPTURED,
    CASH_ON_DELIVERY,
    NET,
    Instrument,
    Payment,
    PaymentFilter,
    PaymentStatistics,
    PaymentStatus,
)
from project.payments.models.payment_rollup import MOVEMENTS, PAYMENTS, MovementRollup, PaymentRollup
from project.payments.models.provider_outage import ProviderOutage
from project.payments.models.refund import (
    PROMISED,
    Refund,
    RefundOrigin,
    RefundReason,
    RefundStatus,
)
from project.payments.models.statement import Statement, StatementLine, StatementStatus
from project.payments.models.webhook import RefusedMessage, WebhookMessage
