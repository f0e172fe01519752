"""The keys that a payment trial tries: those that its provider had when its order was made."""

import json

from django.conf import settings
from django.utils.crypto import salted_hmac

from project.core.connections import stored_values
from project.orders.models import Order
from project.payments.providers.registry import adapter_of


def trial_keys(provider: str) -> str:
    """Return the provider with a digest of its present keys, which tells nothing about them."""
    adapter = adapter_of(provider)
    if provider in settings.PROVIDERS_ON_SCREEN:
        stored = stored_values(provider)
        values = [stored.get(field, "") for field in adapter.entered]
    else:
        # One that is not in use any more has no settings.
        values = [getattr(settings, adapter.setting(field), "") for field in adapter.entered]
    digest = salted_hmac("payment trial", json.dumps(values), algorithm="sha256").hexdigest()[:32]
    return f"{provider}:{digest}"


def tries_former_keys(order: Order) -> bool:
    """Return whether the order is a trial whose provider has got other keys since."""
    return bool(order.payment_trial) and order.payment_trial != trial_keys(order.trial_provider)
