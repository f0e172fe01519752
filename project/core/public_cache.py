"""Answers that are equal for everybody, computed once for each version of what they show.

An answer is kept with the versions that were read before its data. Whoever changes what the public sees moves
the catalogue version after the commit (project/events/publish.py), and each hub moves it again before it
pushes the change (realtime/catalogue_version.py): an answer from here is never staler than a push. A sale
moves the version of that product's stock alone, and only the answers that show it are computed anew. What is
computed from other answers alone, as the HTML of a page is, is kept under a digest of these instead.

The cache is direct-mapped: a key has one slot, whoever is written there last stays. Made-up addresses cannot
make it larger than its slots.
"""

import functools
import gzip
import hashlib
import json
import logging
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Self, TypeVar
from zlib import crc32

from django.conf import settings
from django.core.cache import caches
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from redis.exceptions import RedisError

from project.core.catalogue_changes import ANYTHING, AVAILABILITY, Changes
from project.core.circuit_breaker import CircuitBreaker
from project.core.encodings import ENCODINGS, best_encoding
from project.core.shop import one_reading

logger = logging.getLogger(__name__)
T = TypeVar("T")

# Anybody may store it, and has to ask each time whether it is still so.
PUBLIC: Final = "public, max-age=0, must-revalidate"
# How long an answer is used at most, should a change ever come without an event.
KEEP_SECONDS: Final = 300
# How long it is kept, for while the database is away: a page of an hour ago beats none.
STALE_SECONDS: Final = 3600
# Larger answers, compressed, are not kept.
MAX_BYTES: Final = 256 * 1024
# How long a caller waits for another one who computes the same answer.
WAIT_SECONDS: Final = 3.0
# After a failure the cache is left alone for so long.
PAUSE_SECONDS: Final = 1.0

_VERSION: Final = "catalogue-version"
# Moves with each change of a stock.
_ANY_STOCK: Final = "stock-version"
# Moves when a product sells out or comes back.
_AVAILABILITY: Final = "availability-version"
# Products share so many versions of their own stock, by their slug.
_STOCK_VERSIONS: Final = [f"{_ANY_STOCK}:{number}" for number in range(128)]
# In the place of a version: what the answer was computed from.
_SOURCE: Final = "source"

_circuit = CircuitBreaker(retry_seconds=PAUSE_SECONDS)
# Moves of this process that failed, and how many of them a later move of everything has made up for.
_failed_moves = 0
_made_up_for = 0


def _asked(question: Callable[..., T], *args: Any, **options: Any) -> T | None:
    """Return what the cache answers; None when it does not."""
    try:
        answer = question(*args, **options)
    except (RedisError, OSError) as error:
        _circuit.open()
        logger.warning("public answers are computed afresh, the cache does not answer: %r", error)
        return None
    _circuit.close()
    return answer


def move_catalogue_version() -> bool:
    """Have no answer used that was kept until now; False when the cache does not answer."""
    return move_versions([ANYTHING])


def move_versions(changes: Changes) -> bool:
    """Have no answer used that was kept until now and may say otherwise after these changes.

    False when the cache does not answer; then all versions move before this process takes an answer from it.
    """
    global _failed_moves, _made_up_for
    failed = _failed_moves
    moves_all = ANYTHING in changes or failed > _made_up_for
    names = {_VERSION} if moves_all else {_ANY_STOCK, *map(_version_of, changes)}
    moved = dict.fromkeys(names, secrets.token_hex(8))
    if _asked(caches["public"].set_many, moved, timeout=None) is None:
        _failed_moves += 1
        return False
    if moves_all:
        _made_up_for = max(_made_up_for, failed)
    return True


def _version_of(change: str | None) -> str:
    if change is ANYTHING:
        return _VERSION
    return _STOCK_VERSIONS[crc32(change.encode()) % len(_STOCK_VERSIONS)] if change else _AVAILABILITY


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer, as it is kept: its body in each encoding that is sent."""

    status: int
    headers: dict[str, str]
    # Empty for an answer that is not kept and not to be stored by anybody.
    etag: str
    bodies: dict[str, bytes]
    # The products whose stock it shows; with AVAILABILITY among them it depends on what can be bought.
    stock_of: frozenset[str] = frozenset()

    @classmethod
    def of(cls, response: HttpResponse) -> Self:
        """Return what is kept of a response.

        Only a 200 without cookies that does not say `no-store` is for everybody.
        """
        is_public = (
            response.status_code == 200
            and not response.cookies
            and "no-store" not in response.get("Cache-Control", "")
        )
        # Weak: the same answer is sent in several encodings.
        digest = hashlib.blake2b(response.content, digest_size=12).hexdigest()
        return cls(
            status=response.status_code,
            headers=dict(response.items()),
            etag=f'W/"{digest}"' if is_public else "",
            bodies={encoding: pack(response.content) for encoding, pack in ENCODINGS.items()},
        )

    @property
    def body(self) -> bytes:
        """The body as it was computed."""
        return gzip.decompress(self.bodies["gzip"])

    def response_to(self, request: HttpRequest) -> HttpResponseBase:
        """Return the answer in an encoding the caller takes, or 304 when the caller has it already."""
        response = HttpResponse(status=self.status, headers=self.headers)
        patch_vary_headers(response, ("Accept-Encoding",))
        if self.etag:
            response["ETag"] = self.etag
            response.headers.setdefault("Cache-Control", PUBLIC)
            conditional = get_conditional_response(request, etag=self.etag, response=response)
            if conditional is not None and conditional is not response:
                return conditional
        encoding = best_encoding(request)
        if encoding:
            response["Content-Encoding"] = encoding
        response.content = self.bodies[encoding] if encoding else self.body
        return response


# By key and versions: who saw a newer one does not take an answer from before it.
_flights: dict[tuple[str, str, str], Future[Entry]] = {}

# The products whose stock is shown by the answer that is computed now.
_shown: ContextVar[set[str] | None] = ContextVar("shown", default=None)


def shows_stock_of(slug: str) -> None:
    """Say that the answer that is computed now, if any, depends on this product's stock."""
    shown = _shown.get()
    if shown is not None:
        shown.add(slug)


