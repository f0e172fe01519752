"""Rate limits on REST calls, per user or network address, counted in the cache.

django-ninja's own throttles keep the request's state on an object that all threads share; counting with
the cache's atomic `incr` needs none.
"""

import contextlib
import functools
import hashlib
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest
from django.utils.functional import Promise
from redis.exceptions import RedisError

from project.core.errors import DomainError, ErrorCode

logger = logging.getLogger(__name__)
P = ParamSpec("P")
R = TypeVar("R")


# A user, or a network address when logged out.
CALLER = "caller"
# Those of an address that are counted (`networks_of`).
NETWORKS = "network; IPv6 /56 four times, /48 sixteen times as many"
LIMITS: list["Limit"] = []
# What a caller waits whose call could not be counted.
_UNCOUNTED_SECONDS = 30


class TryLater(DomainError):
    """Refused for now; `retry_after` is the wait in whole seconds."""

    def __init__(self, retry_after: int, detail: str = "", *, text: str | Promise = "") -> None:
        super().__init__(detail or f"wait {retry_after} s", text=text)
        self.retry_after = retry_after


class RateLimited(TryLater):
    """Too many calls."""

    code = ErrorCode.RATE_LIMITED
    status = 429


class NotCounted(TryLater):
    """The calls cannot be counted now, and must not be answered uncounted."""

    code = ErrorCode.BUSY
    status = 503


@dataclass(frozen=True)
class Limit:
    """A maximum of calls in a window of `seconds`, or of things that exist at a time.

    Whatever is limited is counted by one of these, so README.md lists them all (`python -m tests.limits`).
    `scope` names the window's counter, which limits of the same scope share; `most` is a number or the
    name of it in the shop's settings (`StrangerLimits`). The rest is for the table.
    """

    scope: str
    most: int | str
    # 0 for what there may be at a time.
    seconds: int = 0
    # Who has a counter of their own.
    of_each: str = CALLER
    counts: str = ""
    note: str = ""
    strict: bool = False

    def __post_init__(self) -> None:
        LIMITS.append(self)

    @property
    def value(self) -> int:
        """Return the number, 0 for a setting that sets no limit."""
        if isinstance(self.most, int):
            return self.most
        # It needs the models, which the web server loads after this file.
        from project.core.shop import shop

        return int(getattr(shop().limits, self.most))

    def count(self, who: str) -> None:
        """Count one call in the current window; raises what `count` raises."""
        count(self.scope, who, self.value, self.seconds, strict=self.strict)

    def count_networks(self, address: str) -> None:
        """Count one call of each network the address is in; raises what `count` raises."""
        for network, share in networks_of(address):
            count(self.scope, network, self.value * share, self.seconds, strict=self.strict)

    def excess_of_networks(self, address: str) -> int:
        """Count one call of the address; return how many times over its limit its busiest network is.

        0 within it. Raises NotCounted.
        """
        if settings.RATE_LIMIT_FACTOR == 0:
            return 0
        limit = self.value * settings.RATE_LIMIT_FACTOR
        return max(
            (_count(self.scope, network, self.seconds, strict=True) - 1) // (limit * share)
            for network, share in networks_of(address)
        )


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


def client_network(request: HttpRequest) -> str:
    """Return the caller as limits know callers."""
    return network_of(client_address(request))


def network_of(address: str) -> str:
    """Return what counts as one caller: an IPv4 address, or the /64 network that one IPv6 customer has."""
    return prefixes_of(address)[0]


