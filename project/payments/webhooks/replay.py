"""Replay a stored webhook message, or preview what a replay would change (dry run)."""

from dataclasses import dataclass
from typing import Literal

from django.db import transaction

from project.accounts.models import User
from project.core.money import format_rupees
from project.events.audit import record as audit
from project.payments.attempts.status_check import apply_provider_answer
from project.payments.disputes.actions import apply_dispute_answer, ask_about_dispute
from project.payments.errors import PaymentProviderDown
from project.payments.models import CAPTURED, Case, Payment, Refund, RefundStatus, WebhookMessage
from project.payments.providers.base import (
    DisputeAnswer,
    OrderAnswer,
    ProviderError,
    RefundAnswer,
    WebhookFacts,
)
from project.payments.providers.registry import get_provider, read_webhook
from project.payments.refunds.processing import RetryLater, import_refund, settle_refund
from project.payments.shared.history import caused_by_message, record
from project.payments.shared.row_locks import lock_payment
from project.payments.webhooks.processing import (
    asks_about_payment,
    handle_webhook,
    look_up_refund,
    named_refund,
    process_message,
)

What = Literal[
    "payment", "captured", "refunded", "refund_pending", "order", "order_payment", "refund", "dispute", "case"
]
# Statuses and amounts by the kind and the name of the row.
Snapshot = dict[tuple[What, str], str]


@dataclass(frozen=True)
class Change:
    """One status or amount that differs after the replay; blank where the row does not exist."""

    what: What
    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Replay:
    """The result of a replay; `waits` when the message can only be applied later (RetryLater)."""

    changes: tuple[Change, ...]
    waits: bool


def preview_webhook(message_pk: int) -> Replay:
    """Return what a replay would change, without changing anything.

    The provider is asked first; its answers are then applied in a transaction that is rolled back.

    Raises PaymentProviderDown.
    """
    message, facts, payment = _load(message_pk)
    refund = named_refund(facts) if facts.is_refund else None
    payment = payment or (refund.payment if refund else None)
    if payment is None:
        return Replay((), waits=False)
    disputed = None
    if facts.is_dispute and facts.provider_dispute_id:
        disputed = ask_about_dispute(message.provider, facts.provider_dispute_id)
    paid = _ask(payment) if not facts.is_dispute and asks_about_payment(payment, facts) else None
    returned = None
    if facts.is_refund and (refund is None or refund.status in (RefundStatus.UNDER_WAY, RefundStatus.FAILED)):
        returned = look_up_refund(payment, refund, facts)
    with transaction.atomic():
        before = _snapshot(payment.pk)
        waits = not _settle(payment, refund, paid, returned, disputed)
        after = _snapshot(payment.pk)
        transaction.set_rollback(True)
    return Replay(_changes(before, after), waits=waits)


def replay_webhook(message_pk: int, *, user: User) -> Replay:
    """Process the message again, as if it had just arrived, and return the changes.

    The record of its first processing is kept. Raises PaymentProviderDown.
    """
    message, facts, payment = _load(message_pk)
    refund = named_refund(facts) if facts.is_refund else None
    payment = payment or (refund.payment if refund else None)
    before = _snapshot(payment.pk) if payment else {}
    waits = False
    try:
        with caused_by_message(message.message_id):
            process_message(message.provider, payment, facts)
    except RetryLater:
        waits = True
    if message.handled_at is None and not waits:
        handle_webhook(message_pk)
    changes = _changes(before, _snapshot(payment.pk)) if payment else ()
    with transaction.atomic():
        audit(
            "message.replayed",
            subject=f"message:{message.message_id}",
            actor=user.subject,
            after={"event": message.event, "about": message.merchant_order_id, "changes": len(changes)},
        )
        if payment is None:
            return Replay((), waits=waits)
        locked = lock_payment(payment.pk)
        locked.bump()
        record(
            locked,
            "payment.message_replayed",
            cause="staff",
            actor=user.subject,
            payload={"message": message.message_id, "changes": len(changes)},
        )
    return Replay(changes, waits=waits)


def _load(message_pk: int) -> tuple[WebhookMessage, WebhookFacts, Payment | None]:
    message = WebhookMessage.objects.select_related("payment").get(pk=message_pk)
    facts = read_webhook(message.provider, bytes(message.body))
    payment = message.payment or Payment.objects.filter(transaction_id=message.merchant_order_id).first()
    return message, facts, payment


def _ask(payment: Payment) -> OrderAnswer | None:
    try:
        return get_provider(payment.provider).order_status(payment.transaction_id)
    except ProviderError as error:
        raise PaymentProviderDown(str(error)) from None


def _settle(
    payment: Payment,
    refund: Refund | None,
    paid: OrderAnswer | None,
    returned: RefundAnswer | None,
    disputed: DisputeAnswer | None,
) -> bool:
    """Apply the answers; False when the refund or the dispute can only be applied later."""
    if paid is not None:
        apply_provider_answer(payment.pk, paid, cause="webhook", after_capture=payment.status in CAPTURED)
    try:
        if disputed is not None:
            apply_dispute_answer(payment.provider, disputed, cause="webhook")
        if returned is None:
            return True
        if refund is not None:
            settle_refund(refund.pk, returned, cause="webhook")
        else:
            import_refund(payment.pk, returned, cause="webhook")
    except RetryLater:
        return False
    return True


def _snapshot(payment_pk: int) -> Snapshot:
    payment = Payment.objects.select_related("order").get(pk=payment_pk)
    name, order = payment.transaction_id, payment.order
    snapshot: Snapshot = {
        ("payment", name): payment.status,
        ("captured", name): format_rupees(payment.captured_paise),
        ("refunded", name): format_rupees(payment.refunded_paise),
        ("refund_pending", name): format_rupees(payment.refund_pending_paise),
        ("order", order.order_id): order.status,
        ("order_payment", order.order_id): order.payment_status,
    }
    for refund in payment.refunds.all():
        snapshot["refund", refund.refund_id] = f"{refund.status} {format_rupees(refund.amount_paise)}"
    for dispute in payment.disputes.all():
        snapshot["dispute", dispute.dispute_id] = f"{dispute.status} {format_rupees(dispute.amount_paise)}"
    for case in Case.objects.filter(payment=payment):
        snapshot["case", case.kind] = "open" if case.closed_at is None else "closed"
    return snapshot


def _changes(before: Snapshot, after: Snapshot) -> tuple[Change, ...]:
    keys = [*before, *(key for key in after if key not in before)]
    return tuple(
        Change(what, name, before.get((what, name), ""), after.get((what, name), ""))
        for what, name in keys
        if before.get((what, name)) != after.get((what, name))
    )
