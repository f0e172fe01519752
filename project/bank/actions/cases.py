"""Cases of payouts that did not arrive as they should, and of lines that no payout explains."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from project.bank.models import BankLine, LineStatus, Payout, PayoutStatus
from project.core.working_days import working_days_later
from project.payments.actions.cases import close_case, open_case, renew_case
from project.payments.models import Case, CaseKind

# A bank may show money before its source reports it: a case is opened only so many working days later.
REPORTED_WITHIN_DAYS = 3

_KINDS_BY_STATUS: Mapping[str, CaseKind] = {
    PayoutStatus.MISSING: CaseKind.PAYOUT_MISSING,
    PayoutStatus.SHORT: CaseKind.PAYOUT_DIFFERS,
    PayoutStatus.OVER: CaseKind.PAYOUT_DIFFERS,
}


def update_payout_cases(payout: Payout) -> None:
    """Open, update or close the cases of a payout by its status."""
    wanted = _KINDS_BY_STATUS.get(payout.status)
    subject = f"payout:{payout.payout_id}"
    for kind in (CaseKind.PAYOUT_MISSING, CaseKind.PAYOUT_DIFFERS):
        facts = {
            "expectedPaise": payout.amount_paise,
            "amountPaise": payout.arrived_paise,
            "details": [f"{payout.source} {payout.reference or '–'}", f"{payout.expected_on}"],
        }
        _update(kind, subject, facts if kind == wanted else None)


def update_line_cases(line: BankLine) -> None:
    """Open, update or close the cases of a line by its status."""
    details = [line.narration or line.reference or "–", f"{line.day}, {line.account.name}"]
    if line.repeats is not None:
        details.append(f"{line.repeats.source} {line.repeats.reference}")
    facts = {"amountPaise": line.amount_paise, "details": details}
    is_late = working_days_later(line.day, REPORTED_WITHIN_DAYS) < timezone.localdate()
    is_unknown = line.status == LineStatus.UNKNOWN and is_late
    subject = f"bank:{line.line_id}"
    _update(CaseKind.PAYOUT_UNKNOWN, subject, facts if is_unknown else None)
    _update(CaseKind.PAYOUT_TWICE, subject, facts if line.status == LineStatus.TWICE else None)


def _update(kind: CaseKind, subject: str, facts: Mapping[str, Any] | None) -> None:
    """Keep a case with these facts, or none. A dismissed one reopens only when its facts change."""
    case = Case.objects.filter(kind=kind, subject=subject).first()
    if facts is None:
        if case is not None:
            close_case(case, rule="matched")
    elif case is None or (case.closed_at is not None and (case.closed_rule or case.facts != facts)):
        open_case(kind, subject=subject, facts=facts)
    elif case.closed_at is None:
        renew_case(case, facts)
