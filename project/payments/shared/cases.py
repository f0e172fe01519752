"""Cases: discrepancies that stay open until staff or a rule closes them; each closing records which."""

import logging
from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from project.accounts.models import User
from project.events.publish import publish
from project.payments.models import (
    PROPOSALS,
    Case,
    CaseKind,
    Payment,
    PaymentStatus,
    Proposal,
    Refund,
    RefundStatus,
)
from project.payments.models.case import LOG_LEVELS

logger = logging.getLogger(__name__)

# Cases that a successful payment closes, and those that a fully refunded payment closes.
_ANSWERED_BY_MONEY = (CaseKind.AMOUNT_DIFFERS, CaseKind.ID_DIFFERS, CaseKind.NEVER_SETTLED)
_ANSWERED_BY_REFUND = (
    CaseKind.AMOUNT_DIFFERS,
    CaseKind.PAID_TWICE,
    CaseKind.PAID_WITHOUT_STOCK,
    CaseKind.PAID_AFTER_CANCEL,
    CaseKind.REFUND_FAILED,
    CaseKind.REFUND_DECLINED,
)


def open_case(
    kind: CaseKind,
    *,
    payment: Payment | None = None,
    refund: Refund | None = None,
    subject: str = "",
    facts: Mapping[str, Any],
) -> bool:
    """Open a case about a refund, else a payment, else `subject`; True when it was not open.

    Idempotent: kind and subject identify a case. A closed one is reopened.
    """
    if refund is not None:
        payment, subject = refund.payment, f"refund:{refund.refund_id}"
    elif payment is not None:
        subject = payment.topic
    case, created = Case.objects.get_or_create(
        kind=kind,
        subject=subject,
        defaults={"payment": payment, "refund": refund, "proposal": PROPOSALS[kind], "facts": dict(facts)},
    )
    if not created:
        if case.closed_at is None:
            return False
        case.opened_at, case.closed_at, case.closed_by = timezone.now(), None, None
        case.closed_rule = case.closed_notes = ""
        case.payment, case.proposal = payment, PROPOSALS[kind]
        case.facts = dict(facts)
        case.save()
        case.bump()
    logger.log(LOG_LEVELS.get(kind, logging.ERROR), "case %s %s: %s", kind, subject, dict(facts))
    _record(case, "case.opened", cause=kind, payload={"kind": kind, "proposal": case.proposal})
    return True


def renew_case(case: Case, facts: Mapping[str, Any]) -> None:
    """Update the facts of an open case; when they differ, its proposal is reset to the default."""
    if case.facts == facts:
        return
    case.facts = dict(facts)
    case.save(update_fields=["facts"])
    propose(case, Proposal(PROPOSALS[case.kind]), cause=case.kind)


def close_case(case: Case, *, user: User | None = None, rule: str = "", notes: str = "") -> bool:
    """Close a case for a person or a rule; idempotent, False when it is closed already."""
    closed = Case.objects.filter(pk=case.pk, closed_at=None).update(
        closed_at=timezone.now(), closed_by=user, closed_rule=rule, closed_notes=notes
    )
    if not closed:
        return False
    case.refresh_from_db()
    case.bump()
    actor = user.subject if user else ""
    _record(case, "case.closed", cause=rule or "staff", actor=actor, payload={"kind": case.kind})
    return True


def propose(case: Case, proposal: Proposal, *, cause: str = "staff") -> None:
    """Change the proposed step of a case, after a step was taken or its facts changed."""
    case.bump(proposal=proposal)
    _record(case, "case.changed", cause=cause, payload={"kind": case.kind, "proposal": proposal})


def close_answered_cases(payment: Payment) -> None:
    """Close the locked payment's cases that are resolved by now, and update the amount of the others."""
    for case in Case.objects.filter(payment=payment, closed_at=None):
        case.payment = payment
        if rule := _answer(case, payment):
            notes = case.refund.decision_notes if rule == "decided" and case.refund else ""
            close_case(case, rule=rule, notes=notes)
        elif case.kind == CaseKind.REFUND_FAILED and case.refund is not None:
            left = min(case.refund.amount_paise, payment.refundable_paise)
            renew_case(case, case.facts | {"amountPaise": left})


def open_overdrawn_case(payment: Payment, *, retained_before: int, amount_paise: int) -> None:
    """Open a case when a dispute or refund of this amount takes money of the locked payment a second time."""
    if payment.retained_paise < min(0, retained_before):
        facts = {"expectedPaise": max(0, retained_before), "amountPaise": amount_paise}
        open_case(CaseKind.DISPUTE_DIFFERS, payment=payment, facts=facts)


def _answer(case: Case, payment: Payment) -> str:
    """Return the rule that closes the case, blank when it stays open."""
    exact = payment.captured_paise == payment.amount_paise
    if case.kind in _ANSWERED_BY_REFUND and payment.status == PaymentStatus.REFUNDED:
        return "refunded"
    if case.kind in _ANSWERED_BY_MONEY and not payment.in_review:
        if payment.status == PaymentStatus.SUCCESS and exact:
            return "settled"
        if case.kind == CaseKind.NEVER_SETTLED and payment.status != PaymentStatus.PENDING:
            return "settled"
    if case.kind == CaseKind.DISPUTE_DIFFERS and payment.retained_paise >= 0:
        return "settled"
    if case.kind == CaseKind.MONEY_REVERSED and not payment.reversed_paise:
        return "settled"
    refund = case.refund
    if case.kind == CaseKind.REFUND_DECLINED and refund and refund.tries()[-1].status == RefundStatus.DONE:
        return "refunded"
    if case.kind == CaseKind.REFUND_APPROVAL and refund and refund.status != RefundStatus.APPROVAL:
        return "decided"
    if (
        case.kind == CaseKind.REFUND_STUCK
        and refund
        and refund.status in (RefundStatus.DONE, RefundStatus.FAILED)
    ):
        return "settled"
    return ""


def _record(case: Case, name: str, *, cause: str, actor: str = "", payload: Mapping[str, Any]) -> None:
    topics = [f"staff:cases#{case.case_id}", "staff:dashboard"]
    subject = f"case:{case.case_id}"
    payment = case.payment
    if payment is not None:
        # The case is part of the payment's history.
        payment.bump()
        subject = payment.topic
        topics += [payment.topic, payment.order.topic, f"staff:transactions#{payment.transaction_id}"]
    status = {"status": payment.status} if payment is not None else {}
    publish(
        name,
        subject=subject,
        topics=topics,
        payload={**status, "case": case.case_id, **payload},
        actor=actor,
        cause=cause,
    )
