"""The installed providers by name."""

import hashlib
from typing import Final

from django.conf import settings
from django.utils.module_loading import import_string

from project.payments.providers.base import Provider, ProviderUnreadable, WebhookFacts

# The adapters' classes by their names; the environment chooses those of `settings.PAYMENT_PROVIDERS`.
INSTALLED: Final = {
    "phonepe": "project.payments.providers.phonepe.adapter.PhonePe",
    "razorpay": "project.payments.providers.razorpay.adapter.Razorpay",
}
# What no account is needed for: it is there beside the providers in use, and takes no new payment of theirs.
BY_HAND: Final = {
    "cash_on_delivery": "project.payments.providers.cash_on_delivery.adapter.CashOnDelivery",
}


def provider_names() -> list[str]:
    """Return the names of the providers in use; `choose_provider` says which takes a new payment.

    None while payments are not set up.
    """
    # The settings read this module, before there are models.
    from project.core.connections import providers_set_up

    return providers_set_up()


def adapter_of(name: str) -> type[Provider]:
    """Return the adapter of the named provider, also of one that is not in use (any more).

    Raises LookupError for a name that no adapter has.
    """
    path = settings.PAYMENT_PROVIDERS.get(name) or INSTALLED.get(name) or BY_HAND.get(name)
    if path is None:
        raise LookupError(f"no payment provider {name!r}")
    adapter: type[Provider] = import_string(path)
    return adapter


def get_provider(name: str) -> Provider:
    """Return this process's client for the named provider.

    Raises LookupError for a provider that is not in use.
    """
    if name not in settings.PAYMENT_PROVIDERS and name not in BY_HAND:
        raise LookupError(f"payment provider {name!r} is not in use")
    if name not in settings.PROVIDERS_ON_SCREEN:
        return adapter_of(name).from_settings()
    from project.core.connections import stored_values

    return adapter_of(name).of_account(stored_values(name))


def read_webhook(name: str, body: bytes) -> WebhookFacts:
    """Parse a verified message; an unreadable one names no payment, and is stored for staff to read."""
    try:
        return get_provider(name).parse_webhook(body)
    except ProviderUnreadable:
        return WebhookFacts(event="unreadable", dedupe_key=f"unreadable:{hashlib.sha256(body).hexdigest()}")
