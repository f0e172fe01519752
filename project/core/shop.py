"""The settings that hold now: `shop().returns.return_days`.

Each save is a row of its own that is never changed (`SettingsVersion`), so the newest row is what holds, in
every process, from its commit on. A request, and each read of the live link, reads it once and decides with
that all through; elsewhere each call reads it anew. What is read is the newest row's number: its values are
parsed once in each process.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.conf import settings as django_settings
from django.db import connection
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from project.core.connections import providers_set_up
from project.core.errors import DomainError, ErrorCode
from project.core.models import SettingsVersion
from project.core.shop_settings import ShopSettings


@dataclass(frozen=True)
class Version:
    """A saved version of the settings; number 0 are the defaults, before anybody saved."""

    number: int
    settings: ShopSettings


@dataclass
class Reading:
    """Cache of one request: the settings and the address that it has read."""

    version: Version | None = None
    # The address that was entered on screen (`core.site_address`).
    site_url: str | None = None
    # Number and moment of every version, the newest first.
    saves: Sequence[tuple[int, datetime]] | None = None


class ShopNotOpen(DomainError):
    """The owner has not yet said who sells."""

    code = ErrorCode.SHOP_NOT_OPEN
    status = 503


_reading: ContextVar[Reading | None] = ContextVar("shop_settings", default=None)
_last_read = ShopSettings()
_NEWEST = f"SELECT number, saved_at FROM {SettingsVersion._meta.db_table} ORDER BY number DESC LIMIT 1"


def defaults() -> Version:
    """Return what holds before the first save."""
    return Version(0, ShopSettings.of(django_settings.SHOP_DEFAULTS))


def shop() -> ShopSettings:
    """Return the settings that hold now; all through a request those it has read first."""
    return current_version().settings


def current_version() -> Version:
    """Return the version that holds now, as `shop` does."""
    reading = _reading.get()
    if reading is None:
        return newest_version()
    if reading.version is None:
        reading.version = newest_version()
    return reading.version


def current_reading() -> Reading | None:
    """Return what the running request has read; None outside of one."""
    return _reading.get()


def newest_version() -> Version:
    """Return the newest version there is, whatever this request has read before."""
    global _last_read
    # Compiling a queryset would take three times as long, and everything that sells asks this.
    with connection.cursor() as cursor:
        cursor.execute(_NEWEST)
        newest = cursor.fetchone()
    version = _parsed(*newest) if newest else defaults()
    _last_read = version.settings
    return version


def last_read() -> ShopSettings:
    """Return the settings that this process has read last: for alerts while the database is away."""
    return _last_read


def shop_at(moment: datetime) -> ShopSettings:
    """Return the settings that held at a moment: what was promised to whoever ordered then.

    Before the first save the first version holds: a shop that was configured otherwise before took it over.
    """
    reading = _reading.get()
    saves = reading.saves if reading is not None else None
    if saves is None:
        saves = list(SettingsVersion.objects.order_by("-number").values_list("number", "saved_at"))
    if reading is not None:
        reading.saves = saves
    if not saves:
        return defaults().settings
    number, saved_at = next((save for save in saves if save[1] <= moment), saves[-1])
    return _parsed(number, saved_at).settings


def require_open() -> None:
    """Raise ShopNotOpen in a shop that cannot take money, or takes it and does not say in whose name."""
    if not providers_set_up():
        text = _("Payments are not set up yet, so this shop takes no orders. Please come back a little later")
        raise ShopNotOpen("no payment provider", text=text)
    if not (django_settings.DEBUG or django_settings.SANDBOX) and shop().missing():
        raise ShopNotOpen("the seller is missing in the settings")


@lru_cache(maxsize=16)
def _parsed(number: int, saved_at: datetime) -> Version:
    # The moment belongs to the key: after a restore of the database a number may come a second time.
    values: dict[str, Any] = SettingsVersion.objects.values_list("values", flat=True).get(number=number)
    return Version(number, ShopSettings.of(values))


@contextmanager
def one_reading() -> Iterator[None]:
    """Let everything in the block see one version of the settings: the newest at the first look."""
    token = _reading.set(Reading())
    try:
        yield
    finally:
        _reading.reset(token)


def read_settings_once(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Let a request see one version of the settings."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        with one_reading():
            return get_response(request)

    return middleware


def store_version(settings: ShopSettings, *, author: str, restored_from: int | None = None) -> Version:
    """Write the next version; the caller holds the lock and has compared numbers."""
    newest = newest_version()
    row = SettingsVersion.objects.create(
        number=newest.number + 1, values=settings.values(), author=author, restored_from=restored_from
    )
    reading = _reading.get()
    if reading is not None:
        # The rest of this request sees what it has saved.
        reading.version = Version(row.number, settings)
        reading.saves = None
    return Version(row.number, settings)
