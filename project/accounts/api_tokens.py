"""API tokens: programs' access to the staff API, made and revoked by admins.

At each call a token has those of its rights that its maker has, too. It ends when its maker gets another
role, is blocked, or is logged out everywhere.
"""

import secrets
from collections.abc import Collection, Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from project.accounts.actions.account import lock
from project.accounts.errors import TokenRefused
from project.accounts.models import ApiToken, Role, User
from project.accounts.tokens import digest_of
from project.core.errors import Forbidden, NotFound
from project.core.origin import current_address, set_api_token
from project.core.rights import TOKEN_RIGHTS
from project.core.throttle import NETWORKS, Limit
from project.events import audit

# By which people, and programs that look for leaked secrets, recognise one.
PREFIX = "shoptoken_"
MOST_DAYS = 365
_USE_RECORDED_EVERY = timedelta(minutes=1)
_CALLS = Limit("api-token", 300, 60, of_each="API token", counts="calls")
_REFUSED = Limit("api-token-refused", 20, 60, of_each=NETWORKS, counts="calls with refused API tokens")


@transaction.atomic
def create_token(user: User, *, name: str, rights: Collection[str], days: int) -> tuple[ApiToken, str]:
    """Create a token; return it and its secret, which is never readable again.

    Raises Forbidden when the maker is no admin any more, for rights that they lack, or no token may have;
    TokenRefused when the account has been closed meanwhile.
    """
    # A change of role revokes the maker's tokens under the same lock: none is made beside it.
    user = lock(user)
    if not user.is_admin or not TOKEN_RIGHTS & user.rights >= set(rights):
        raise Forbidden(f"{user} cannot give {rights}")
    secret = PREFIX + secrets.token_urlsafe(32)
    now = timezone.now()
    token = ApiToken.objects.create(
        name=name,
        rights=sorted(rights),
        made_by=user,
        digest=digest_of(secret),
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    audit.record(
        "token.created",
        subject=token.subject,
        actor=user.subject,
        after={"name": name, "rights": token.rights, "expiresAt": token.expires_at.isoformat()},
    )
    return token, secret


@transaction.atomic
def revoke_token(public_id: str, *, actor: str) -> ApiToken:
    """Revoke a token; idempotent. Raises NotFound."""
    token = ApiToken.objects.select_for_update().filter(public_id=public_id).first()
    if token is None:
        raise NotFound(public_id)
    if token.revoked_at is None:
        _revoke(token, actor=actor)
    return token


def revoke_tokens_of(user: User, *, actor: str = "") -> None:
    """Revoke all tokens that the user has made, in the caller's transaction."""
    for token in ApiToken.objects.select_for_update().filter(made_by=user, revoked_at=None).order_by("pk"):
        _revoke(token, actor=actor)


def _revoke(token: ApiToken, *, actor: str) -> None:
    token.revoked_at = timezone.now()
    token.save(update_fields=["revoked_at"])
    audit.record("token.revoked", subject=token.subject, actor=actor)


def names_of_tokens(public_ids: Iterable[str]) -> dict[str, str]:
    """Return the names of tokens by public id."""
    return dict(ApiToken.objects.filter(public_id__in=set(public_ids)).values_list("public_id", "name"))


def is_api_token(token: str) -> bool:
    """Return whether a bearer token has the form of an API token."""
    return token.startswith(PREFIX)


def authenticate_api_token(secret: str) -> User:
    """Return the maker of a live token with it as `api_token`, count the call and record the use.

    Raises TokenRefused, RateLimited.
    """
    token = _live_tokens().select_related("made_by").filter(digest=digest_of(secret)).first()
    if token is None:
        _REFUSED.count_networks(current_address())
        raise TokenRefused(text=_("This API token is unknown, expired or revoked"))
    _CALLS.count(str(token.pk))
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at >= _USE_RECORDED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    set_api_token(token.public_id)
    user = token.made_by
    user.api_token = token
    return user


def _live_tokens() -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(
        revoked_at=None, expires_at__gt=timezone.now(), made_by__is_active=True, made_by__role=Role.ADMIN
    )
