"""The verbs of a payment: start, check, settle, receive a provider's message.

Shopper's return, webhook, clock and staff click all end in `check`, and `settle` is the one place where a
provider's answer becomes a status.
"""

from project.payments.actions.inbox import handle_webhook, receive_webhook, take_due_webhooks
from project.payments.actions.settling import check, settle, take_due_payments
from project.payments.actions.starting import abandoned_orders, start_payment

__all__ = [
    "abandoned_orders",
    "check",
    "handle_webhook",
    "receive_webhook",
    "settle",
    "start_payment",
    "take_due_payments",
    "take_due_webhooks",
]
