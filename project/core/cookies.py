"""Cookies of the shop's own: out of reach of scripts, and sent by pages of the shop alone.

Over https their names begin with `__Secure-`: a browser takes such a cookie from https only, so nobody on the
network plants one. (`__Host-`, which also keeps subdomains out, would send them with every request.)
"""

from typing import Final

from django.http import HttpRequest, HttpResponseBase

from project.core.site_address import site_url

# The longest that browsers keep any. How long what it proves is good, its row or its signature says.
MAX_AGE: Final = 400 * 24 * 3600


def cookie_name(name: str) -> str:
    """Return the cookie's name as browsers have it."""
    return f"__Secure-{name}" if _is_https() else name


def read_cookie(request: HttpRequest, name: str) -> str:
    """Return the value that the request brings, "" without one."""
    return request.COOKIES.get(cookie_name(name), "")


def set_cookie(response: HttpResponseBase, name: str, value: str, *, path: str) -> None:
    """Have the browser keep a value for the calls below this path."""
    response.set_cookie(
        cookie_name(name),
        value,
        max_age=MAX_AGE,
        path=path,
        secure=_is_https(),
        httponly=True,
        samesite="Strict",
    )


def clear_cookie(response: HttpResponseBase, name: str, *, path: str) -> None:
    """Have the browser forget the value."""
    response.delete_cookie(cookie_name(name), path=path, samesite="Strict")


def _is_https() -> bool:
    return bool(site_url().startswith("https:"))
