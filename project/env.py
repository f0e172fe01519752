"""Values from the environment, as the settings read them; a bad one stops the start with its name.

Each may also come from a file, as secrets of containers do: `SECRET_KEY_FILE=/run/secrets/secret_key`.
"""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def env(name: str, default: str = "") -> str:
    """Return the variable as text."""
    found = _find(name)
    return default if found is None else found


def env_bool(name: str, default: bool) -> bool:
    """Return the variable as yes or no; anything else is a mistake worth stopping for."""
    value = env(name).lower()
    if value in ("1", "true", "yes", "on"):
        return True
    if value in ("0", "false", "no", "off"):
        return False
    if value == "":
        return default
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}")


def env_int(name: str, default: int) -> int:
    """Return the variable as a whole number."""
    value = env(name)
    try:
        return int(value) if value else default
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}") from error


def _find(name: str) -> str | None:
    """Return the variable, or what the file holds that `<name>_FILE` names, without the line's end."""
    file = os.environ.get(f"{name}_FILE", "")
    if not file:
        return os.environ.get(name)
    if os.environ.get(name):
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: only one can hold")
    try:
        return Path(file).read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE cannot be read: {error}") from error
