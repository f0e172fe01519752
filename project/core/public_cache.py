"""Answers that are equal for everybody, computed once for each version of the catalogue.

An answer is kept under its key and the catalogue version that was read before its data. Whoever changes what
the public sees moves the version after the commit (project/events/publish.py), and each hub moves it again
before it pushes the change (realtime/catalogue_version.py): an answer from here is never staler than a push.
A sale changes nothing but one product's stock, many times a minute on a busy day: it moves the version of
that stock alone, and only the answers that show it are computed anew.
What is computed from other answers alone, as the HTML of a page is, is kept under a digest of these instead.

The cache is direct-mapped: a key has one slot, whoever is written there last stays. Made-up addresses cannot
make it larger than its slots.
"""

import functools
import hashlib
import json
import logging
import math
import secrets
import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Self
from zlib import crc32

import brotli
from django.conf import settings
from django.core.cache import caches
from django.db import Error as DatabaseError
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from redis.exceptions import RedisError

from project.core.catalogue_changes import ANYTHING, AVAILABILITY, Changes
from project.core.encodings import accepted_encodings
from project.core.shop import one_reading

logger = logging.getLogger(__name__)

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
# After a failure the cache is left alone for so long, and the failure is logged so often.
PAUSE_SECONDS: Final = 1.0
LOG_SECONDS: Final = 60.0

_VERSION: Final = "catalogue-version"
# Moves with each change of a stock.
_ANY_STOCK: Final = "stock-version"
# Moves when a product sells out or comes back.
_AVAILABILITY: Final = "availability-version"
# Products share so many versions of their own stock, by their slug.
_STOCK_VERSIONS: Final = 128


# -- The catalogue version -----------------------------------------------------------------------

# Times of this process (monotonic): of the last move that failed, and the start of the last one that did not.
_move_failed_at = -math.inf
_moved_at = -math.inf
_away_until = -math.inf
_logged_at = -math.inf


def catalogue_version() -> str | None:
    """Return the version now; None while the cache does not answer.

    It is random: a cache that lost it gets one that no kept answer has.
    """
    found = _look("")
    return None if found is None else found.version


def move_catalogue_version() -> bool:
    """Have no answer used that was kept until now; False when the cache does not answer."""
    return move_versions([ANYTHING])


def move_versions(changes: Changes) -> bool:
    """Have no answer used that was kept until now and may say otherwise after these changes.

    False when the cache does not answer.
    """
    global _move_failed_at, _moved_at, _away_until
    began = time.monotonic()
    # What this process could not tell the others is made up for as well.
    moves_all = ANYTHING in changes or _move_failed_at > _moved_at
    names = (
        [_VERSION]
        if moves_all
        else [_ANY_STOCK, *(_stock_version(slug) for slug in changes if slug is not ANYTHING)]
    )
    try:
        caches["public"].set_many(dict.fromkeys(names, secrets.token_hex(8)), timeout=None)
    except (RedisError, OSError) as error:
        _move_failed_at = time.monotonic()
        _pause_after_failure(error)
        return False
    if moves_all:
        _moved_at = max(_moved_at, began)
    _away_until = -math.inf
    return True


def _stock_version(slug: str) -> str:
    if slug == AVAILABILITY:
        return _AVAILABILITY
    return f"{_ANY_STOCK}:{crc32(slug.encode()) % _STOCK_VERSIONS}"


def _pause_after_failure(error: Exception) -> None:
    global _away_until, _logged_at
    now = time.monotonic()
    _away_until = now + PAUSE_SECONDS
    if now >= _logged_at + LOG_SECONDS:
        _logged_at = now
        logger.warning("public answers are computed afresh, the cache does not answer: %r", error)


# -- Answers -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer, as it is kept: its body is compressed."""

    status: int
    headers: dict[str, str]
    # Empty for an answer that is not kept and not to be stored by anybody.
    etag: str
    compressed: bytes
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
            # Higher qualities take longer than they save on the way.
            compressed=brotli.compress(response.content, mode=brotli.MODE_TEXT, quality=5),
        )

    @property
    def body(self) -> bytes:
        """The body as it was computed."""
        return bytes(brotli.decompress(self.compressed))

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
        if "br" in accepted_encodings(request):
            response["Content-Encoding"] = "br"
            response.content = self.compressed
        else:
            response.content = self.body
        return response


@dataclass(frozen=True, slots=True, eq=False)
class _Flight:
    """One computation that others wait for."""

    landed: threading.Event = field(default_factory=threading.Event)
    # One entry, or none when it failed.
    entries: list[Entry] = field(default_factory=list)


# By key and versions: who saw a newer one does not take an answer from before it.
_flights: dict[tuple[str, str | None, str | None], _Flight] = {}
_flights_lock = threading.Lock()

# The products whose stock is shown by the answer that is computed now.
_shown: ContextVar[set[str] | None] = ContextVar("shown", default=None)


def shows_stock_of(slug: str) -> None:
    """Say that the answer that is computed now, if any, depends on this product's stock."""
    shown = _shown.get()
    if shown is not None:
        shown.add(slug)


