"""Bearer tokens: random, stored as digests, expiring, revocable at once."""

import hashlib
import secrets
from datetime import timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from project.accounts.models import Token, User
from project.core.messages import both

LIFETIME = timedelta(days=30)
# How exact "last used" is.
USE_NOTED_EVERY = timedelta(minutes=10)


def digest_of(token: str) -> str:
    """Return what the database keeps of a token (256 random bits need no salt)."""
    return hashlib.sha256(token.encode()).hexdigest()


def issue_token(user: User, *, device: str = "") -> str:
    """Create a token for one device and return it; it is never readable again."""
    token = secrets.token_urlsafe(32)
    Token.objects.create(
        user=user, digest=digest_of(token), device=device, expires_at=timezone.now() + LIFETIME
    )
    return token


def live_tokens() -> QuerySet[Token]:
    """Return the tokens that let somebody in now."""
    return Token.objects.filter(revoked_at=None, expires_at__gt=timezone.now(), user__is_active=True)


def is_blocked(token: str) -> bool:
    """Return whether the token was somebody's whom an admin has blocked since."""
    return Token.objects.filter(digest=digest_of(token), user__is_active=False).exists()


def blocked_words() -> tuple[str, str]:
    """Return what the blocked are told, in both languages: that they are, and whom to write to."""
    return both("account.blocked", contact=settings.SHOP["email"] or f"{settings.SITE_URL}/contact")


def find_user(token: str) -> User | None:
    """Return the active user a live token belongs to, None for anything else; note that it was used."""
    row = live_tokens().select_related("user").filter(digest=digest_of(token)).first()
    if row is None:
        return None
    now = timezone.now()
    if now - row.last_used_at >= USE_NOTED_EVERY:
        Token.objects.filter(pk=row.pk).update(last_used_at=now)
    return row.user
