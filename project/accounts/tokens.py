"""Sessions, one for each device that is logged in, and the two things that prove one.

The secret is random, stays in a cookie that no script reads, and is stored as a digest. It is good for access
tokens alone, which calls and sockets send: a session's id and a time, signed, good for a quarter of an hour.
Whatever is shown, the session's row decides, so that ending it counts at once.

A customer's session ends after 30 days without use. A staff member's ends after 30 minutes without use and
12 hours in all, and opens nothing before their second factor is proven (`Token.second_factor_at`).
"""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core import signing
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from project.accounts.errors import TokenRefused
from project.accounts.models import Role, Token, User
from project.core.shop import shop
from project.core.site_address import site_url

ACCESS_LIFETIME = timedelta(minutes=15)
CUSTOMER_IDLE = timedelta(days=30)
STAFF_IDLE = timedelta(minutes=30)
STAFF_LIFETIME = timedelta(hours=12)
# How exact "last used" is.
CUSTOMER_USE_RECORDED_EVERY = timedelta(minutes=10)
STAFF_USE_RECORDED_EVERY = timedelta(minutes=1)
# For money, lists, rights and credentials the second factor must have been proven within this time.
FRESH_FOR = timedelta(minutes=10)

_STAFF = ~Q(user__role=Role.CUSTOMER)


@dataclass(frozen=True)
class Login:
    """The session of a person who has just proven who they are; its secret is never readable again."""

    session: Token
    secret: str


def digest_of(secret: str) -> str:
    """Return what the database keeps of a secret (256 random bits need no salt)."""
    return hashlib.sha256(secret.encode()).hexdigest()


def open_session(user: User, *, device: str = "", earlier: Token | None = None) -> Login:
    """Open a session on one device.

    In the place of an `earlier` one it ends no later, and its second factor was proven when that one's was.
    """
    secret = secrets.token_urlsafe(32)
    now = timezone.now()
    began = earlier.created_at if earlier else now
    session = Token.objects.create(
        user=user,
        digest=digest_of(secret),
        device=device,
        created_at=began,
        expires_at=_expires_at(user, began, now),
        second_factor_at=earlier.second_factor_at if earlier else None,
    )
    return Login(session, secret)


def access_token(session: Token) -> str:
    """Return a new access token of the session."""
    return _access_signer().sign(session.public_id)


def _access_signer() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt="akshamala.access")


def _session_id(token: str, *, max_age: timedelta | None) -> str | None:
    """Return the id of the session that an access token of ours names, None for anything else."""
    # The signer fails on what cannot be encoded, such as half a character.
    if not token.isascii():
        return None
    try:
        return _access_signer().unsign(token, max_age=max_age)
    except signing.BadSignature:
        return None


def _expires_at(user: User, created_at: datetime, used_at: datetime) -> datetime:
    if user.is_staff_member:
        return min(created_at + STAFF_LIFETIME, used_at + STAFF_IDLE)
    return used_at + CUSTOMER_IDLE


def live_tokens() -> QuerySet[Token]:
    """Return the tokens that let somebody in now, staff also before they have proven their second factor."""
    now = timezone.now()
    live = Token.objects.filter(revoked_at=None, expires_at__gt=now, user__is_active=True)
    # Whoever became staff since the token was issued is bound by the limits of staff at once.
    return live.exclude(
        _STAFF & (Q(created_at__lte=now - STAFF_LIFETIME) | Q(last_used_at__lte=now - STAFF_IDLE))
    )


def roles_of_sessions(session_pks: Sequence[int]) -> dict[int, tuple[int, str]]:
    """Return user and role of the sessions that are good for all their user may do; others are missing."""
    good = live_tokens().filter(pk__in=session_pks).exclude(_STAFF & Q(second_factor_at=None))
    rows = good.values_list("pk", "user_id", "user__role")
    return {pk: (user_id, role) for pk, user_id, role in rows}


def refusal_of(token: str) -> TokenRefused:
    """Return the refusal of an access token that is not good."""
    session_id = _session_id(token, max_age=None)
    return _refusal(Token.objects.filter(public_id=session_id)) if session_id else TokenRefused()


def refusal_of_secret(secret: str) -> TokenRefused:
    """Return the refusal of a secret that is not good."""
    return _refusal(Token.objects.filter(digest=digest_of(secret)))


def _refusal(sessions: QuerySet[Token]) -> TokenRefused:
    is_blocked = sessions.filter(user__is_active=False).exists()
    return TokenRefused(text=blocked_text() if is_blocked else "")


def blocked_text() -> str:
    """Return the sentence for people who are blocked, with the address to write to."""
    return _(
        "This account has been blocked. If you think this is a mistake, please write to {contact}"
    ).format(contact=shop().contact.email or f"{site_url()}/contact")


def authenticate_tokens(tokens: Sequence[str]) -> dict[str, Token | None]:
    """Return the live session of each access token with its user, None without one.

    For sockets, whose connecting is no use: an open page alone keeps no session alive.
    """
    ids = {token: _session_id(token, max_age=ACCESS_LIFETIME) for token in tokens}
    named = [session_id for session_id in ids.values() if session_id is not None]
    live = live_tokens().select_related("user").filter(public_id__in=named) if named else ()
    found = {session.public_id: session for session in live}
    return {token: found.get(session_id) if session_id else None for token, session_id in ids.items()}


def authenticate_token(token: str, *, record_use: bool = True) -> Token | None:
    """Return the live session of an access token with its user, and record its use; None without one."""
    session_id = _session_id(token, max_age=ACCESS_LIFETIME)
    if session_id is None:
        return None
    session = live_tokens().select_related("user").filter(public_id=session_id).first()
    if session is not None and record_use:
        _record_use(session)
    return session


def authenticate_secret(secret: str) -> Token | None:
    """Return the live session of a secret with its user, and record a customer's use; None without one.

    That a customer's page asks for an access token is use; for staff only calls are, as an idle page may ask.
    """
    session = live_tokens().select_related("user").filter(digest=digest_of(secret)).first()
    if session is not None and not session.user.is_staff_member:
        _record_use(session)
    return session


def _record_use(session: Token) -> None:
    now = timezone.now()
    pause = STAFF_USE_RECORDED_EVERY if session.user.is_staff_member else CUSTOMER_USE_RECORDED_EVERY
    if now - session.last_used_at >= pause:
        Token.objects.filter(pk=session.pk).update(
            last_used_at=now, expires_at=_expires_at(session.user, session.created_at, now)
        )


def lacks_second_factor(session: Token) -> bool:
    """Return whether the session is a staff member's who has not proven their second factor in it."""
    return session.user.is_staff_member and session.second_factor_at is None


def is_fresh(session: Token) -> bool:
    """Return whether the second factor was proven a short while ago; customers have none to prove."""
    if not session.user.is_staff_member:
        return True
    proven = session.second_factor_at
    return proven is not None and abs(timezone.now() - proven) <= FRESH_FOR


def record_second_factor(session: Token) -> None:
    """Record that the session has just proven the second factor."""
    session.second_factor_at = timezone.now()
    session.save(update_fields=["second_factor_at"])
