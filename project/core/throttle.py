"""Rate limits on REST calls, per user or network address, counted in the cache.

django-ninja's own throttles keep the request's state on an object that all threads share; counting with
the cache's atomic `incr` needs none.
"""

import functools
import hashlib
import logging
import time
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

from project.core.errors import DomainError, ErrorCode

logger = logging.getLogger(__name__)
P = ParamSpec("P")
R = TypeVar("R")


class RateLimited(DomainError):
    """Too many calls; `retry_after` is the wait in whole seconds."""

    code = ErrorCode.RATE_LIMITED
    status = 429

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"wait {retry_after} s")
        self.retry_after = retry_after


def client_address(request: HttpRequest) -> str:
    """Return the caller's network address as our own outermost proxy saw it."""
    return address_behind(
        str(request.META.get("REMOTE_ADDR") or "unknown"), request.META.get("HTTP_X_FORWARDED_FOR")
    )


def address_behind(remote: str, forwarded: str | None) -> str:
    """Return the address that many proxies of ours away; what the caller itself wrote is not believed."""
    proxies: int = settings.NINJA_NUM_PROXIES
    if not proxies or not forwarded:
        return remote
    hops = [hop.strip() for hop in forwarded.split(",")]
    return str(hops[-min(proxies, len(hops))])


def count(scope: str, who: str, limit: int, seconds: int) -> None:
    """Count one call of `who` in the current window of `seconds`.

    With the cache out of reach nothing is limited: a shop that sells beats one that counts.

    Raises RateLimited when `limit` calls were counted already.
    """
    limit *= settings.RATE_LIMIT_FACTOR
    if limit == 0:
        return
    now = time.time()
    window = int(now // seconds)
    # Hashed: no address of a person lies about in the cache, and any text makes a good key.
    key = f"limit:{scope}:{hashlib.sha256(who.encode()).hexdigest()[:32]}:{window}"
    try:
        cache.add(key, 0, timeout=seconds + 1)
        calls = cache.incr(key)
    except ValueError:  # the window ended between the two calls
        return
    except (RedisError, OSError):
        logger.warning("rate limit %s not counted: the cache does not answer", scope)
        return
    if calls > limit:
        raise RateLimited(max(1, int((window + 1) * seconds - now) + 1))


def limited(
    scope: str, limit: int, seconds: int = 60
) -> Callable[[Callable[Concatenate[HttpRequest, P], R]], Callable[Concatenate[HttpRequest, P], R]]:
    """Allow `limit` calls of a view per `seconds` for each user, or network address when logged out."""

    def decorate(
        view: Callable[Concatenate[HttpRequest, P], R],
    ) -> Callable[Concatenate[HttpRequest, P], R]:
        @functools.wraps(view)
        def wrapper(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> R:
            if getattr(request, "counted", False):  # asked by a page, which counts by itself
                return view(request, *args, **kwargs)
            user_id = getattr(getattr(request, "auth", None), "pk", None)
            count(scope, f"user-{user_id}" if user_id else client_address(request), limit, seconds)
            return view(request, *args, **kwargs)

        return wrapper

    return decorate