# One request needs them several times, and to compute them takes up to half a millisecond.
@functools.lru_cache(maxsize=4096)
def prefixes_of(address: str) -> Sequence[str]:
    """Return the networks of an address that one party may control, the narrowest first.

    The address itself and its /24 for IPv4, the /64, /56 and /48 for IPv6.
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return (address,)
    if not isinstance(ip, IPv4Address):
        if ip.ipv4_mapped is None:
            return tuple(str(ip_network((ip, length), strict=False)) for length in (64, 56, 48))
        ip = ip.ipv4_mapped
    return str(ip), str(ip_network((ip, 24), strict=False))


def networks_of(address: str) -> Iterator[tuple[str, int]]:
    """Yield each network to be counted, with how many times the limit of one caller it has.

    Who rents a server is often given a /56 or a /48 of IPv6: 256 or 65,536 networks that each count as one.
    An IPv4 address may be a carrier's gateway already, so its /24 is not counted.
    """
    prefixes = prefixes_of(address)
    return zip(prefixes if ":" in prefixes[0] else prefixes[:1], (1, 4, 16), strict=False)


def count(scope: str, who: str, limit: int, seconds: int, *, strict: bool = False) -> None:
    """Count one call of `who` in the current window of `seconds`.

    With the cache out of reach nothing is limited, as a shop that sells beats one that counts; only `strict`
    calls, which somebody might guess by, are refused then.

    Raises RateLimited when `limit` calls were counted already, NotCounted.
    """
    limit *= settings.RATE_LIMIT_FACTOR
    if limit and _count(scope, who, seconds, strict=strict) > limit:
        now = time.time()
        raise RateLimited(int(seconds - now % seconds) + 1)


def _count(scope: str, who: str, seconds: int, *, strict: bool) -> int:
    """Count one call in the current window; return how many there were, 0 when they cannot be counted."""
    try:
        return _add(_key(scope, who, int(time.time() // seconds)), 1, seconds)
    except (RedisError, OSError):
        logger.warning("rate limit %s not counted: the cache does not answer", scope)
        if strict:
            raise NotCounted(_UNCOUNTED_SECONDS) from None
        return 0


@contextlib.contextmanager
def processor_budget(scope: str, who: str) -> Iterator[None]:
    """Charge the processor time of the block to `who`, who has ANONYMOUS_MILLISECONDS of it a minute.

    A count treats a misspelt search and a cached list alike, though one costs twenty times the other. What is
    charged is this thread's own time, so waiting for the database or for a busy machine is free.

    Raises RateLimited when the budget of the current window was spent before; one call may overdraw it.
    """
    seconds = 60
    budget = settings.ANONYMOUS_MILLISECONDS * settings.RATE_LIMIT_FACTOR
    if budget == 0:
        yield
        return
    now = time.time()
    window = int(now // seconds)
    key = _key(f"cost:{scope}", who, window)
    try:
        spent = caches["limits"].get(key, 0)
    except (RedisError, OSError):
        spent = 0
    if spent >= budget:
        raise RateLimited(max(1, int((window + 1) * seconds - now) + 1))
    began = time.thread_time()
    try:
        yield
    finally:
        # What costs less than half a millisecond is limited by its count alone.
        cost = round((time.thread_time() - began) * 1000)
        if cost:
            with contextlib.suppress(RedisError, OSError):
                _add(key, cost, seconds)


def _add(key: str, amount: int, seconds: int) -> int:
    """Count so much more in a window and return the sum."""
    cache = caches["limits"]
    # Mostly it is there: asked in this order, one call of the cache does.
    with contextlib.suppress(ValueError):
        return cache.incr(key, amount)
    cache.add(key, 0, timeout=seconds + 1)
    try:
        return cache.incr(key, amount)
    except ValueError:  # the window ended between the two calls
        return amount


def _key(scope: str, who: str, window: int) -> str:
    # Hashed: no address of a person lies about in the cache, and any text makes a good key.
    return f"limit:{scope}:{hashlib.sha256(who.encode()).hexdigest()[:32]}:{window}"


def count_different(request: HttpRequest, limit: Limit, value: str) -> None:
    """Count how many different values the caller sends in the current window; the same one counts once.

    Against guessing where callers repeat what they have typed. Raises RateLimited.
    """
    who = _caller(request)
    key = _key(limit.scope, f"{who} {value}", int(time.time() // limit.seconds))
    with contextlib.suppress(RedisError, OSError):
        if caches["limits"].get(key):
            return
    limit.count(who)
    with contextlib.suppress(RedisError, OSError):
        caches["limits"].set(key, 1, limit.seconds)


def _caller(request: HttpRequest) -> str:
    user = getattr(request, "auth", None)
    user_id = getattr(user, "pk", None)
    if not user_id:
        return client_network(request)
    token = getattr(user, "api_token", None)
    return f"user-{user_id}-token-{token.pk}" if token else f"user-{user_id}"


@contextlib.contextmanager
def counted(request: HttpRequest, limit: Limit, *, by_cost: bool = False) -> Iterator[None]:
    """Count the block as one call of the request's user, or network address when logged out.

    Raises what `count` and, with `by_cost`, `processor_budget` raise.
    """
    if getattr(request, "counted", False):  # asked by a page, which counts by itself
        yield
        return
    who = _caller(request)
    if limit.strict and not who.startswith("user-"):
        # Calls that guess or send mails: worth a whole provider's network to some.
        limit.count_networks(client_address(request))
    else:
        limit.count(who)
    if by_cost and not who.startswith("user-"):
        with processor_budget(limit.scope, who):
            yield
    else:
        yield


def limit_of_calls(
    view: Callable[..., Any],
    scope: str,
    most: int,
    seconds: int,
    *,
    strict: bool = False,
    by_cost: bool = False,
) -> Limit:
    """Return the limit by which the calls of a view are counted."""
    note = "guests also by processor time" if by_cost else ""
    return Limit(scope, most, seconds, counts=view.__name__, note=note, strict=strict)


def limited(
    scope: str, limit: int, seconds: int = 60, *, strict: bool = False, by_cost: bool = False
) -> Callable[[Callable[Concatenate[HttpRequest, P], R]], Callable[Concatenate[HttpRequest, P], R]]:
    """Allow `limit` calls of a view per `seconds` for each user, or network address when logged out.

    With `by_cost`, guests are also limited by the processor time that their calls take.
    """

    def decorate(
        view: Callable[Concatenate[HttpRequest, P], R],
    ) -> Callable[Concatenate[HttpRequest, P], R]:
        counter = limit_of_calls(view, scope, limit, seconds, strict=strict, by_cost=by_cost)

        @functools.wraps(view)
        def wrapper(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> R:
            with counted(request, counter, by_cost=by_cost):
                return view(request, *args, **kwargs)

        return wrapper

    return decorate
