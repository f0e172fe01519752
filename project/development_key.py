"""The key of a shop in development, which has none in its environment."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


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
