"""Recovery codes: ten at a time, each good once."""

import secrets
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from project.accounts.models import User
from project.accounts.second_factor.models import RecoveryCode
from project.core.identifiers import ALPHABET

HOW_MANY: Final = 10
_LENGTH: Final = 12


def renew(user: User) -> list[str]:
    """Replace all codes of the account by new ones and return these; they are never readable again."""
    codes = [_new_code() for _ in range(HOW_MANY)]
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, digest=_digest(user, code, key=settings.SECRET_KEY)) for code in codes
    )
    return codes


def spend(user: User, code: str) -> bool:
    """Use the code up; whether it was one."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = [_digest(user, code, key=key) for key in keys]
    unused = RecoveryCode.objects.filter(user=user, digest__in=digests, used_at=None)
    return unused.update(used_at=timezone.now()) == 1


def left(user: User) -> int:
    """Return how many codes are still good."""
    return RecoveryCode.objects.filter(user=user, used_at=None).count()


def _new_code() -> str:
    letters = "".join(secrets.choice(ALPHABET) for _ in range(_LENGTH))
    return "-".join(letters[start : start + 4] for start in range(0, _LENGTH, 4))


def _digest(user: User, code: str, *, key: str) -> str:
    # 60 random bits; keyed with SECRET_KEY, so that a stolen table is of no use. As it was typed: case and
    # dashes do not matter, and the letters left out of the alphabet are read as the digits they look like.
    clean = code.upper().translate(str.maketrans("OIL", "011", "- "))
    value = f"{user.public_id}:{clean}"
    return salted_hmac("akshamala.recovery-code", value, secret=key, algorithm="sha256").hexdigest()
