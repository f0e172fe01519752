"""Disputes: enter a claim of the customer's bank, follow it at the provider, decide it.

The provider's status answer is the fact where it tells of disputes; elsewhere staff say what the bank said.
Every change runs under the payment's lock, moves the ledger by the difference, and recalculates the payment's
sums, so that a doubled or late message changes nothing.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from project.accounts.models import User
from project.core.errors import InvalidTransition
from project.core.leases import claim_due
from project.core.money import CURRENCY, LARGEST_PAISE, SMALLEST_PAISE, rupees
from project.events.audit import record as audit
from project.orders import actions as orders
from project.orders.history import list_topics
from project.orders.models import OrderStatus
from project.payments.errors import DisputeNotPossible, PaymentProviderDown
from project.payments.models import (
    CAPTURED,
    GONE,
    HELD,
    LOST,
    CaseKind,
    Dispute,
    DisputeOrigin,
    DisputePhase,
    DisputeStatus,
    Payment,
    RefundReason,
)
from project.payments.models.payment import is_transaction_id
from project.payments.providers.base import DisputeAnswer, ProviderError
from project.payments.providers.registry import adapter_of, get_provider
from project.payments.refunds.processing import RetryLater, supersede_waiting_refunds
from project.payments.refunds.requests import is_order_over, refund_remaining
from project.payments.refunds.sums import is_money_back, update_order_refunded
from project.payments.shared import ledger
from project.payments.shared.cases import close_answered_cases, open_case, open_overdrawn_case
from project.payments.shared.history import record
from project.payments.shared.row_locks import lock_payment

logger = logging.getLogger(__name__)

# Longer than the provider client's timeout, so a lease never expires during a call.
DISPUTE_LEASE = timedelta(seconds=45)
# Between questions about a dispute that is not decided; a message makes one sooner.
CHECK_INTERVAL = timedelta(hours=6)
# Statuses in which the money that was claimed is the shop's again.
FREED = (DisputeStatus.WON, DisputeStatus.CLOSED)
# What staff may decide where the provider tells it, too: not to contest is the shop's own decision.
_OWN_DECISION = DisputeStatus.ACCEPTED


_PROBLEMS = {
    "no_money": _("No money has come with this payment, so it cannot be disputed"),
    "cash": _("This was paid in cash to a courier, so no bank can claim it back"),
    "amount": _("At least ₹1 and at most what was paid can be disputed"),
    "known": _("A dispute with this number is here already"),
    "provider_decides": _(
        "The payment service itself says how this dispute ends. Please check its status instead"
    ),
    "not_told": _(
        "The payment service does not say how this dispute stands. Please look it up in its dashboard"
    ),
}


@dataclass(frozen=True)
class NewDispute:
    """A dispute as staff enter it."""

    amount_paise: int
    phase: DisputePhase = DisputePhase.CHARGEBACK
    provider_dispute_id: str = ""
    reason_code: str = ""
    respond_by: datetime | None = None
    notes: str = ""


@transaction.atomic
def open_dispute(payment_pk: int, wanted: NewDispute, *, user: User) -> Dispute:
    """Enter a dispute that the provider told staff of.

    Raises DisputeNotPossible when the payment has no money, less than that, or the dispute is here already,
    and for cash on delivery, which no bank has paid.
    """
    payment = lock_payment(payment_pk)
    if payment.is_cash:
        raise _refused(payment, "cash")
    if payment.status not in CAPTURED:
        raise _refused(payment, "no_money")
    if not SMALLEST_PAISE <= wanted.amount_paise <= payment.captured_paise:
        raise _refused(payment, "amount")
    name = wanted.provider_dispute_id
    if name and Dispute.objects.filter(provider=payment.provider, provider_dispute_id=name).exists():
        raise _refused(payment, "known")
    dispute = Dispute(
        payment=payment,
        provider=payment.provider,
        origin=DisputeOrigin.HAND,
        opened_by=user,
        **vars(wanted),
    )
    enter_dispute(dispute, cause="staff", user=user)
    return dispute


def enter_dispute(dispute: Dispute, *, cause: str, user: User | None = None) -> None:
    """Insert a dispute of a locked payment and reserve its money."""
    if is_reported_by_provider(dispute):
        dispute.next_check_at = timezone.now() + CHECK_INTERVAL
    dispute.save()
    _settle(dispute, (0, 0), "dispute.opened", cause=cause, user=user)


def is_reported_by_provider(dispute: Dispute) -> bool:
    """Return whether the provider can be asked how the dispute stands."""
    return bool(dispute.provider_dispute_id) and adapter_of(dispute.provider).reports_disputes


@transaction.atomic
def mark_evidence_sent(dispute_pk: int, *, user: User) -> Dispute:
    """Note that the evidence was sent; the bank decides now.

    Raises InvalidTransition unless the dispute is open.
    """
    dispute = lock_dispute(dispute_pk)
    if dispute.status != DisputeStatus.OPEN:
        raise InvalidTransition(f"{dispute} is {dispute.status}")
    dispute.evidence_sent_at = timezone.now()
    change_dispute(dispute, DisputeStatus.UNDER_REVIEW, cause="staff", user=user)
    return dispute


@transaction.atomic
def decide_dispute(dispute_pk: int, status: DisputeStatus, *, user: User, notes: str = "") -> Dispute:
    """End an active dispute as staff say: won, lost, accepted, or closed without money.

    Raises InvalidTransition when it is decided, DisputeNotPossible where the provider tells the decision.
    """
    dispute = lock_dispute(dispute_pk)
    if not dispute.is_active:
        raise InvalidTransition(f"{dispute} is {dispute.status}")
    if status != _OWN_DECISION and is_reported_by_provider(dispute):
        raise _refused(dispute.payment, "provider_decides")
    dispute.decided_by = user
    dispute.notes = notes or dispute.notes
    change_dispute(dispute, status, cause="staff", user=user)
    return dispute


def lock_dispute(dispute_pk: int) -> Dispute:
    """Lock the dispute's order and payment, which lock the dispute as well, and read it."""
    payment = lock_payment(Dispute.objects.values_list("payment_id", flat=True).get(pk=dispute_pk))
    dispute = Dispute.objects.get(pk=dispute_pk)
    dispute.payment = payment
    return dispute


