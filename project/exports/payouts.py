"""Payouts and the bank lines by which they arrived: the reconciliation as a file."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from project.bank.models import BankMatch, Payout
from project.bank.schemas import PayoutQuery, source_labels
from project.exports.kind import Column, Kind, rupees_of
from project.exports.masking import mask_all
from project.exports.writers import Cell


@dataclass(frozen=True)
class PayoutLine:
    """A payout with one of its lines; with none while it has not arrived."""

    payout: Payout
    source: str
    match: BankMatch | None

    def line_rupees(self) -> Cell:
        """Return what its line says came; nothing without a line."""
        return rupees_of(self.match.line.amount_paise) if self.match is not None else ""


def payout_lines(payouts: Sequence[Payout]) -> Iterable[PayoutLine]:
    """Return a line for each bank line of each payout, and one for a payout without any."""
    matches: dict[int, list[BankMatch]] = defaultdict(list)
    found = BankMatch.objects.filter(payout__in=payouts, undone_at=None).select_related("line__account")
    for match in found.order_by("line__day", "pk"):
        matches[match.payout_id].append(match)
    labels = source_labels()
    for payout in payouts:
        source = labels.get(payout.source, payout.source)
        if not matches[payout.pk]:
            yield PayoutLine(payout, source, None)
        for match in matches[payout.pk]:
            yield PayoutLine(payout, source, match)


PAYOUTS = Kind(
    query=PayoutQuery,
    found=PayoutQuery.found,
    lines=payout_lines,
    columns=(
        Column("Payout", "भेजी गई राशि", lambda p: p.payout.payout_id),
        Column("From", "किसने भेजी", lambda p: p.source),
        Column("Reference", "संदर्भ", lambda p: p.payout.reference),
        Column("Sent", "भेजने की तारीख़", lambda p: p.payout.expected_on),
        Column("Amount sent", "भेजी गई रक़म", lambda p: rupees_of(p.payout.amount_paise)),
        Column("Amount arrived", "पहुँची रक़म", lambda p: rupees_of(p.payout.arrived_paise)),
        Column("Status", "स्थिति", lambda p: p.payout.status),
        Column("Bank account", "बैंक खाता", lambda p: p.match.line.account.name if p.match else ""),
        Column("Bank's day", "बैंक की तारीख़", lambda p: p.match.line.day if p.match else ""),
        Column("Line's amount", "पंक्ति की रक़म", PayoutLine.line_rupees),
        Column("Narration", "विवरण", lambda p: p.match.line.narration if p.match else "", mask_all),
        Column("Matched by", "मिलान", lambda p: p.match.rule if p.match else ""),
        Column("Note", "टिप्पणी", lambda p: p.match.note if p.match else "", mask_all),
    ),
)
