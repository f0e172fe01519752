"""Choose the provider at which a new payment is opened: by weight, among those that work.

A circuit breaker for each provider, kept in the database so that all processes share it: one that does not
open a payment is left out for a while, each time longer. Then one payment tries it, and its success ends the
outage. One whose own payments mostly fail is left out, too, until those are an hour old (`health.py`). A
payment stays with the provider that has opened it.
"""

import logging
import random
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from project.core.shop import shop
from project.events.publish import publish
from project.orders.models import Order
from project.payments.models import PaymentStatus, ProviderOutage
from project.payments.provider_health.health import failing_providers
from project.payments.providers.registry import adapter_of, provider_names

logger = logging.getLogger(__name__)

SHORTEST_OUTAGE = timedelta(seconds=30)
LONGEST_OUTAGE = timedelta(minutes=10)
# Longer than opening a payment takes.
TRIAL = timedelta(seconds=45)


def choose_provider(order: Order, *, now: datetime, avoid: Collection[str] = ()) -> str:
    """Return the name of the provider for the order's next payment; call it under the order's lock.

    A payment trial has one of its own.
    May claim the trial of a provider whose pause is over: the payment is then the one that tries it.
    Left out, as long as another one is left, are: those to `avoid`, those in an outage, the one that failed
    the order's last payment for a technical reason, and those whose payments fail.
    """
    if order.trial_provider:
        return order.trial_provider
    names = _takers()
    if len(names) == 1:
        return names[0]
    outages = {outage.provider: outage for outage in ProviderOutage.objects.all()}
    for name, outage in outages.items():
        if name in names and name not in avoid and _claim_trial(outage, now):
            return name
    for left_out in (avoid, outages, _technically_failed_at(order), failing_providers()):
        names = [name for name in names if name not in left_out] or names
    return _by_weight(names, shop().payments.provider_weights)


def has_other_provider(order: Order, tried: Collection[str]) -> bool:
    """Return whether the order's payment, which these providers did not open, may be opened at another."""
    if order.trial_provider:
        return False
    out = ProviderOutage.objects.filter(until__gt=timezone.now()).values_list("provider", flat=True)
    return bool(set(_takers()) - set(tried) - set(out))


@transaction.atomic
def note_failure(name: str) -> None:
    """Leave the provider out of new payments, as it did not open one. Those that fail together count once."""
    if len(_takers()) == 1:
        return
    now = timezone.now()
    _, is_new = ProviderOutage.objects.get_or_create(
        provider=name, defaults={"since": now, "until": now + SHORTEST_OUTAGE}
    )
    if is_new:
        logger.error("%s does not open payments: new ones leave it out", name)
        _publish(name, "payment.provider_out")
        return
    # Only a trial makes it longer; one row is one UPDATE, so of several trials at once the first counts.
    outage = ProviderOutage.objects.filter(provider=name, until__lte=now).first()
    if outage is not None:
        pause = min(LONGEST_OUTAGE, SHORTEST_OUTAGE * 2 ** min(outage.failures, 10))
        failed = ProviderOutage.objects.filter(provider=name, failures=outage.failures)
        if failed.update(failures=F("failures") + 1, until=now + pause, trial_until=None):
            _publish(name, "payment.provider_out")


def note_success(name: str) -> None:
    """End the provider's outage, if it has one: it has opened a payment."""
    if len(_takers()) == 1:
        return
    with transaction.atomic():
        if ProviderOutage.objects.filter(provider=name).delete()[0]:
            logger.warning("%s opens payments again", name)
            _publish(name, "payment.provider_back")


def _takers() -> list[str]:
    """Return the providers that may get new payments: all but those of weight 0, kept for the old ones."""
    names, weights = provider_names(), shop().payments.provider_weights
    # The environment may have lost the one that the settings leave over.
    return [name for name in names if weights.get(name) != 0] or names


def _claim_trial(outage: ProviderOutage, now: datetime) -> bool:
    """Make the caller's payment the one that tries a provider whose pause is over; False when it is not.

    Compare-and-swap: without it all payments of this moment would try it.
    """
    free = Q(trial_until=None) | Q(trial_until__lte=now)
    due = ProviderOutage.objects.filter(free, provider=outage.provider, until__lte=now)
    return outage.until <= now and due.update(trial_until=now + TRIAL) == 1


def _technically_failed_at(order: Order) -> Collection[str]:
    """Return where the order's last payment failed by no fault of the shopper."""
    last = order.payments.order_by("-pk").first()
    if last is None or last.status != PaymentStatus.FAILED:
        return ()
    return (last.provider,) if last.error_code in adapter_of(last.provider).technical_codes else ()


def _by_weight(names: Sequence[str], weights: Mapping[str, int]) -> str:
    """Return one of the names; one without a weight, a spare, only where no other is left."""
    shares = [weights.get(name, 0) for name in names]
    return random.choices(names, shares)[0] if any(shares) else names[0]


def _publish(name: str, event: str) -> None:
    publish(event, subject=f"provider:{name}", topics=["staff:payment-health"], cause="payment start")
