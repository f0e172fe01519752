"""Settings that tests give a process beside the shop's own variables; `tests/settings.py` reads them."""

from collections.abc import Mapping

SWITCHES = {
    *("HUEY_IMMEDIATE", "HUB_HINTS", "HUB_TAIL", "LIVE_SOCKETS_PER_USER", "LIVE_SOCKETS_PER_ADDRESS"),
    # An admin enters the keys of payment providers: the environment has none.
    "KEYS_ON_SCREEN",
    *("SANDBOX_URL", "PHONEPE_PG_URL", "PHONEPE_OAUTH_URL", "RENDERER_MILLISECONDS", "HOLD_LIMITS"),
}


def process_variables(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the variables by which a process gets these settings."""
    return {f"TEST_{name}" if name in SWITCHES else name: value for name, value in settings.items()}
