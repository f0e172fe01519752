"""Payouts and the bank lines by which they arrived: the reconciliation as a file."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from project.core.money import exact_rupees
from project.exports.kind import Column, Kind
from project.exports.masking import mask_all
from project.exports.writers import Cell
from project.payments.models.bank import BankMatch, Payout
from project.payments.settlement.bank.responses import source_labels
from project.payments.settlement.bank.schemas import PayoutQuery


@dataclass(frozen=True)
class PayoutLine:
    """A payout with one of its lines; with none while it has not arrived."""

    payout: Payout
    source: str
    match: BankMatch | None

    def line_rupees(self) -> Cell:
        """Return what its line says came; nothing without a line."""
        return exact_rupees(self.match.line.amount_paise) if self.match is not None else ""


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
        Column(_("Payout"), lambda p: p.payout.payout_id),
        Column(pgettext_lazy("payout", "From"), lambda p: p.source),
        Column(_("Reference"), lambda p: p.payout.reference),
        Column(_("Sent"), lambda p: p.payout.expected_on),
        Column(_("Amount sent"), lambda p: exact_rupees(p.payout.amount_paise)),
        Column(_("Amount arrived"), lambda p: exact_rupees(p.payout.arrived_paise)),
        Column(_("Status"), lambda p: p.payout.status),
        Column(_("Bank account"), lambda p: p.match.line.account.name if p.match else ""),
        Column(_("Bank's day"), lambda p: p.match.line.day if p.match else ""),
        Column(_("Line's amount"), PayoutLine.line_rupees),
        Column(_("Narration"), lambda p: p.match.line.narration if p.match else "", mask_all),
        Column(_("Matched by"), lambda p: p.match.rule if p.match else ""),
        Column(_("Note"), lambda p: p.match.note if p.match else "", mask_all),
    ),
)
