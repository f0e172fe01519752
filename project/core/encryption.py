"""Encryption of secrets that the database keeps, under keys derived from SECRET_KEY, one for each purpose."""

import base64
import contextlib
import functools

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


class Cipher:
    """Encrypts under the key of now, and also reads what an earlier one encrypted."""

    def __init__(self, purpose: str) -> None:
        self._purpose = purpose

    def encrypted(self, secret: str) -> str:
        """Return the secret as the database keeps it."""
        return _fernet(settings.SECRET_KEY, self._purpose).encrypt(secret.encode()).decode()

    def decrypted(self, stored: str) -> str | None:
        """Return the secret; None when it was encrypted under none of the keys of now and before."""
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
            with contextlib.suppress(InvalidToken):
                return _fernet(key, self._purpose).decrypt(stored.encode()).decode()
        return None

    def is_current(self, stored: str) -> bool:
        """Return whether the secret is encrypted under the key of now."""
        with contextlib.suppress(InvalidToken):
            return bool(_fernet(settings.SECRET_KEY, self._purpose).decrypt(stored.encode()))
        return False


@functools.cache
def _fernet(key: str, purpose: str) -> Fernet:
    info = f"akshamala.{purpose}".encode()
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(key.encode())
    return Fernet(base64.urlsafe_b64encode(derived))
