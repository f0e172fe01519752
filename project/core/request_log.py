"""Every request gets an id, which its log lines, its rows and its answer carry; it is logged and counted."""

import logging
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from structlog.contextvars import bound_contextvars, get_contextvars

from project.core.metrics import count_request

logger = logging.getLogger(__name__)

HEADER = "X-Request-ID"
_ROUTE = "akshamala.route"
# nginx's $request_id.
_ID = re.compile(r"[0-9a-f]{32}")


def current_request_id() -> str:
    """Return the id of the request that this thread serves, or whose job it does; empty without one."""
    return str(get_contextvars().get("request_id", ""))


# Called with each id that is bound: telemetry names it in the span of the job that works for the request.
on_bind: list[Callable[[str], None]] = []


@contextmanager
def on_behalf_of(request_id: str) -> Iterator[None]:
    """Log what the block does, and note what it writes, under the request that caused it.

    An error that leaves the block names the request, too, to whoever logs it (`request_id_of`).
    """
    with bound_contextvars(request_id=request_id):
        for tell in on_bind:
            tell(request_id)
        try:
            yield
        except Exception as error:
            error.__dict__.setdefault("request_id", request_id)
            raise


def continuing(request_id: str) -> AbstractContextManager[None]:
    """As `on_behalf_of`, unless a request is being served: what staff start is logged under theirs."""
    return on_behalf_of(current_request_id() or request_id)


def request_log(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Name, log and count the request by its route, never by its path or query, which hold secrets."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        # Only our own proxy is believed: ids that callers choose would mix their lines with others'.
        sent = request.headers.get(HEADER, "") if settings.NINJA_NUM_PROXIES else ""
        request_id = sent if _ID.fullmatch(sent) else secrets.token_hex(16)
        with on_behalf_of(request_id):
            began = time.perf_counter()
            response = get_response(request)
            seconds = time.perf_counter() - began
            method, route, status = str(request.method), route_of(request), response.status_code
            logger.info(
                "request",
                extra={
                    "method": method,
                    "route": route,
                    "status": status,
                    "milliseconds": round(seconds * 1000, 1),
                },
            )
            count_request(method=method, route=route, status=status, seconds=seconds)
        response.headers[HEADER] = request_id
        return response

    return middleware


def route_of(request: HttpRequest) -> str:
    """Return the pattern that the path matched, such as `/api/orders/{order_id}`."""
    match = request.resolver_match
    return request.META.get(_ROUTE) or (f"/{match.route}" if match else "(none)")


def name_route(request: HttpRequest, route: str) -> None:
    """Tell the log which of the pages behind one address pattern this is: `/product/:slug`."""
    request.META[_ROUTE] = route
