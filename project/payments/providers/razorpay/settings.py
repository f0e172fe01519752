"""Razorpay's settings, from the environment."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured

from project.env import env

NAMES = ("RAZORPAY_API_URL", "RAZORPAY_KEY_ID", "RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRET")
# One address: the key says whether it is the test mode or the live mode.
API_URL = "https://api.razorpay.com"


def settings_of_double(url: str) -> dict[str, str]:
    """Return the address of a double at `url`."""
    return {"RAZORPAY_API_URL": f"{url}/razorpay"}


def settings_from_environment(*, double_url: str, required: bool) -> dict[str, str]:
    """Read the settings; what is not set is the double's, whose keys are public.

    Raises ImproperlyConfigured when a required one is missing: the shop would look open and take no money.
    """

    def double(value: str) -> str:
        return value if double_url else ""

    address = settings_of_double(double_url)["RAZORPAY_API_URL"] if double_url else API_URL
    found = {
        "RAZORPAY_API_URL": env("RAZORPAY_API_URL", address),
        "RAZORPAY_KEY_ID": env("RAZORPAY_KEY_ID", double("SANDBOX-CLIENT")),
        "RAZORPAY_KEY_SECRET": env("RAZORPAY_KEY_SECRET", double("sandbox-client-secret")),
        "RAZORPAY_WEBHOOK_SECRET": env("RAZORPAY_WEBHOOK_SECRET", double("sandbox-webhook-secret")),
    }
    if required:
        for name in NAMES:
            if not found[name]:
                raise ImproperlyConfigured(f"{name} must be set (or DEBUG=1 for development)")
    return found
