"""That a line is a payout: recorded with its ledger entry, in one transaction, and counted."""

from django.db.models import Sum

from project.accounts.models import User
from project.core.locks import lock_names
from project.payments.models import MovementKind
from project.payments.models.bank import (
    MATCHED_PAISE,
    BankLine,
    BankMatch,
    LineStatus,
    MatchRule,
    Payout,
    PayoutStatus,
)
from project.payments.shared.ledger import enter_bank_receipt


def lock_bank() -> None:
    """Let one transaction at a time change lines, payouts and matches: a payout may be in any account."""
    lock_names(["bank statements"])


def match_line(
    line: BankLine,
    payout: Payout,
    rule: MatchRule,
    *,
    part_paise: int | None = None,
    note: str = "",
    user: User | None = None,
) -> BankMatch:
    """Record that the line, or a part of it, is the payout, in the ledger too; the caller holds the lock."""
    match = BankMatch.objects.create(
        line=line, payout=payout, part_paise=part_paise, rule=rule, note=note, by=user
    )
    enter_bank_receipt(MovementKind.BANKED, match.amount_paise, reference=match.match_id)
    line.status, line.repeats = LineStatus.MATCHED, None
    line.save(update_fields=["status", "repeats"])
    return match


def count_arrivals(payout: Payout, *, is_missing: bool) -> None:
    """Set what has arrived of a payout, and so its status; the caller holds the lock."""
    matches = BankMatch.objects.filter(payout=payout, undone_at=None)
    payout.arrived_paise = matches.aggregate(paise=Sum(MATCHED_PAISE, default=0))["paise"]
    payout.status = _status(payout, is_missing=is_missing)
    payout.save(update_fields=["amount_paise", "expected_on", "due_on", "arrived_paise", "status"])


def _status(payout: Payout, *, is_missing: bool) -> PayoutStatus:
    if payout.arrived_paise == 0 and payout.amount_paise <= 0:
        return PayoutStatus.NOTHING
    if payout.arrived_paise == payout.amount_paise:
        return PayoutStatus.MATCHED
    if payout.arrived_paise == 0:
        return PayoutStatus.MISSING if is_missing else PayoutStatus.WAITING
    return PayoutStatus.SHORT if payout.arrived_paise < payout.amount_paise else PayoutStatus.OVER
