"""Staff decisions about statement lines and payouts, each with a reason."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from project.accounts.models import User
from project.core.errors import Conflict, ErrorCode, NotFound
from project.events.audit import record as audit
from project.events.publish import publish
from project.payments.models import MovementKind
from project.payments.models.bank import BankLine, BankMatch, LineStatus, MatchRule, Payout
from project.payments.settlement.bank.actions.cases import update_line_cases
from project.payments.settlement.bank.actions.matches import lock_bank, match_line
from project.payments.settlement.bank.actions.reconciliation import reconcile
from project.payments.shared.ledger import enter_bank_receipt


@transaction.atomic
def match_by_staff(payout_id: str, *, line_id: str, note: str, user: User) -> BankMatch:
    """Say that a line is (part of) a payout, with a reason.

    Raises NotFound, and BANK_LINE_CHANGED when the line is another payout already or was money that went.
    """
    lock_bank()
    payout, line = _payout(payout_id), _unmatched_line(line_id)
    match = match_line(line, payout, MatchRule.STAFF, note=note, user=user)
    update_line_cases(line)
    _log("bank.matched", line, payout, user=user, note=note)
    reconcile(min(line.day, payout.expected_on), changed={payout.pk})
    return match


@transaction.atomic
def split_by_staff(line_id: str, *, parts: Mapping[str, int], note: str, user: User) -> BankLine:
    """Say that a line is several payouts: the paise of each, by its id, which come to the line's amount.

    Raises NotFound, BANK_PARTS_DIFFER, and BANK_LINE_CHANGED when it is a payout already or was money that
    went.
    """
    lock_bank()
    line = _unmatched_line(line_id)
    if sum(parts.values()) != line.amount_paise:
        raise Conflict(f"{parts} of {line.amount_paise}", code=ErrorCode.BANK_PARTS_DIFFER)
    payouts = [_payout(payout_id) for payout_id in parts]
    for payout in payouts:
        part = parts[payout.payout_id]
        match_line(line, payout, MatchRule.STAFF, part_paise=part, note=note, user=user)
        _log("bank.matched", line, payout, user=user, note=note)
    update_line_cases(line)
    first = min(line.day, *(payout.expected_on for payout in payouts))
    reconcile(first, changed={payout.pk for payout in payouts})
    return line


@transaction.atomic
def unmatch_by_staff(line_id: str, *, note: str, user: User) -> BankLine:
    """Say that a line is none of the payouts it was matched with; no rule matches them again.

    Raises NotFound, and BANK_LINE_CHANGED when it is matched with none.
    """
    lock_bank()
    line = _line(line_id)
    matches = list(line.matches.filter(undone_at=None).select_related("line", "payout").order_by("pk"))
    if not matches:
        raise Conflict(f"{line} is not matched", code=ErrorCode.BANK_LINE_CHANGED)
    for match in matches:
        match.undone_at, match.undone_by, match.undone_note = timezone.now(), user, note
        match.save(update_fields=["undone_at", "undone_by", "undone_note"])
        enter_bank_receipt(MovementKind.UNBANKED, match.amount_paise, reference=match.match_id)
        _log("bank.unmatched", line, match.payout, user=user, note=note)
    line.status = LineStatus.OTHER
    line.save(update_fields=["status"])
    first = min(line.day, *(match.payout.expected_on for match in matches))
    reconcile(first, changed={match.payout_id for match in matches})
    return line


@transaction.atomic
def set_aside(line_id: str, *, note: str, user: User) -> BankLine:
    """Say that a line that looks like a payout is none, with a reason.

    Raises NotFound, and BANK_LINE_CHANGED when it is matched or does not look like one.
    """
    lock_bank()
    line = _line(line_id)
    if line.status not in (LineStatus.UNKNOWN, LineStatus.TWICE):
        raise Conflict(f"{line} is {line.status}", code=ErrorCode.BANK_LINE_CHANGED)
    line.status, line.repeats = LineStatus.SET_ASIDE, None
    line.save(update_fields=["status", "repeats"])
    _log("bank.set_aside", line, None, user=user, note=note)
    update_line_cases(line)
    publish("bank.set_aside", subject=f"bank:{line.line_id}", topics=["staff:bank"])
    return line


def _log(action: str, line: BankLine, payout: Payout | None, *, user: User, note: str) -> None:
    audit(
        action,
        subject=f"bank:{line.line_id}",
        actor=user.subject,
        after={"payout": payout.payout_id} if payout is not None else None,
        note=note,
    )


def _payout(payout_id: str) -> Payout:
    payout = Payout.objects.filter(payout_id=payout_id).first()
    if payout is None:
        raise NotFound(payout_id)
    return payout


def _unmatched_line(line_id: str) -> BankLine:
    line = _line(line_id)
    if line.status == LineStatus.MATCHED or line.amount_paise < 0:
        raise Conflict(f"{line} is {line.status}", code=ErrorCode.BANK_LINE_CHANGED)
    return line


def _line(line_id: str) -> BankLine:
    line = BankLine.objects.select_related("repeats").filter(line_id=line_id).first()
    if line is None:
        raise NotFound(line_id)
    return line
