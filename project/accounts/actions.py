"""Log in by a code sent to an e-mail address; log out."""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from project.accounts.models import LoginCode, Token, User
from project.accounts.tokens import digest_of, issue_token
from project.core.errors import CodeExpired, CodeTooMany, CodeWrong, DomainError
from project.core.mail import queue_mail
from project.core.throttle import RateLimited
from project.events.publish import publish

CODE_LIFETIME = timedelta(minutes=10)
RESEND_PAUSE = timedelta(seconds=30)
MAX_ATTEMPTS = 5


@dataclass(frozen=True)
class Login:
    """A person who has just proven who they are, and the token of this device."""

    user: User
    token: str


def _digest(email: str, code: str) -> str:
    # Keyed with SECRET_KEY: six digits alone could be tried out against a stolen table.
    return salted_hmac("akshamala.login-code", f"{email}:{code}", algorithm="sha256").hexdigest()


@transaction.atomic
def send_code(*, email: str, language: str) -> None:
    """Cancel any earlier code for the address and mail a new one.

    Known and unknown addresses take the same path, so neither the answer nor its time tells them apart.

    Raises RateLimited within the pause after the last code.
    """
    email = email.strip().lower()
    now = timezone.now()
    live = LoginCode.objects.select_for_update().filter(email=email, closed_at=None).first()
    if live is not None:
        wait = (live.created_at + RESEND_PAUSE - now).total_seconds()
        if wait > 0:
            raise RateLimited(int(wait) + 1)
        live.closed_at = now
        live.save(update_fields=["closed_at"])
    code = f"{secrets.randbelow(1_000_000):06d}"
    try:
        with transaction.atomic():
            row = LoginCode.objects.create(
                email=email, digest=_digest(email, code), expires_at=now + CODE_LIFETIME
            )
    except IntegrityError:
        # A twin request was first; its code is on the way.
        raise RateLimited(int(RESEND_PAUSE.total_seconds())) from None
    queue_mail(
        kind="login_code",
        dedupe_key=f"login-code:{row.pk}",
        to=email,
        language=language,
        context={"code": code, "minutes": int(CODE_LIFETIME.total_seconds() // 60)},
    )


def verify_code(*, email: str, code: str, language: str) -> Login:
    """Exchange a code for a token; the first login of an address creates its user.

    Raises CodeExpired, CodeWrong or CodeTooMany. A wrong try is counted even though the call fails, so
    the refusal is raised only after the count is committed.
    """
    email = email.strip().lower()
    outcome: Login | DomainError
    with transaction.atomic():
        outcome = _try_code(email, code, language)
    if isinstance(outcome, DomainError):
        raise outcome
    return outcome


def _try_code(email: str, code: str, language: str) -> Login | DomainError:
    now = timezone.now()
    row = LoginCode.objects.select_for_update().filter(email=email, closed_at=None).first()
    if row is None or row.expires_at <= now:
        return CodeExpired("no live code")
    row.attempts += 1
    if not constant_time_compare(row.digest, _digest(email, code)):
        over = row.attempts >= MAX_ATTEMPTS
        if over:
            row.closed_at = now
        row.save(update_fields=["attempts", "closed_at"])
        return CodeTooMany("tried too often") if over else CodeWrong("wrong code")
    row.closed_at = now
    row.save(update_fields=["attempts", "closed_at"])
    user = User.objects.filter(email=email).first()
    if user is None:
        user = User.objects.create_user(email)
        publish("user.registered", subject=f"user:{user.public_id}", topics=["staff:dashboard"])
    if not user.is_active:
        return CodeExpired("blocked user")
    if user.language != language:
        user.language = language
        user.save(update_fields=["language"])
    return Login(user=user, token=issue_token(user))


@transaction.atomic
def log_out(*, token: str) -> None:
    """Revoke the token of this device; sockets that used it are closed."""
    row = Token.objects.select_for_update().filter(digest=digest_of(token), revoked_at=None).first()
    if row is None:
        return
    row.revoked_at = timezone.now()
    row.save(update_fields=["revoked_at"])
    publish("session.ended", subject=f"user:{row.user.public_id}", topics=[f"session:{row.user_id}"])


@transaction.atomic
def set_role(user: User, *, role: str, actor: str) -> None:
    """Give the user another role; live links opened under the old one are closed."""
    user = User.objects.select_for_update().get(pk=user.pk)
    before = user.role
    if before == role:
        return
    user.role = role
    user.save(update_fields=["role"])
    publish(
        "user.role_changed",
        subject=f"user:{user.public_id}",
        topics=[f"session:{user.pk}"],
        payload={"before": before, "after": role},
        actor=actor,
    )
