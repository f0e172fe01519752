"""PhonePe's settings, from the environment, and the addresses that follow from them."""

from collections.abc import Mapping

from django.core.exceptions import ImproperlyConfigured

from project.core.env import Variables, variable


class Settings(Variables):
    """PhonePe, from its business dashboard; all or none; without them an admin enters them on screen."""

    REMOVED = {"PHONEPE_PG_URL PHONEPE_OAUTH_URL": "as PHONEPE_URL"}

    PHONEPE_CLIENT_ID: str = variable("", "The name of the API key.", required=True)
    PHONEPE_CLIENT_SECRET: str = variable("", "The API key.", required=True, secret=True)
    PHONEPE_CLIENT_VERSION: str = variable("1", "The version of the API key.")
    PHONEPE_WEBHOOK_USERNAME: str = variable(
        "",
        "The user name of the webhook SITE_URL/api/payments/webhooks/phonepe; this and the password, or the"
        " secret, must be set.",
        asked=True,
    )
    PHONEPE_WEBHOOK_PASSWORD: str = variable("", "The password of the webhook.", asked=True, secret=True)
    PHONEPE_WEBHOOK_SECRET: str = variable(
        "", "The secret of signed (HMAC) webhooks.", asked=True, secret=True
    )
    PHONEPE_STATEMENT_URL: str = variable(
        "",
        "Where the daily job fetches the settlement report, with {day} for a day such as 2026-11-21; without"
        " it staff upload the report.",
    )
    PHONEPE_URL: str = variable(
        "https://api.phonepe.com/apis",
        "The address of the API; of PhonePe's test system: https://api-preprod.phonepe.com/apis/pg-sandbox.",
    )


# No address: it would get the keys.
ENTERED = {
    "client_id": False,
    "client_secret": True,
    "webhook_username": False,
    "webhook_password": True,
    "webhook_secret": True,
}
NAMES = ("PHONEPE_PG_URL", "PHONEPE_OAUTH_URL", *Settings.model_fields.keys() - {"PHONEPE_URL"})


def missing_fields(values: Mapping[str, str]) -> set[str]:
    """Return the fields that must be entered, too: of the webhook its secret, or user name and password."""
    login = set() if values["webhook_secret"] else {"webhook_username", "webhook_password"}
    return {field for field in ("client_id", "client_secret", *login) if not values[field]}


def settings_of_double(url: str) -> dict[str, str]:
    """Return the addresses of a double at `url`; the sandbox has both APIs under one prefix."""
    return _addresses(f"{url}/apis/pg-sandbox")


def settings_from_environment(*, double_url: str, required: bool) -> dict[str, str]:
    """Read the settings; what is not set is the double's, whose keys are public.

    Raises ImproperlyConfigured when a required one is missing and others are set; none: for the screen.
    """
    double = {
        "PHONEPE_CLIENT_ID": "SANDBOX-CLIENT",
        "PHONEPE_CLIENT_SECRET": "sandbox-client-secret",
        "PHONEPE_WEBHOOK_USERNAME": "sandbox_hook",
        "PHONEPE_WEBHOOK_PASSWORD": "Sandbox123",
        "PHONEPE_WEBHOOK_SECRET": "sandbox-webhook-secret",
        "PHONEPE_STATEMENT_URL": f"{double_url}/settlements/{{day}}.csv",
        "PHONEPE_URL": f"{double_url}/apis/pg-sandbox",
    }
    found = Settings.read(**(double if double_url else {}))
    keys = (found.PHONEPE_CLIENT_ID, found.PHONEPE_CLIENT_SECRET, found.PHONEPE_WEBHOOK_SECRET)
    logins = (found.PHONEPE_WEBHOOK_USERNAME, found.PHONEPE_WEBHOOK_PASSWORD)
    if required and any((*keys, *logins)):
        found.require()
        by_password = found.PHONEPE_WEBHOOK_USERNAME and found.PHONEPE_WEBHOOK_PASSWORD
        if not (found.PHONEPE_WEBHOOK_SECRET or by_password):
            raise ImproperlyConfigured("PHONEPE_WEBHOOK_SECRET (or USERNAME and PASSWORD) must be set")
    return found.model_dump(exclude={"PHONEPE_URL"}) | _addresses(found.PHONEPE_URL)


def _addresses(api: str) -> dict[str, str]:
    # The test system, and the sandbox, have both APIs at one address.
    if api.endswith("/pg-sandbox"):
        return {"PHONEPE_PG_URL": api, "PHONEPE_OAUTH_URL": api}
    return {"PHONEPE_PG_URL": f"{api}/pg", "PHONEPE_OAUTH_URL": f"{api}/identity-manager"}
