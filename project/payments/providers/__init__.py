"""Adapters to payment providers; each turns one provider's words into the types of `base`."""

import hashlib
from typing import Final

from django.conf import settings
from django.utils.module_loading import import_string

from project.payments.providers.base import Provider, ProviderUnreadable, WebhookFacts

# The adapters' classes by their names, for `settings.PAYMENT_PROVIDERS`; the first takes new payments.
INSTALLED: Final = {"phonepe": "project.payments.providers.phonepe.adapter.PhonePe"}


def provider_names() -> list[str]:
    """Return the names of the installed providers; the first takes new payments."""
    return list(settings.PAYMENT_PROVIDERS)


def adapter_of(name: str) -> type[Provider]:
    """Return the adapter of the named provider.

    Raises LookupError for a name that no adapter has.
    """
    try:
        adapter: type[Provider] = import_string(settings.PAYMENT_PROVIDERS[name])
    except KeyError:
        raise LookupError(f"no payment provider {name!r}") from None
    return adapter


def get_provider(name: str) -> Provider:
    """Return this process's client for the named provider.

    Raises LookupError for a name that no adapter has.
    """
    return adapter_of(name).from_settings()


def read_webhook(name: str, body: bytes) -> WebhookFacts:
    """Parse a verified message; an unreadable one names no payment, and is stored for staff to read."""
    try:
        return get_provider(name).parse_webhook(body)
    except ProviderUnreadable:
        return WebhookFacts(
            event="unreadable",
            merchant_order_id="",
            provider_order_id="",
            merchant_refund_id="",
            provider_refund_id="",
            state="",
            amount_paise=None,
            dedupe_key=f"unreadable:{hashlib.sha256(body).hexdigest()}",
            raw={},
        )
