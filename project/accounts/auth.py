"""Authentication of the caller: the Authorization header, turned into a user or a refusal.

The one place that decides what a staff member's session is good for: before a second factor is proven in it,
for nothing but proving or setting up one; and for some calls only shortly after (`fresh`). An API token is
good for the calls of staff that need no such proof.
"""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from project.accounts.api_tokens import authenticate_api_token, is_api_token
from project.accounts.models import Token, User
from project.accounts.second_factor.enrolment import is_enrolled
from project.accounts.tokens import authenticate_token, is_fresh, lacks_second_factor, refusal_of
from project.core.errors import ErrorCode, Forbidden
from project.core.rights import TOKEN_RIGHTS, Right
from project.events.topics import Caller


class FirstFactor(HttpBearer):
    """Any logged-in user, staff also before they have proven their second factor."""

    # Calls that a page makes by itself, again and again, keep no session alive.
    records_use = True

    def authenticate(self, request: HttpRequest, token: str) -> User:
        """Return the user; raises TokenRefused for a token that is not good, saying so to the blocked."""
        if is_api_token(token):
            raise Forbidden(text=_("This call takes no API token"))
        # A page says so itself when nobody has touched it for a while.
        is_attended = "X-Unattended" not in request.headers
        session = authenticate_token(token, record_use=self.records_use and is_attended)
        if session is None:
            raise refusal_of(token)
        request.session_token = session  # type: ignore[attr-defined]
        return session.user


class SignedIn(FirstFactor):
    """Any logged-in user; with `fresh`, staff must have proven their second factor a short while ago."""

    def __init__(self, *, fresh: bool = False, records_use: bool = True) -> None:
        super().__init__()
        self.fresh = fresh
        self.records_use = records_use

    def authenticate(self, request: HttpRequest, token: str) -> User:
        """Return the user; raises Forbidden with a code of its own where a second factor is missing."""
        user = super().authenticate(request, token)
        session = session_of(request)
        if lacks_second_factor(session):
            if is_enrolled(user):
                raise Forbidden(code=ErrorCode.SECOND_FACTOR_REQUIRED)
            raise Forbidden(code=ErrorCode.SECOND_FACTOR_ENROLMENT_REQUIRED)
        self.check(user)
        if self.fresh and not is_fresh(session):
            raise Forbidden(code=ErrorCode.REAUTHENTICATION_REQUIRED)
        return user

    def check(self, user: User) -> None:
        """Let every user in; `May` asks for more."""


class May(SignedIn):
    """Whoever has one of these rights; with `takes_tokens`, programs with one of `token_rights`, too."""

    def __init__(
        self, *rights: Right, fresh: bool = False, records_use: bool = True, takes_tokens: bool = True
    ) -> None:
        super().__init__(fresh=fresh, records_use=records_use)
        self.rights = frozenset(rights)
        self.token_rights = self.rights & TOKEN_RIGHTS if takes_tokens and not fresh else frozenset()

    def authenticate(self, request: HttpRequest, token: str) -> User:
        """Return the user, for an API token its maker with the token's rights."""
        if not (self.token_rights and is_api_token(token)):
            return super().authenticate(request, token)
        user = authenticate_api_token(token)
        self.check(user)
        return user

    def check(self, user: User) -> None:
        """Raise Forbidden for whoever has none of the rights."""
        if not self.rights & user.rights:
            raise Forbidden


class Anyone(FirstFactor):
    """Guests too; a token that is sent must still be good. Staff without a second factor are guests here."""

    def __call__(self, request: HttpRequest) -> Any:
        """Return the user, or True for a guest (the framework wants something truthy)."""
        if not request.headers.get("Authorization"):
            return True
        user = super().__call__(request)
        return True if user is not None and lacks_second_factor(session_of(request)) else user


def session_of(request: HttpRequest) -> Token:
    """Return the session whose token was sent."""
    session: Token = request.session_token  # type: ignore[attr-defined]
    return session


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
    return user.subject if user else "guest"


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
