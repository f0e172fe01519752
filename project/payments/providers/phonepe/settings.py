"""PhonePe's settings, from the environment, and the addresses that follow from them."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured

from project.env import env

NAMES = (
    "PHONEPE_PG_URL",
    "PHONEPE_OAUTH_URL",
    "PHONEPE_CLIENT_ID",
    "PHONEPE_CLIENT_SECRET",
    "PHONEPE_CLIENT_VERSION",
    "PHONEPE_WEBHOOK_USERNAME",
    "PHONEPE_WEBHOOK_PASSWORD",
    "PHONEPE_WEBHOOK_SECRET",
    "PHONEPE_STATEMENT_URL",
)
REQUIRED = ("PHONEPE_PG_URL", "PHONEPE_OAUTH_URL", "PHONEPE_CLIENT_ID", "PHONEPE_CLIENT_SECRET")


def settings_of_double(url: str) -> dict[str, str]:
    """Return the addresses of a double at `url`; the sandbox has both APIs under one prefix."""
    api = f"{url}/apis/pg-sandbox"
    return {"PHONEPE_PG_URL": api, "PHONEPE_OAUTH_URL": api}


def settings_from_environment(*, double_url: str, required: bool) -> dict[str, str]:
    """Read the settings; what is not set is the double's, whose keys are public.

    Raises ImproperlyConfigured when a required one is missing: the shop would look open and take no money.
    """
    api = settings_of_double(double_url) if double_url else {}

    def double(value: str) -> str:
        return value if double_url else ""

    found = {
        "PHONEPE_PG_URL": env("PHONEPE_PG_URL", api.get("PHONEPE_PG_URL", "")),
        "PHONEPE_OAUTH_URL": env("PHONEPE_OAUTH_URL", api.get("PHONEPE_OAUTH_URL", "")),
        "PHONEPE_CLIENT_ID": env("PHONEPE_CLIENT_ID", double("SANDBOX-CLIENT")),
        "PHONEPE_CLIENT_SECRET": env("PHONEPE_CLIENT_SECRET", double("sandbox-client-secret")),
        "PHONEPE_CLIENT_VERSION": env("PHONEPE_CLIENT_VERSION", "1"),
        "PHONEPE_WEBHOOK_USERNAME": env("PHONEPE_WEBHOOK_USERNAME", double("sandbox_hook")),
        "PHONEPE_WEBHOOK_PASSWORD": env("PHONEPE_WEBHOOK_PASSWORD", double("Sandbox123")),
        "PHONEPE_WEBHOOK_SECRET": env("PHONEPE_WEBHOOK_SECRET", double("sandbox-webhook-secret")),
        # Where the daily job finds the settlement report; {day} is replaced by the day of settlement, as
        # 2026-11-21. Empty: staff upload it.
        "PHONEPE_STATEMENT_URL": env(
            "PHONEPE_STATEMENT_URL", double(f"{double_url}/settlements/{{day}}.csv")
        ),
    }
    if required:
        for name in REQUIRED:
            if not found[name]:
                raise ImproperlyConfigured(f"{name} must be set (or DEBUG=1 for development)")
        by_password = found["PHONEPE_WEBHOOK_USERNAME"] and found["PHONEPE_WEBHOOK_PASSWORD"]
        if not (found["PHONEPE_WEBHOOK_SECRET"] or by_password):
            raise ImproperlyConfigured("PHONEPE_WEBHOOK_SECRET (or USERNAME and PASSWORD) must be set")
    return found
