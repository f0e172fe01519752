"""Matching of bank statement lines with payouts: by the bank's reference, else by the exact amount.

A reference (UTR) is one transfer, so a line that names a payout's is that payout, whatever its amount; a
second line that names it is a second arrival. Without one, a line is a payout when it has exactly its amount
within the days in which it should arrive, and both are the only ones for each other.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db import transaction
from django.db.models import Max, Min, Q, QuerySet
from django.utils import timezone

from project.core.days import working_days_later
from project.core.shop import one_reading
from project.events.publish import publish
from project.payments.models.bank import (
    BankAccount,
    BankLine,
    BankMatch,
    BankStatement,
    LineStatus,
    MatchRule,
    Payout,
    PayoutStatus,
)
from project.payments.settlement.bank.actions.cases import open_cases, update_line_cases, update_payout_cases
from project.payments.settlement.bank.actions.matches import count_arrivals, lock_bank, match_line
from project.payments.settlement.payouts import PayoutSource, payout_sources
from project.payments.shared.ledger import carry_over_old_settlements

# A payout in no statement so many working days after it was sent is missing.
ARRIVES_WITHIN_DAYS = 3
# Payouts of so many days before a statement may arrive in it.
LATE_DAYS = timedelta(days=14)
# What the clock looks at again: reports and statements come late.
RECENT_DAYS = timedelta(days=60)
# Shorter references are numbers that a text may have by chance.
MIN_REFERENCE = 6
# From so many characters on a reference is found in a text that writes it in parts.
MIN_SPLIT_REFERENCE = 10
_TOKENS = re.compile(r"[A-Z0-9]+")
_UNMATCHED = (LineStatus.OTHER, LineStatus.UNKNOWN, LineStatus.TWICE)


@transaction.atomic
def reconcile_lately() -> None:
    """Reconcile what is recent, as payouts may be reported after they arrived. Idempotent."""
    lock_bank()
    carry_over_old_settlements()
    reconcile(timezone.localdate() - RECENT_DAYS)


@one_reading()
def reconcile(since: date, *, changed: Iterable[int] = ()) -> None:
    """Store the payouts since a day, match the lines with them, and update statuses and cases.

    The caller holds the lock, and may name payouts that it changed itself.
    """
    if not BankStatement.objects.exists():
        return
    sources = list(payout_sources())
    stored = _store_payouts(sources, since)
    lines = list(
        BankLine.objects.filter(day__gte=since, amount_paise__gt=0, status__in=_UNMATCHED)
        .select_related("account", "repeats")
        .order_by("day", "pk")
    )
    candidates = _Candidates(lines, sources, since)
    matched = [*candidates.match_by_reference(), *candidates.match_by_amount()]
    candidates.mark_unmatched()
    _update_payouts(since, {*changed, *stored, *matched})
    open_cases()
    publish("bank.reconciled", subject="bank", topics=["staff:bank", "staff:statements"])


def _store_payouts(sources: Iterable[PayoutSource], since: date) -> set[int]:
    """Store the payouts that are new or have other lines by now; return the keys of those that changed."""
    changed = set()
    for source in sources:
        # A payout is complete in the reports of few days: from some before on none is cut in two.
        found = [each for each in source.expected_since(since - LATE_DAYS) if each.expected_on >= since]
        known = {
            payout.key: payout
            for payout in Payout.objects.filter(
                Q(expected_on__gte=since - LATE_DAYS) | Q(key__in=[each.reference for each in found]),
                source=source.name,
            )
        }
        for each in found:
            key = each.reference or each.expected_on.isoformat()
            due = working_days_later(each.expected_on, ARRIVES_WITHIN_DAYS)
            payout = known.get(key)
            if payout is None:
                payout = known[key] = Payout.objects.create(
                    source=source.name,
                    key=key,
                    reference=each.reference,
                    expected_on=each.expected_on,
                    due_on=due,
                    amount_paise=each.amount_paise,
                )
                changed.add(payout.pk)
            elif (payout.amount_paise, payout.expected_on) != (each.amount_paise, each.expected_on):
                payout.amount_paise, payout.expected_on, payout.due_on = (
                    each.amount_paise,
                    each.expected_on,
                    due,
                )
                count_arrivals(payout, is_missing=False)
                changed.add(payout.pk)
    return changed


@dataclass(frozen=True)
class _Text:
    """The text of a line in which references are searched."""

    tokens: frozenset[str]
    joined: str
    spaced: str

    @classmethod
    def of(cls, line: BankLine) -> "_Text":
        words = _TOKENS.findall(f"{line.reference} {line.narration}".upper())
        tokens = frozenset(word.lstrip("0") for word in words)
        return cls(tokens, "".join(words), f" {' '.join(words)} ")

    def has_reference(self, plain: str) -> bool:
        """Return whether the line has this reference, as `_plain_reference` returns it."""
        return plain in self.tokens or (len(plain) >= MIN_SPLIT_REFERENCE and plain in self.joined)

    def has_name(self, words: Sequence[str]) -> bool:
        """Return whether the line has this name: its words one after another, or all of them as one."""
        plain = "".join(words)
        if plain in self.tokens or f" {' '.join(words)} " in self.spaced:
            return True
        # Two words may meet in a text by chance: "BANK OF INDIA POS TXN" is not from India Post.
        return len(words) == 1 and len(plain) >= MIN_REFERENCE and plain in self.joined


def _plain_reference(reference: str) -> str:
    """Return a reference by letters and digits alone, without zeros in front, as banks write any number."""
    return "".join(_TOKENS.findall(reference.upper())).lstrip("0")


class _Candidates:
    """The lines that may be payouts, and the payouts that they may be."""

    def __init__(self, lines: Sequence[BankLine], sources: Iterable[PayoutSource], since: date) -> None:
        self.lines = {line.pk: line for line in lines}
        self.texts = {line.pk: _Text.of(line) for line in lines}
        self.payouts = {
            payout.pk: payout
            for payout in Payout.objects.filter(expected_on__gte=since - LATE_DAYS, amount_paise__gt=0)
        }
        self.arrived = set(
            BankMatch.objects.filter(payout__in=self.payouts, undone_at=None).values_list(
                "payout_id", flat=True
            )
        )
        # What staff said is not the same is not matched again.
        self.undone = set(
            BankMatch.objects.filter(line__in=self.lines)
            .exclude(undone_at=None)
            .values_list("line_id", "payout_id")
        )
        names = [(_TOKENS.findall(name), source.name) for source in sources for name in source.words]
        self.sources = {
            line.pk: next((source for name, source in names if self.texts[line.pk].has_name(name)), "")
            for line in lines
        }
        # A line that names a payout is not another one by its amount.
        self.named: set[int] = set()
        # What came before the first report of its source no report explains.
        self.first_days = dict(Payout.objects.values_list("source").annotate(Min("expected_on")))

    def match_by_reference(self) -> Iterator[int]:
        """Match the lines that name a payout; yield the payouts' keys."""
        named = [
            (plain, payout)
            for payout in self.payouts.values()
            if len(plain := _plain_reference(payout.reference)) >= MIN_REFERENCE
        ]
        for pk, line in list(self.lines.items()):
            text = self.texts[pk]
            payout = next((each for plain, each in named if text.has_reference(plain)), None)
            if payout is None or (pk, payout.pk) in self.undone:
                continue
            self.named.add(pk)
            if payout.pk not in self.arrived:
                yield self._match(line, payout, MatchRule.REFERENCE)
            elif (line.status, line.repeats) != (LineStatus.TWICE, payout):
                line.status, line.repeats = LineStatus.TWICE, payout
                line.save(update_fields=["status", "repeats"])
                update_line_cases(line)

    def match_by_amount(self) -> Iterator[int]:
        """Match a line and a payout that are the only ones for each other; yield the payouts' keys."""
        lines_of: dict[int, list[int]] = defaultdict(list)
        payouts_of: dict[int, list[int]] = defaultdict(list)
        by_amount: dict[int, list[Payout]] = defaultdict(list)
        for payout in self.payouts.values():
            if payout.pk not in self.arrived:
                by_amount[payout.amount_paise].append(payout)
        for pk, line in self.lines.items():
            for payout in by_amount[line.amount_paise]:
                if (
                    pk not in self.named
                    and payout.expected_on <= line.day <= payout.due_on
                    and self.sources[pk] in ("", payout.source)
                    and (pk, payout.pk) not in self.undone
                ):
                    lines_of[payout.pk].append(pk)
                    payouts_of[pk].append(payout.pk)
        for payout_pk, found in lines_of.items():
            # Of several lines the one that names the source.
            candidates = [pk for pk in found if self.sources[pk]] or found
            if len(candidates) == 1 and len(payouts_of[candidates[0]]) == 1:
                yield self._match(self.lines[candidates[0]], self.payouts[payout_pk], MatchRule.AMOUNT)

    def _match(self, line: BankLine, payout: Payout, rule: MatchRule) -> int:
        match_line(line, payout, rule)
        update_line_cases(line)
        self.arrived.add(payout.pk)
        del self.lines[line.pk]
        return payout.pk

    def mark_unmatched(self) -> None:
        """Say which of the other lines look like a payout."""
        for pk, line in self.lines.items():
            source = self.sources[pk]
            is_reported = source in self.first_days and self.first_days[source] <= line.day
            status = LineStatus.UNKNOWN if is_reported else LineStatus.OTHER
            if line.status == LineStatus.TWICE and line.repeats_id in self.arrived:
                status = LineStatus.TWICE
            if (line.status, line.source) != (status, source):
                line.status, line.source = status, source
                line.repeats = line.repeats if status == LineStatus.TWICE else None
                line.save(update_fields=["status", "source", "repeats"])
                update_line_cases(line)


