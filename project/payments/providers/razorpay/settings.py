"""Razorpay's settings, from the environment."""

from project.core.env import Variables, variable

# One address: the key says whether it is the test mode or the live mode.
API_URL = "https://api.razorpay.com"


class Settings(Variables):
    """Razorpay, from its dashboard; all or none; without them an admin enters them on screen."""

    IS_OPTIONAL = True
    REMOVED = {"RAZORPAY_API_URL": f"always {API_URL}"}

    RAZORPAY_KEY_ID: str = variable(
        "", "The name of the API key, which says whether it is the test mode.", required=True
    )
    RAZORPAY_KEY_SECRET: str = variable("", "The API key.", required=True, secret=True)
    RAZORPAY_WEBHOOK_SECRET: str = variable(
        "",
        "The secret of the webhook SITE_URL/api/payments/webhooks/razorpay, whose events"
        " project/payments/providers/razorpay/README.md lists.",
        required=True,
        secret=True,
    )


ENTERED = {"key_id": False, "key_secret": True, "webhook_secret": True}
NAMES = ("RAZORPAY_API_URL", *Settings.model_fields)


def settings_of_double(url: str) -> dict[str, str]:
    """Return the address of a double at `url`."""
    return {"RAZORPAY_API_URL": f"{url}/razorpay"}


def settings_from_environment(*, double_url: str, required: bool) -> dict[str, str]:
    """Read the settings; what is not set is the double's, whose keys are public.

    Raises ImproperlyConfigured when a required one is missing and others are set; none: for the screen.
    """
    double = {
        "RAZORPAY_KEY_ID": "SANDBOX-CLIENT",
        "RAZORPAY_KEY_SECRET": "sandbox-client-secret",
        "RAZORPAY_WEBHOOK_SECRET": "sandbox-webhook-secret",
    }
    found = Settings.read(**(double if double_url else {}))
    if required and any(found.model_dump().values()):
        found.require()
    address = settings_of_double(double_url) if double_url else {"RAZORPAY_API_URL": API_URL}
    return found.model_dump() | address