def get_or_compute(
    key: str, compute: Callable[[], Entry], source: str = "", *, any_availability: bool = True
) -> Entry:
    """Return the answer to `key`, computed unless it is kept or another thread computes it just now.

    Nothing that `compute` says may depend on anything but the key and the catalogue; or but the key and what
    `source` is the digest of. Of a stock it may depend on that of the products which it, or the kept answers
    it is made of, say they show (`shows_stock_of`); with `any_availability` also on whether any product can
    be bought. In an open transaction nothing is kept or taken from what is: it may show what nobody else
    sees yet.
    """
    shown = {AVAILABILITY} if any_availability and not source else set()

    def computed() -> Entry:
        token = _shown.set(shown)
        try:
            return replace(compute(), stock_of=frozenset(shown))
        finally:
            _shown.reset(token)

    entry = computed() if connection.in_atomic_block else _get_or_compute(key, computed, source)
    for slug in entry.stock_of:
        shows_stock_of(slug)
    return entry


def _get_or_compute(key: str, compute: Callable[[], Entry], source: str) -> Entry:
    # Versions are read before the data: an answer is never kept under one that is newer than its data.
    found = _look(key, source)
    if found is None:
        return compute()
    if found.current:
        return found.current
    name = (key, source or found.versions[_VERSION], "" if source else found.versions[_ANY_STOCK])
    own: Future[Entry] = Future()
    flight = _flights.setdefault(name, own)
    if flight is not own:
        try:
            return flight.result(WAIT_SECONDS)
        except Exception:  # it failed, or takes too long
            return compute()
    try:
        # Somebody may have kept it between our look and now. Which stocks it shows is known in the end.
        found = _look(key, source, [] if source else _STOCK_VERSIONS) or found
        entry = found.current or _compute_and_store(key, found, compute)
        if entry.status < 500:
            flight.set_result(entry)
        return entry
    finally:
        del _flights[name]
        flight.cancel()


@dataclass(frozen=True, slots=True)
class _Found:
    """The versions now, and what is kept: current, or to be used while the database is away."""

    versions: Mapping[str, str]
    current: Entry | None = None
    stale: Entry | None = None


def _look(key: str, source: str, stock: Collection[str] = ()) -> _Found | None:
    """Return what the cache holds, with these versions of stock; None while it does not answer."""
    if not _circuit.acquire_try() or (_failed_moves > _made_up_for and not move_catalogue_version()):
        return None
    return _asked(_read, key, source, stock)


def _read(key: str, source: str, stock: Collection[str]) -> _Found:
    cache, slot = caches["public"], _slot(key)
    names = {_VERSION, _ANY_STOCK, _AVAILABILITY, *stock}
    found = cache.get_many([*names, slot])
    if missing := names - found.keys():
        # Random: a cache that lost a version gets one that no kept answer has.
        for name in missing:
            cache.add(name, secrets.token_hex(8), timeout=None)
        found |= cache.get_many(missing)
    found[_SOURCE] = source
    content = found.pop(slot, None)
    if content is None or content[0] != key:
        return _Found(found)
    _, kept_at, seen, *answer = content
    if unread := seen.keys() - found.keys():
        found |= cache.get_many(unread)
    # A time in the future is of a clock that was set back.
    is_fresh = abs(time.time() - kept_at) <= KEEP_SECONDS
    is_current = is_fresh and all(found.get(name) == version for name, version in seen.items())
    entry = Entry(*answer)
    return _Found(found, entry if is_current else None, entry)


def _compute_and_store(key: str, found: _Found, compute: Callable[[], Entry]) -> Entry:
    """Return the answer, or a stale one while the database is away."""
    try:
        # What this request read of the shop's settings may be older than the version.
        with one_reading():
            entry = compute()
    except DatabaseError:
        if found.stale is None:
            raise
        return found.stale
    # A 500 is a fault of ours and must be seen.
    if entry.status == 503:
        return found.stale or entry
    names = {_SOURCE, *map(_version_of, entry.stock_of)}
    if not found.versions[_SOURCE]:
        names.add(_VERSION)
    if entry.etag and max(map(len, entry.bodies.values())) <= MAX_BYTES and names <= found.versions.keys():
        seen = {name: found.versions[name] for name in names}
        # A plain tuple: other releases read it, too, and must not stumble over a class of ours.
        answer = (entry.status, entry.headers, entry.etag, entry.bodies, entry.stock_of)
        content = (key, time.time(), seen, *answer)
        _asked(caches["public"].set, _slot(key), content, timeout=STALE_SECONDS)
    return entry


def _slot(key: str) -> str:
    return f"{release()}:{crc32(key.encode()) % settings.PUBLIC_CACHE_SLOTS}"


@functools.cache
def release() -> str:
    """Return a digest of our code and settings: processes of two releases must not share answers."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(Path(__file__).parents[1].rglob("*")):
        if path.suffix in (".py", ".json", ".txt", ".html"):
            digest.update(path.read_bytes())
    for name in sorted(filter(str.isupper, dir(settings))):
        try:
            digest.update(json.dumps([name, getattr(settings, name)], sort_keys=True).encode())
        except TypeError:  # a path or an object: no text of an answer
            continue
    return digest.hexdigest()