def change_dispute(dispute: Dispute, status: DisputeStatus, *, cause: str, user: User | None = None) -> None:
    """Move a locked dispute to this status, with its money; its other fields are saved as well."""
    before = (dispute.held_paise, dispute.lost_paise)
    dispute.save()
    if dispute.transition_to(status):
        _note_decision(dispute)
        _settle(dispute, before, f"dispute.{status}", cause=cause, user=user)


def _note_decision(dispute: Dispute) -> None:
    dispute.decided_at = None if dispute.is_active else timezone.now()
    asks = dispute.is_active and is_reported_by_provider(dispute)
    dispute.next_check_at = timezone.now() + CHECK_INTERVAL if asks else None
    dispute.save(update_fields=["decided_at", "next_check_at"])


# At the provider


def take_due_disputes(limit: int = 20) -> list[int]:
    """Lease the disputes whose status is to be asked and return their keys."""
    return claim_due(Dispute, "next_check_at", lease=DISPUTE_LEASE, limit=limit)


def check_dispute(dispute_pk: int, *, cause: str, user: User | None = None) -> Dispute:
    """Ask the provider how a dispute stands, outside any transaction, and apply the answer. Idempotent.

    Raises PaymentProviderDown without an answer, DisputeNotPossible where the provider tells nothing.
    """
    dispute = Dispute.objects.select_related("payment").get(pk=dispute_pk)
    if not is_reported_by_provider(dispute):
        raise _refused(dispute.payment, "not_told")
    Dispute.objects.filter(pk=dispute_pk, next_check_at__isnull=False).update(
        next_check_at=timezone.now() + CHECK_INTERVAL
    )
    answer = ask_about_dispute(dispute.provider, dispute.provider_dispute_id)
    if answer is None:
        logger.error("%s: the provider told of it and no longer knows it", dispute)
        return dispute
    return apply_dispute_answer(dispute.provider, answer, cause=cause, user=user) or dispute


