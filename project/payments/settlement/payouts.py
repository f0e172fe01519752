"""Payouts to our bank as settlement reports and remittances state them, one for each bank reference."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial

from django.db.models import F, Max, Sum

from project.orders.carriers import CARRIERS
from project.payments.models import CASH_ON_DELIVERY, StatementLine
from project.payments.providers.registry import adapter_of, provider_names


@dataclass(frozen=True)
class ExpectedPayout:
    """A payment to our bank that a provider's settlement or a courier's remittance states.

    `reference` is the bank's (UTR), "" when it is not known; `expected_on` the day it was sent.
    """

    reference: str
    expected_on: date
    amount_paise: int


@dataclass(frozen=True)
class PayoutSource:
    """A sender of payouts: `words` are those by which a bank's statement names them."""

    name: str
    label: str
    words: tuple[str, ...]
    # All payouts since a day.
    expected_since: Callable[[date], Iterable[ExpectedPayout]]


def payout_sources() -> Iterator[PayoutSource]:
    """Return the payment providers, and the couriers as one, as sources of payouts."""
    for name in (*provider_names(), CASH_ON_DELIVERY):
        label = adapter_of(name).label
        senders = CARRIERS if name == CASH_ON_DELIVERY else (label,)
        yield PayoutSource(name, label, tuple(map(str.upper, senders)), partial(_payouts_since, name))


def _payouts_since(provider: str, day: date) -> Iterator[ExpectedPayout]:
    """Return the payouts since a day; without a reference those of one day are one."""
    lines = StatementLine.objects.filter(statement__provider=provider, settled_on__gte=day)
    net = Sum(F("amount_paise") - F("fee_paise"))
    named = lines.exclude(bank_reference="").values_list("bank_reference")
    for reference, last, paise in named.annotate(Max("settled_on"), net=net).order_by("bank_reference"):
        yield ExpectedPayout(reference, last, paise)
    nameless = lines.filter(bank_reference="").values_list("settled_on")
    for settled_on, paise in nameless.annotate(net=net).order_by("settled_on"):
        yield ExpectedPayout("", settled_on, paise)
