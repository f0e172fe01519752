"""The secret key: the check of any, and one for a shop in development, which has none in its environment."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.core.exceptions import ImproperlyConfigured


def development_key(folder: Path) -> str:
    """Return the random key in the folder's `secret_key`, which whatever starts there first creates.

    The server and every command of one folder so sign with one key.
    """
    file = folder / "secret_key"
    if not file.exists():
        with NamedTemporaryFile("w", dir=folder) as new:
            new.write(secrets.token_urlsafe(48))
            new.flush()
            # Whole or not at all; another process may have been first.
            with suppress(FileExistsError):
                os.link(new.name, file)
    return file.read_text(encoding="ascii")


def refuse_weak_key(key: str) -> None:
    """Refuse a key that is too short, or that nobody can have drawn. Raises ImproperlyConfigured."""
    if len(key) < 50:
        # It keys codes, links and jobs; Django's own check (security.W009) wants as many.
        raise ImproperlyConfigured("SECRET_KEY must have at least 50 characters")
    # Of 64 random hexadecimal digits fewer than ten differ once in 10^12 keys, and no sixteen occur twice.
    is_repeated = any(key.find(key[at : at + 16], at + 1) > 0 for at in range(len(key) - 16))
    if len(set(key)) < 10 or is_repeated:
        advice = "python3 -c 'import secrets; print(secrets.token_urlsafe(48))' makes one"
        raise ImproperlyConfigured(f"SECRET_KEY is not random: {advice}")