def ask_about_dispute(provider: str, provider_dispute_id: str) -> DisputeAnswer | None:
    """Fetch the status of a dispute; None when the provider does not know it.

    Raises PaymentProviderDown.
    """
    try:
        return get_provider(provider).dispute_status(provider_dispute_id)
    except ValueError:
        return None  # no id that the provider could have given
    except ProviderError as error:
        raise PaymentProviderDown(str(error)) from None


@transaction.atomic
def apply_dispute_answer(
    provider: str, answer: DisputeAnswer, *, cause: str, user: User | None = None
) -> Dispute | None:
    """Apply the provider's answer: enter the dispute, or bring it to that status; idempotent.

    None for a payment that is not here: when its id is of our form, a case is open.

    Raises RetryLater while the payment is not captured.
    """
    known = Dispute.objects.filter(provider=provider, provider_dispute_id=answer.provider_dispute_id).first()
    of_answer = Payment.objects.filter(provider=provider, transaction_id=answer.merchant_order_id)
    payment_pk = known.payment_id if known else of_answer.values_list("pk", flat=True).first()
    if payment_pk is None:
        if is_transaction_id(answer.merchant_order_id):
            report_unknown_dispute(answer.merchant_order_id, answer.provider_dispute_id, answer.amount_paise)
        return None
    payment = lock_payment(payment_pk)
    if payment.status not in CAPTURED:
        raise RetryLater(str(payment))
    dispute = _dispute_of(payment, answer)
    if dispute is None:
        return _enter_answer(payment, answer, cause=cause, user=user)
    before = (dispute.held_paise, dispute.lost_paise)
    facts = _facts(dispute)
    _take_facts(dispute, answer)
    changed = facts != _facts(dispute)
    dispute.save()
    moved = dispute.transition_to(status) if (status := _new_status(dispute, answer)) else False
    if moved:
        _note_decision(dispute)
    if moved or changed:
        name = f"dispute.{dispute.status}" if moved else "dispute.changed"
        _settle(dispute, before, name, cause=cause, user=user)
    return dispute


def _dispute_of(payment: Payment, answer: DisputeAnswer) -> Dispute | None:
    """Return the locked payment's dispute that is meant.

    Else the one that staff or a report entered without the provider's id, for the same amount.
    """
    of_payment = payment.disputes.order_by("pk")
    found = of_payment.filter(provider_dispute_id=answer.provider_dispute_id).first()
    if found is None:
        found = of_payment.filter(provider_dispute_id="", amount_paise=_amount(answer) or 0).first()
    if found is not None:
        found.payment = payment
    return found


def _enter_answer(
    payment: Payment, answer: DisputeAnswer, *, cause: str, user: User | None
) -> Dispute | None:
    amount = _amount(answer)
    if amount is None or answer.currency not in ("", CURRENCY):
        report_unknown_dispute(payment.transaction_id, answer.provider_dispute_id, answer.amount_paise)
        return None
    dispute = Dispute(
        payment=payment,
        provider=payment.provider,
        amount_paise=amount,
        origin=DisputeOrigin.WEBHOOK,
        opened_at=answer.opened_at or timezone.now(),
    )
    _take_facts(dispute, answer)
    enter_dispute(dispute, cause=cause, user=user)
    # One that was decided before we heard of it was opened as well: the ledger shows both.
    status = _new_status(dispute, answer)
    if status is not None:
        change_dispute(dispute, status, cause=cause, user=user)
    return dispute


def _amount(answer: DisputeAnswer) -> int | None:
    paise = answer.amount_paise
    return paise if paise is not None and 0 < paise <= LARGEST_PAISE else None


def _take_facts(dispute: Dispute, answer: DisputeAnswer) -> None:
    dispute.provider_dispute_id = answer.provider_dispute_id
    dispute.amount_paise = _amount(answer) or dispute.amount_paise
    dispute.phase = answer.phase or dispute.phase
    dispute.reason_code = answer.reason_code[:100] or dispute.reason_code
    dispute.respond_by = answer.respond_by or dispute.respond_by
    dispute.provider_state = answer.state[:64]
    if dispute.is_active:
        dispute.next_check_at = timezone.now() + CHECK_INTERVAL