def _update_payouts(since: date, changed: set[int]) -> None:
    """Set the statuses and cases of payouts that changed, or whose time is over."""
    statements = _receiving_statements()
    span = statements.aggregate(first=Min("first_day"), last=Max("last_day"))
    gaps = [
        (date.fromisoformat(str(gap["after"])), date.fromisoformat(str(gap["before"])))
        for account in BankAccount.objects.filter(pk__in=statements.values("account"))
        for gap in account.gaps
    ]
    waiting = Q(status__in=(PayoutStatus.WAITING, PayoutStatus.MISSING), expected_on__gte=since)
    for payout in Payout.objects.filter(Q(pk__in=changed) | waiting):
        is_in_gap = any(after <= payout.due_on and payout.expected_on <= before for after, before in gaps)
        is_covered = span["first"] <= payout.expected_on and payout.due_on <= span["last"]
        is_missing = is_covered and not is_in_gap
        if payout.pk in changed or is_missing != (payout.status == PayoutStatus.MISSING):
            count_arrivals(payout, is_missing=is_missing)
            update_payout_cases(payout)


def _receiving_statements() -> "QuerySet[BankStatement]":
    """Return the statements of the accounts in which payouts arrive; of all where none has yet."""
    receiving = BankLine.objects.filter(status=LineStatus.MATCHED).values("account")
    found = BankStatement.objects.filter(account__in=receiving)
    return found if found.exists() else BankStatement.objects.all()
