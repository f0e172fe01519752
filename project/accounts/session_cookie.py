"""The cookie that holds a session's secret: for the server alone, and sent to one path."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from ninja.security import APIKeyCookie

from project.accounts.models import User
from project.accounts.tokens import CUSTOMER_IDLE, authenticate_secret, refusal_of_secret
from project.core.origin import require_same_origin

PATH: Final = "/api/auth/session"
_COOKIE: Final = "session"


def set_session_cookie(response: HttpResponse, secret: str) -> None:
    """Have the browser keep the secret. How long the session lasts, its row says."""
    response.set_cookie(
        _COOKIE,
        secret,
        max_age=CUSTOMER_IDLE,
        path=PATH,
        secure=not settings.DEBUG,
        httponly=True,
        samesite="Strict",
    )


def clear_session_cookie(response: HttpResponse) -> None:
    """Have the browser forget the secret."""
    response.delete_cookie(_COOKIE, path=PATH, samesite="Strict")


def secret_of(request: HttpRequest) -> str:
    """Return the secret that the request brings, "" without one."""
    return request.COOKIES.get(_COOKIE, "")


class SessionCookie(APIKeyCookie):
    """Whoever is logged in in this browser, on a page of ours; staff before their second factor, too."""

    param_name = _COOKIE

    def __init__(self) -> None:
        # Where the request comes from is the answer to cross-site requests.
        super().__init__(csrf=False)

    def authenticate(self, request: HttpRequest, key: str | None) -> User | None:
        """Return the user; raises Forbidden for other sites' pages, TokenRefused when the session is over."""
        require_same_origin(request)
        if not key:
            return None
        session = authenticate_secret(key)
        if session is None:
            raise refusal_of_secret(key)
        request.session_token = session  # type: ignore[attr-defined]
        return session.user
