"""Time-based one-time codes."""

import time
from typing import Final

import pyotp
from django.utils.crypto import constant_time_compare

from project.core.encryption import Cipher
from project.core.shop import shop

STEP_SECONDS: Final = 30
# A phone's clock may be off by so many steps.
DRIFT: Final = 1
SECRETS: Final = Cipher("second-factor")


def new_secret() -> str:
    """Return a random secret as apps take it."""
    return pyotp.random_base32()


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
    secret = SECRETS.decrypted(stored)
    if secret is None:
        return None
    now = step_now()
    for step in range(max(now - DRIFT, after + 1), now + DRIFT + 1):
        if constant_time_compare(code_at(secret, step), code):
            return step
    return None
