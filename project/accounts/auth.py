"""Who is calling: the Authorization header, turned into a user or a refusal."""

from typing import Any

from django.http import HttpRequest
from ninja.security import HttpBearer

from project.accounts.models import User
from project.accounts.tokens import blocked_words, find_user, is_blocked
from project.core.errors import Forbidden, TokenRefused
from project.core.rights import Right, rights_of
from project.events.topics import Caller


class SignedIn(HttpBearer):
    """Any logged-in user."""

    def authenticate(self, request: HttpRequest, token: str) -> User:
        """Return the user; raises TokenRefused for a token that is not good, saying so to the blocked."""
        user = find_user(token)
        if user is None:
            blocked = blocked_words() if is_blocked(token) else None
            raise TokenRefused(text=blocked)
        return user


class May(SignedIn):
    """Whoever has one of these rights."""

    def __init__(self, *rights: Right) -> None:
        super().__init__()
        self.rights = frozenset(rights)

    def authenticate(self, request: HttpRequest, token: str) -> User:
        """Return the member of staff; raises Forbidden for anyone else."""
        user = super().authenticate(request, token)
        if not self.rights & rights_of(user.role):
            raise Forbidden
        return user


class Anyone(SignedIn):
    """Guests too; a token that is sent must still be good."""

    def __call__(self, request: HttpRequest) -> Any:
        """Return the user, or True for a guest (the framework wants something truthy)."""
        if request.headers.get("Authorization"):
            return super().__call__(request)
        return True


def user_of(request: HttpRequest) -> User | None:
    """Return the logged-in user of the request, None for a guest."""
    auth = getattr(request, "auth", None)
    return auth if isinstance(auth, User) else None


def signed_in(request: HttpRequest) -> User:
    """Return the user whom `SignedIn` or `May` let in."""
    user = user_of(request)
    assert user is not None  # they let nobody else through
    return user


def actor_of(request: HttpRequest) -> str:
    """Return who calls, as events and the audit log name people."""
    user = user_of(request)
    return f"user:{user.public_id}" if user else "guest"


def caller_of(request: HttpRequest) -> Caller:
    """Return the caller as the live topics know callers, so REST and live share one rule."""
    user = user_of(request)
    return Caller(
        user_id=user.pk if user else None,
        role=user.role if user else "guest",
        key=request.headers.get("X-Order-Access") or request.headers.get("X-Order-Key"),
    )


def bearer_token(request: HttpRequest) -> str:
    """Return the token as it was sent."""
    return request.headers.get("Authorization", "").partition(" ")[2].strip()
