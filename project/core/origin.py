"""From where the running request came; empty for jobs and commands."""

from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponseBase

from project.core.throttle import client_address

_address: ContextVar[str] = ContextVar("address", default="")


def current_address() -> str:
    """Return the network address of the request this code runs for, "" outside of one."""
    return _address.get()


def remember_address(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Let everything that runs for the request know where it came from."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        token = _address.set(client_address(request))
        try:
            return get_response(request)
        finally:
            _address.reset(token)

    return middleware