def kept(key: str, compute: Callable[[], Entry], source: str = "", *, any_availability: bool = True) -> Entry:
    """Return the answer to `key`, computed unless it is kept or another thread computes it just now.

    Nothing that `compute` says may depend on anything but the key and the catalogue; or but the key and what
    `source` is the digest of. Of a stock it may depend on that of the products which it, or the kept answers
    it is made of, say they show (`shows_stock_of`); with `any_availability` also on whether any product can
    be bought. In an open transaction nothing is kept or taken from what is: it may show what nobody else
    sees yet.
    """
    depends_on = [AVAILABILITY] if any_availability and not source else []
    entry = _kept(key, partial(_compute, compute, depends_on), source)
    for slug in entry.stock_of:
        shows_stock_of(slug)
    return entry


def _compute(compute: Callable[[], Entry], depends_on: Collection[str]) -> Entry:
    """Return the answer with the products whose stock it depends on."""
    shown = set(depends_on)
    token = _shown.set(shown)
    try:
        return replace(compute(), stock_of=frozenset(shown))
    finally:
        _shown.reset(token)


def _kept(key: str, compute: Callable[[], Entry], source: str) -> Entry:
    # Versions are read before the data: an answer is never kept under one that is newer than its data.
    found = None if connection.in_atomic_block else _look(key, source)
    if found is None:
        return compute()
    if found.entry is not None:
        return found.entry
    name = (key, found.version, None if source else found.any_stock)
    with _flights_lock:
        flight = _flights.get(name)
        is_first = flight is None
        if flight is None:
            flight = _flights[name] = _Flight()
    if not is_first:
        flight.landed.wait(WAIT_SECONDS)
        return flight.entries[0] if flight.entries else compute()
    try:
        # Somebody may have kept it between our look and now.
        again = _look(key, source)
        if again is not None and again.entry is not None:
            entry = again.entry
        else:
            stock = {} if source else _stock_versions()
            entry = _compute_and_keep(key, found.version, stock, compute)
        if entry.status < 500:
            flight.entries.append(entry)
        return entry
    finally:
        with _flights_lock:
            del _flights[name]
        flight.landed.set()


@dataclass(frozen=True, slots=True)
class _Found:
    """What the cache says: the versions now, and the answer if it is kept and may be used."""

    # The catalogue's, or the source that stands in its place.
    version: str
    any_stock: str
    entry: Entry | None


def _look(key: str, source: str = "") -> _Found | None:
    """Return the versions now and what is kept for the key under them.

    None while the cache does not answer.
    """
    if time.monotonic() < _away_until:
        return None
    # What this process could not tell the others is made up for first.
    if _move_failed_at > _moved_at and not move_catalogue_version():
        return None
    slot = _slot(key)
    try:
        found = _with_versions({_VERSION, _ANY_STOCK, _AVAILABILITY}, slot)
        version, any_stock = source or found[_VERSION], found[_ANY_STOCK]
        content = found.get(slot)
        if content is None or content[:2] != (key, version) or content[2] < time.time() - KEEP_SECONDS:
            return _Found(version, any_stock, None)
        stock = content[3]
        unread = stock.keys() - found.keys()
        if unread:
            found |= caches["public"].get_many(unread)
    except (RedisError, OSError) as error:
        _pause_after_failure(error)
        return None
    is_current = all(found.get(name) == seen for name, seen in stock.items())
    return _Found(version, any_stock, Entry(*content[4:]) if is_current else None)


def _with_versions(names: set[str], slot: str = "") -> dict[str, Any]:
    """Return these versions, and what is in the slot.

    They are random: a cache that lost one gets another that no kept answer has.
    """
    cache = caches["public"]
    found: dict[str, Any] = cache.get_many({*names, slot} if slot else names)
    missing = names - found.keys()
    for name in missing:
        cache.add(name, secrets.token_hex(8), timeout=None)
    return found | cache.get_many(missing) if missing else found


def _stock_versions() -> dict[str, str]:
    """Return the versions of all products' stock: which an answer shows is known once it is computed."""
    names = {f"{_ANY_STOCK}:{number}" for number in range(_STOCK_VERSIONS)}
    try:
        return _with_versions(names | {_AVAILABILITY})
    except (RedisError, OSError) as error:
        _pause_after_failure(error)
        return {}


def _compute_and_keep(
    key: str, version: str, stock: Mapping[str, str], compute: Callable[[], Entry]
) -> Entry:
    """Return the answer, or one of before while the database is away."""
    try:
        # What this request read of the shop's settings may be older than the version.
        with one_reading():
            entry = compute()
    except DatabaseError:
        stale = _look_for_stale(key)
        if stale is None:
            raise
        return stale
    # A 500 is a fault of ours and must be seen.
    if entry.status == 503:
        return _look_for_stale(key) or entry
    _keep(key, version, stock, entry)
    return entry


def _look_for_stale(key: str) -> Entry | None:
    """Return what is kept for the key, whatever its version and age."""
    try:
        content = caches["public"].get(_slot(key))
    except (RedisError, OSError):
        return None
    return Entry(*content[4:]) if content is not None and content[0] == key else None


def _keep(key: str, version: str, stock: Mapping[str, str], entry: Entry) -> None:
    if not entry.etag or len(entry.compressed) > MAX_BYTES:
        return
    seen = {name: stock.get(name) for name in map(_stock_version, entry.stock_of)}
    if None in seen.values():
        return
    # A plain tuple: other releases read it, too, and must not stumble over a class of ours.
    answer = (entry.status, entry.headers, entry.etag, entry.compressed, entry.stock_of)
    content = (key, version, time.time(), seen, *answer)
    try:
        caches["public"].set(_slot(key), content, timeout=STALE_SECONDS)
    except (RedisError, OSError) as error:
        _pause_after_failure(error)


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
