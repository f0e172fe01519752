"""Time-based one-time codes, and the encryption of the secrets they are made from."""

import base64
import contextlib
import functools
import time
from typing import Final

import pyotp
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.crypto import constant_time_compare

from project.core.shop import shop

STEP_SECONDS: Final = 30
# A phone's clock may be off by so many steps.
DRIFT: Final = 1


def new_secret() -> str:
    """Return a random secret as apps take it."""
    return pyotp.random_base32()


def encrypted(secret: str) -> str:
    """Return the secret as the database keeps it."""
    return _cipher(settings.SECRET_KEY).encrypt(secret.encode()).decode()


def decrypted(stored: str) -> str | None:
    """Return the secret; None when it was encrypted under none of the keys of now and before."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        with contextlib.suppress(InvalidToken):
            return _cipher(key).decrypt(stored.encode()).decode()
    return None


def is_current(stored: str) -> bool:
    """Return whether the secret is encrypted under the key of now."""
    with contextlib.suppress(InvalidToken):
        return bool(_cipher(settings.SECRET_KEY).decrypt(stored.encode()))
    return False


@functools.cache
def _cipher(key: str) -> Fernet:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"akshamala.second-factor").derive(
        key.encode()
    )
    return Fernet(base64.urlsafe_b64encode(derived))


def address_of(secret: str, *, account: str) -> str:
    """Return the otpauth address that apps read from a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=account, issuer_name=shop().brand.name)


def code_at(secret: str, step: int) -> str:
    """Return the six digits of a time step."""
    return pyotp.TOTP(secret).at(step * STEP_SECONDS)


def step_now() -> int:
    """Return the time step it is now."""
    return int(time.time()) // STEP_SECONDS


def matching_step(stored: str, code: str, *, after: int) -> int | None:
    """Return the time step near now, later than `after`, whose code this is."""
    secret = decrypted(stored)
    if secret is None:
        return None
    now = step_now()
    for step in range(max(now - DRIFT, after + 1), now + DRIFT + 1):
        if constant_time_compare(code_at(secret, step), code):
            return step
    return None
