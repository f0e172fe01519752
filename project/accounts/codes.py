"""Six-digit codes that prove an e-mail address, each for one purpose."""

import functools
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import ParamSpec, TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from project.accounts.models import CodePurpose, EmailCode, User
from project.core.errors import CodeExpired, CodeTooMany, CodeWrong, DomainError
from project.core.mail import queue_mail
from project.core.throttle import RateLimited

LIFETIME = timedelta(minutes=10)
RESEND_PAUSE = timedelta(seconds=30)
MAX_ATTEMPTS = 5

P = ParamSpec("P")
R = TypeVar("R")


def commits_refusals(action: Callable[P, R | DomainError]) -> Callable[P, R]:
    """Run the action in one transaction; raise the refusal it returns only after the commit.

    A wrong try has to stay counted although the call fails.
    """

    @functools.wraps(action)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        with transaction.atomic():
            outcome = action(*args, **kwargs)
        if isinstance(outcome, DomainError):
            raise outcome
        return outcome

    return wrapper


def _digest(purpose: str, email: str, user: User | None, code: str) -> str:
    # Keyed with SECRET_KEY: six digits alone could be tried out against a stolen table. The one who asked
    # is part of it: a code that two people had sent to one address works for the later one only.
    owner = user.public_id if user else ""
    value = f"{purpose}:{email}:{owner}:{code}"
    return salted_hmac("akshamala.email-code", value, algorithm="sha256").hexdigest()


@transaction.atomic
def send(*, purpose: CodePurpose, email: str, language: str, user: User | None = None) -> None:
    """Cancel the earlier code of this purpose for the address and mail a new one.

    Known and unknown addresses take the same path, so neither the answer nor its time tells them apart.

    Raises RateLimited within the pause after the last code.
    """
    now = timezone.now()
    live = EmailCode.objects.select_for_update().filter(purpose=purpose, email=email, closed_at=None).first()
    if live is not None:
        wait = (live.created_at + RESEND_PAUSE - now).total_seconds()
        if wait > 0:
            raise RateLimited(int(wait) + 1)
        live.closed_at = now
        live.save(update_fields=["closed_at"])
    code = f"{secrets.randbelow(1_000_000):06d}"
    try:
        with transaction.atomic():
            row = EmailCode.objects.create(
                purpose=purpose,
                email=email,
                digest=_digest(purpose, email, user, code),
                expires_at=now + LIFETIME,
            )
    except IntegrityError:
        # A twin request was first; its code is on the way.
        raise RateLimited(int(RESEND_PAUSE.total_seconds())) from None
    queue_mail(
        kind=f"{purpose}_code",
        dedupe_key=f"{purpose}-code:{row.pk}",
        to=email,
        language=language,
        context={"code": code, "minutes": int(LIFETIME.total_seconds() // 60)},
    )


def spend(*, purpose: CodePurpose, email: str, code: str, user: User | None = None) -> DomainError | None:
    """Use the code up; None when it is right, else the refusal, to be raised after the commit.

    Call it inside a transaction: of many callers with one code, one gets through.
    """
    now = timezone.now()
    row = EmailCode.objects.select_for_update().filter(purpose=purpose, email=email, closed_at=None).first()
    if row is None or row.expires_at <= now:
        return CodeExpired("no live code")
    row.attempts += 1
    right = constant_time_compare(row.digest, _digest(purpose, email, user, code))
    over = row.attempts >= MAX_ATTEMPTS
    if right or over:
        row.closed_at = now
    row.save(update_fields=["attempts", "closed_at"])
    if right:
        return None
    return CodeTooMany("tried too often") if over else CodeWrong("wrong code")
