"""Values from the environment, as the settings read them; a bad one stops the start with its name."""

import os

from django.core.exceptions import ImproperlyConfigured


def env(name: str, default: str = "") -> str:
    """Return the variable as text."""
    return os.environ.get(name, default)


def env_bool(name: str, default: bool) -> bool:
    """Return the variable as yes or no; anything else is a mistake worth stopping for."""
    value = os.environ.get(name, "").lower()
    if value in ("1", "true", "yes", "on"):
        return True
    if value in ("0", "false", "no", "off"):
        return False
    if value == "":
        return default
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}")


def env_int(name: str, default: int) -> int:
    """Return the variable as a whole number."""
    value = os.environ.get(name, "")
    try:
        return int(value) if value else default
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}") from error
