"""Adapters to payment providers; each turns one provider's words into the types of `base`."""

from project.payments.providers.base import Provider
from project.payments.providers.phonepe import PhonePe


def get_provider(name: str) -> Provider:
    """Return this process's client for the named provider.

    Raises LookupError for a name that no adapter has.
    """
    match name:
        case "phonepe":
            return PhonePe.from_settings()
        case _:
            raise LookupError(f"no payment provider {name!r}")
