"""The bank's part of the ledger audit: matches and their ledger entries, payouts and their lines agree."""

from collections.abc import Iterable, Iterator

from django.db.models import BigIntegerField, Case, Exists, F, OuterRef, QuerySet, Value, When
from django.db.models.functions import Coalesce

from project.payments.models import Movement, MovementKind
from project.payments.models.bank import MATCHED_PAISE, BankLine, BankMatch, LineStatus, Payout
from project.payments.shared.audit_queries import MAX_LISTED, sliced, sum_of, unequal

_KINDS = (MovementKind.BANKED, MovementKind.UNBANKED)


def differences() -> Iterable[str]:
    """Name the matches, lines and payouts that differ from each other or from the ledger.

    Where it names nothing, the ledger moved from the payouts to the bank what the bank's statements show.
    """
    yield from sliced(_matches_and_ledger, BankMatch.objects.all())
    yield from _movements_of_no_match()
    yield from sliced(_lines_and_matches, BankLine.objects.all())
    yield from sliced(_payouts_and_matches, Payout.objects.all())


def _matches_and_ledger(matches: "QuerySet[BankMatch]") -> Iterator[str]:
    amount = MATCHED_PAISE
    rows = matches.annotate(
        came=amount,
        went=Case(When(undone_at=None, then=Value(0)), default=amount, output_field=BigIntegerField()),
        ledger_came=_moved(MovementKind.BANKED),
        ledger_went=_moved(MovementKind.UNBANKED),
    )
    yield from unequal(
        rows,
        "match_id",
        ("in the bank", "came", "ledger_came"),
        ("no longer in the bank", "went", "ledger_went"),
    )


def _moved(kind: MovementKind) -> Coalesce:
    return sum_of(Movement.objects.filter(kind=kind), of="reference", to="match_id")


def _movements_of_no_match() -> Iterator[str]:
    matches = BankMatch.objects.filter(match_id=OuterRef("reference"))
    for movement in Movement.objects.filter(~Exists(matches), kind__in=_KINDS).order_by("pk")[:MAX_LISTED]:
        yield f"{movement}: of no match with the bank's statement"


def _lines_and_matches(lines: "QuerySet[BankLine]") -> Iterator[str]:
    rows = lines.annotate(
        payouts=sum_of(_live_matches(), "paise", of="line"),
        wanted=Case(When(status=LineStatus.MATCHED, then=F("amount_paise")), default=0),
    )
    yield from unequal(rows, "line_id", ("of payouts", "wanted", "payouts"))


def _payouts_and_matches(payouts: "QuerySet[Payout]") -> Iterator[str]:
    rows = payouts.annotate(found=sum_of(_live_matches(), "paise", of="payout"))
    yield from unequal(rows, "payout_id", ("arrived", "arrived_paise", "found"))


def _live_matches() -> "QuerySet[BankMatch]":
    return BankMatch.objects.filter(undone_at=None).annotate(paise=MATCHED_PAISE)
