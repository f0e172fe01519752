"""Cases of payouts that did not arrive as they should, and of lines that no payout explains."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat
from django.utils import timezone

from project.core.days import working_days_later
from project.payments.models import Case, CaseKind
from project.payments.models.bank import BankLine, LineStatus, Payout, PayoutStatus
from project.payments.settlement.reconciliation import MAX_CASES_AT_ONCE
from project.payments.shared.cases import close_case, open_case, renew_case

# A bank may show money before its source reports it: a case is opened only so many working days later.
REPORTED_WITHIN_DAYS = 3

_KINDS_BY_STATUS: Mapping[str, CaseKind] = {
    PayoutStatus.MISSING: CaseKind.PAYOUT_MISSING,
    PayoutStatus.SHORT: CaseKind.PAYOUT_DIFFERS,
    PayoutStatus.OVER: CaseKind.PAYOUT_DIFFERS,
}
_KINDS_BY_LINE_STATUS: Mapping[str, CaseKind] = {
    LineStatus.UNKNOWN: CaseKind.PAYOUT_UNKNOWN,
    LineStatus.TWICE: CaseKind.PAYOUT_TWICE,
}
Row = TypeVar("Row", Payout, BankLine)

_PAYOUT_SUBJECT, _LINE_SUBJECT = "payout:", "bank:"


def open_cases() -> None:
    """Open the cases of payouts and lines that have none, the oldest first, some of each kind at a time."""
    for kind in dict.fromkeys(_KINDS_BY_STATUS.values()):
        statuses = [status for status, each in _KINDS_BY_STATUS.items() if each == kind]
        payouts = Payout.objects.filter(status__in=statuses).order_by("expected_on", "pk")
        for payout in _without_case(payouts, kind, _PAYOUT_SUBJECT, "payout_id"):
            open_case(kind, subject=f"{_PAYOUT_SUBJECT}{payout.payout_id}", facts=_facts_of_payout(payout))
    for status, kind in _KINDS_BY_LINE_STATUS.items():
        lines = BankLine.objects.filter(status=status).select_related("account", "repeats")
        for line in _without_case(lines.order_by("day", "pk"), kind, _LINE_SUBJECT, "line_id"):
            if _kind_of_line(line) == kind:
                open_case(kind, subject=f"{_LINE_SUBJECT}{line.line_id}", facts=_facts_of_line(line))


def update_payout_cases(payout: Payout) -> None:
    """Update or close the cases of a payout by its status; `open_cases` opens one that it lacks."""
    wanted = _KINDS_BY_STATUS.get(payout.status)
    for kind in (CaseKind.PAYOUT_MISSING, CaseKind.PAYOUT_DIFFERS):
        facts = _facts_of_payout(payout) if kind == wanted else None
        _update(kind, f"{_PAYOUT_SUBJECT}{payout.payout_id}", facts)


def update_line_cases(line: BankLine) -> None:
    """Update or close the cases of a line by its status; `open_cases` opens one that it lacks."""
    wanted = _kind_of_line(line)
    for kind in _KINDS_BY_LINE_STATUS.values():
        facts = _facts_of_line(line) if kind == wanted else None
        _update(kind, f"{_LINE_SUBJECT}{line.line_id}", facts)


def _kind_of_line(line: BankLine) -> CaseKind | None:
    """Return the kind of case that the line should have by now."""
    is_late = working_days_later(line.day, REPORTED_WITHIN_DAYS) < timezone.localdate()
    if line.status == LineStatus.UNKNOWN and not is_late:
        return None
    return _KINDS_BY_LINE_STATUS.get(line.status)


def _facts_of_payout(payout: Payout) -> dict[str, Any]:
    return {
        "expectedPaise": payout.amount_paise,
        "amountPaise": payout.arrived_paise,
        "details": [f"{payout.source} {payout.reference or '–'}", f"{payout.expected_on}"],
    }


def _facts_of_line(line: BankLine) -> dict[str, Any]:
    details = [line.narration or line.reference or "–", f"{line.day}, {line.account.name}"]
    if line.repeats is not None:
        details.append(f"{line.repeats.source} {line.repeats.reference}")
    return {"amountPaise": line.amount_paise, "details": details}


def _without_case(rows: "QuerySet[Row]", kind: CaseKind, prefix: str, name: str) -> "QuerySet[Row]":
    """Return some of the rows that have no case of the kind; one that staff dismissed is theirs, too."""
    cases = Case.objects.filter(
        Q(closed_at=None) | Q(closed_rule=""),
        kind=kind,
        subject=Concat(Value(prefix), OuterRef(name), output_field=CharField()),
    )
    return rows.filter(~Exists(cases))[:MAX_CASES_AT_ONCE]


def _update(kind: CaseKind, subject: str, facts: Mapping[str, Any] | None) -> None:
    """Bring an existing case to these facts, or close it. A dismissed one reopens when its facts change."""
    case = Case.objects.filter(kind=kind, subject=subject).first()
    if case is None:
        return
    if facts is None:
        close_case(case, rule="matched")
    elif case.closed_at is None:
        renew_case(case, facts)
    elif not case.closed_rule and case.facts != facts:
        open_case(kind, subject=subject, facts=facts)
