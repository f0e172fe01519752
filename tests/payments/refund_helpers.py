"""Refunds brought to where a test needs them, as staff, clock and provider do it."""

import contextlib
import json
from typing import Any

from project.payments.attempts import status_check
from project.payments.attempts.status_check import take_due_payments
from project.payments.errors import PaymentProviderDown
from project.payments.models import Payment, Refund, RefundReason
from project.payments.refunds.processing import advance_refund, take_due_refunds
from project.payments.refunds.requests import request_refund
from project.payments.webhooks.processing import handle_webhook, take_due_webhooks
from tests.factories import make_user
from tests.sandbox_process import SandboxProcess


def ask(payment: Payment, amount_paise: int, **more: Any) -> Refund:
    """Ask for a refund as a member of staff."""
    more.setdefault("user", make_user(role="admin"))
    return request_refund(payment.pk, amount_paise=amount_paise, reason=RefundReason.CUSTOMER_REQUEST, **more)


def advance(refund: Refund) -> Refund:
    """Do what is next for the refund, as the clock does."""
    advance_refund(refund.pk, cause="clock")
    return Refund.objects.select_related("payment__order").get(pk=refund.pk)


def at_provider(provider: SandboxProcess) -> list[tuple[str, int, str]]:
    """Return what the provider's books say of refunds: id, paise, state."""
    rows = provider.control("/state", "GET")["refunds"]
    return [(row["merchant_refund_id"], row["amount"], row["state"]) for row in rows]


def finish(provider: SandboxProcess, refund: Refund, outcome: str = "success") -> Refund:
    """Let the provider end a refund that was sent, then ask about it."""
    provider.control(f"/refunds/{refund.refund_id}/settle", outcome=outcome)
    return advance(refund)


def refund_message(payment: Payment, refund_id: str, state: str = "COMPLETED", **changes: Any) -> bytes:
    """Return the provider's message about a refund."""
    payload = {
        "merchantId": "SANDBOXMERCHANT",
        "merchantRefundId": refund_id,
        "originalMerchantOrderId": payment.transaction_id,
        "refundId": f"OMR-{refund_id}",
        "amount": 50_000,
        "state": state,
    } | changes
    return json.dumps({"event": f"pg.refund.{state.lower()}", "payload": payload}).encode()


def console_refund(provider: SandboxProcess, payment: Payment, refund_id: str, amount_paise: int) -> None:
    """Refund in the provider's own console."""
    provider.control(
        "/refunds",
        merchantRefundId=refund_id,
        originalMerchantOrderId=payment.transaction_id,
        amount=amount_paise,
    )


def run_due() -> None:
    """Do what is due of payments, as the worker's sweep does; documents and mails have tests of their own."""
    for message_pk in take_due_webhooks():
        handle_webhook(message_pk)
    for payment_pk in take_due_payments():
        with contextlib.suppress(PaymentProviderDown):
            status_check.check(payment_pk, cause="clock")
    for refund_pk in take_due_refunds():
        with contextlib.suppress(PaymentProviderDown):
            advance_refund(refund_pk, cause="clock")
