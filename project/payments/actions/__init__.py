"""The actions of payments: start and check a payment, request and process a refund, receive a webhook.

The customer's return, a webhook, the scheduler and staff all call `check`, and only
`apply_provider_answer` turns the provider's answer into a status. For refunds these are `advance_refund` and
`settle_refund`.
"""

from project.payments.actions.case_resolution import act_on_case, dismiss_case
from project.payments.actions.disputes import (
    NewDispute,
    check_dispute,
    decide_dispute,
    mark_evidence_sent,
    open_dispute,
    take_due_disputes,
)
from project.payments.actions.ledger_audit import audit_changes, audit_ledger
from project.payments.actions.payment_coverage import covers_goods
from project.payments.actions.payment_start import abandoned_orders, start_payment
from project.payments.actions.payment_status_check import (
    apply_provider_answer,
    check,
    check_for_staff,
    check_pending,
    take_due_payments,
)
from project.payments.actions.refund_processing import advance_refund, settle_refund, take_due_refunds
from project.payments.actions.refund_requests import (
    approve_refund,
    decline_refund,
    refund_order,
    refund_return,
    request_refund,
    retry_refund,
)
from project.payments.actions.restore_reconciliation import reconcile_after_restore
from project.payments.actions.retention import forget_old_webhook_bodies
from project.payments.actions.statements import (
    fetch_statements,
    import_statement,
    provider_of_statement,
    receive_statement,
    take_due_statements,
)
from project.payments.actions.webhook_processing import handle_webhook, take_due_webhooks
from project.payments.actions.webhook_receiving import receive_webhook
from project.payments.actions.webhook_replay import preview_webhook, replay_webhook
