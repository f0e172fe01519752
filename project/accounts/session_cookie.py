"""The cookie that holds a session's secret: for the server alone, and sent with calls about accounts only."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from ninja.security import APIKeyCookie

from project.accounts.models import User
from project.accounts.tokens import authenticate_secret, refusal_of_secret
from project.core.cookies import clear_cookie, read_cookie, set_cookie
from project.core.origin import require_same_origin

# Not the exchange alone: a login ends the session that the browser had before.
PATH: Final = "/api/auth"
_COOKIE: Final = "session"


def set_session_cookie(response: HttpResponse, secret: str) -> None:
    """Have the browser keep the secret. How long the session lasts, its row says."""
    set_cookie(response, _COOKIE, secret, path=PATH)


def clear_session_cookie(response: HttpResponse) -> None:
    """Have the browser forget the secret."""
    clear_cookie(response, _COOKIE, path=PATH)


def secret_of(request: HttpRequest) -> str:
    """Return the secret that the request brings, "" without one."""
    return read_cookie(request, _COOKIE)


class SessionCookie(APIKeyCookie):
    """Whoever is logged in in this browser, on a page of ours; staff before their second factor, too."""

    param_name = _COOKIE

    def __init__(self) -> None:
        # Where the request comes from is the answer to cross-site requests.
        super().__init__(csrf=False)

    def authenticate(self, request: HttpRequest, key: str | None) -> User | None:
        """Return the user; raises Forbidden for other sites' pages, TokenRefused when the session is over."""
        require_same_origin(request)
        # Its name depends on the settings, which the framework reads none of.
        secret = secret_of(request)
        if not secret:
            return None
        session = authenticate_secret(secret)
        if session is None:
            raise refusal_of_secret(secret)
        request.session_token = session  # type: ignore[attr-defined]
        return session.user
