"""Disputes in settlement reports: each reversal line is a deduction for a dispute, its return, or its fee."""

from django.db.models import QuerySet

from project.core.days import start_of_day
from project.orders.history import list_topics
from project.payments.disputes.actions import change_dispute, enter_dispute, is_reported_by_provider
from project.payments.models import (
    CaseKind,
    Dispute,
    DisputeOrigin,
    DisputeStatus,
    Payment,
    StatementLine,
)
from project.payments.shared import ledger
from project.payments.shared.cases import close_answered_cases, open_case
from project.payments.shared.history import record


def match_reversal_lines(payment: Payment) -> None:
    """Match the reversals of the reports with the disputes of the locked, captured payment. Idempotent.

    A deduction without a dispute opens one. A return wins the dispute where the provider does not say how it
    ended. A line that only charges a fee belongs to the newest dispute.
    """
    lines = StatementLine.objects.filter(payment=payment, kind="reversal", dispute=None)
    # What was deducted first is given back first; a report may list them in any order.
    deductions = lines.filter(amount_paise__lt=0).order_by("settled_on", "pk")
    for line in deductions:
        dispute = _deducted(payment, line) or _opened(payment, line)
        _link(line, dispute)
        if dispute.amount_paise != -line.amount_paise:
            _open_difference_case(dispute, line)
    for line in lines.filter(amount_paise__gt=0).order_by("settled_on", "pk"):
        returned = _returned(payment, line)
        if returned is not None:
            _link(line, returned)
            if returned.status != DisputeStatus.WON and not is_reported_by_provider(returned):
                change_dispute(returned, DisputeStatus.WON, cause="statement")
    for line in lines.filter(amount_paise=0):
        charged = _named(payment, line) or payment.disputes.order_by("-opened_at", "-pk").first()
        if charged is not None:
            _link(line, charged)


def _link(line: StatementLine, dispute: Dispute) -> None:
    line.dispute = dispute
    line.save(update_fields=["dispute"])
    dispute.bump()


def _named(payment: Payment, line: StatementLine) -> Dispute | None:
    """Return the dispute that the line names by the provider's id."""
    if not line.dispute_reference:
        return None
    return _first(payment, payment.disputes.filter(provider_dispute_id=line.dispute_reference))


def _deducted(payment: Payment, line: StatementLine) -> Dispute | None:
    """Return the dispute that the line deducts: the one it names, else one of that amount."""
    if named := _named(payment, line):
        return named
    found = payment.disputes.filter(amount_paise=-line.amount_paise).exclude(
        statement_lines__amount_paise__lt=0
    )
    if line.dispute_reference:
        found = found.filter(provider_dispute_id="")
    return _first(payment, found)


def _returned(payment: Payment, line: StatementLine) -> Dispute | None:
    """Return the dispute whose money the line gives back: a deducted one that was not given back before."""
    if named := _named(payment, line):
        return named
    found = payment.disputes.filter(statement_lines__amount_paise__lt=0).exclude(
        statement_lines__amount_paise__gt=0
    )
    same = found.filter(amount_paise=line.amount_paise)
    return _first(payment, same) or _first(payment, found)


def _first(payment: Payment, found: "QuerySet[Dispute]") -> Dispute | None:
    dispute = found.order_by("opened_at", "pk").first()
    if dispute is not None:
        dispute.payment = payment
    return dispute


def _opened(payment: Payment, line: StatementLine) -> Dispute:
    """Enter the dispute of a deduction that nobody told of; what counted as reversed is disputed now."""
    if payment.reversed_paise:
        _reinstate(payment, min(payment.reversed_paise, -line.amount_paise))
    dispute = Dispute(
        payment=payment,
        provider=payment.provider,
        provider_dispute_id=line.dispute_reference,
        origin=DisputeOrigin.STATEMENT,
        amount_paise=-line.amount_paise,
        reason_code=line.word,
        opened_at=start_of_day(line.settled_on),
    )
    enter_dispute(dispute, cause="statement")
    return dispute


def _reinstate(payment: Payment, paise: int) -> None:
    payment.reversed_paise -= paise
    payment.save(update_fields=["reversed_paise"])
    entry = ledger.enter_reversal(payment, -paise)
    payload = {"reversal": entry.reference, "amountPaise": paise}
    topics = list_topics(payment.order)
    record(payment, "payment.reinstated", cause="statement", payload=payload, topics=topics)
    close_answered_cases(payment)


def _open_difference_case(dispute: Dispute, line: StatementLine) -> None:
    open_case(
        CaseKind.DISPUTE_DIFFERS,
        subject=f"dispute:{dispute}",
        facts={
            "expectedPaise": -dispute.amount_paise,
            "amountPaise": line.amount_paise,
            "details": [f"{dispute} ({dispute.payment})", f"{line.word} {line.settled_on}"],
        },
    )