def _facts(dispute: Dispute) -> tuple[object, ...]:
    """Return what people see of a dispute besides its status."""
    names = ("provider_dispute_id", "amount_paise", "phase", "reason_code", "respond_by", "provider_state")
    return tuple(getattr(dispute, name) for name in names)


def _new_status(dispute: Dispute, answer: DisputeAnswer) -> DisputeStatus | None:
    """Return the status that the answer means, None when it changes none."""
    status = None if answer.outcome == "unknown" else DisputeStatus(answer.outcome)
    if status is None:
        logger.error("%s: the provider says %r, which we do not know", dispute, answer.state)
    # What the shop accepted is lost; only a bank that gives the money back is news.
    if dispute.status == DisputeStatus.ACCEPTED and status != DisputeStatus.WON:
        return None
    return None if status == dispute.status else status


def report_unknown_dispute(transaction_id: str, provider_dispute_id: str, amount_paise: int | None) -> None:
    """Open a case for a dispute that the provider reports and that cannot be recorded automatically."""
    payment = Payment.objects.filter(transaction_id=transaction_id).first()
    details = [f"{transaction_id or '–'} ({provider_dispute_id or '–'})"]
    with transaction.atomic():
        open_case(
            CaseKind.DISPUTE_UNKNOWN,
            payment=lock_payment(payment.pk) if payment else None,
            subject=f"dispute:{provider_dispute_id or transaction_id}"[:80],
            facts={"amountPaise": amount_paise, "details": details},
        )


# Money


def _settle(dispute: Dispute, before: tuple[int, int], name: str, *, cause: str, user: User | None) -> None:
    """Bring ledger, sums, refunds, order and cases to what the saved dispute says."""
    payment = dispute.payment
    retained = payment.retained_paise
    entries = ledger.enter_dispute(dispute, held_before=before[0], lost_before=before[1])
    sums = payment.disputes.aggregate(
        held=Sum("amount_paise", filter=HELD, default=0), lost=Sum("amount_paise", filter=LOST, default=0)
    )
    payment.bump(disputed_paise=sums["held"], dispute_lost_paise=sums["lost"])
    dispute.bump()
    actor = user.subject if user else ""
    payload: dict[str, Any] = {
        "dispute": dispute.dispute_id,
        "disputeStatus": dispute.status,
        "amountPaise": dispute.amount_paise,
        "movements": [entry.reference for entry in entries],
    }
    topics = [f"staff:disputes#{dispute.dispute_id}", "staff:operations", *list_topics(payment.order)]
    record(payment, name, cause=cause, actor=actor, payload=payload, topics=topics)
    payment.order.bump()
    if user is not None:
        _log(dispute, name, user)
    supersede_waiting_refunds(payment, 0, cause="dispute", actor=actor)
    open_overdrawn_case(payment, retained_before=retained, amount_paise=dispute.amount_paise)
    close_answered_cases(payment)
    is_over = is_order_over(payment.order)
    if is_over and dispute.status in GONE:
        update_order_refunded(payment.order, cause="dispute")
    elif (is_over or payment.order.status == OrderStatus.REFUNDED) and dispute.status in FREED:
        # The order ended while its money was claimed: what is free again is owed to the customer.
        refund_remaining(payment, reason=RefundReason.ORDER_CANCELLED, cause="dispute")
    if dispute.lost_paise < before[1] and not is_money_back(payment.order):
        orders.mark_paid_again(payment.order)


def _log(dispute: Dispute, action: str, user: User) -> None:
    """Write to the audit log, with the dispute's notes."""
    after: Mapping[str, Any] = {
        "dispute": dispute.dispute_id,
        "status": dispute.status,
        "amount": rupees(dispute.amount_paise),
        "phase": dispute.phase,
    }
    audit(action, subject=dispute.payment.topic, actor=user.subject, after=after, note=dispute.notes)


def _refused(payment: Payment, problem: str) -> DisputeNotPossible:
    return DisputeNotPossible(f"{payment}: {problem}", text=_PROBLEMS[problem])
