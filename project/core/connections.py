"""Connections that an admin has entered on screen: the shop's address, the mail server, payment keys.

The environment wins: whoever asks here has found nothing there. Each call reads the row's version, as
`core.shop` does, so that a save holds in all processes from its commit on; its values are decrypted once in
each process.
"""

import json
import logging
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from project.core.encryption import Cipher
from project.core.locks import lock_names
from project.core.models import Connection

logger = logging.getLogger(__name__)

_CIPHER: Final = Cipher("connections")
_NEWEST = f"SELECT version, saved_at FROM {Connection._meta.db_table} WHERE name = %s"
_last_read: dict[str, Mapping[str, str]] = {}


def stored_values(name: str) -> Mapping[str, str]:
    """Return all fields of the connection as they were saved, secrets too; none of one that is not set up."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(_NEWEST, [name])
            newest = cursor.fetchone()
        _last_read[name] = _decrypted(name, *newest) if newest else {}
    except DatabaseError:
        logger.warning("connection %s: the database does not answer", name)
    return last_values(name)


def last_values(name: str) -> Mapping[str, str]:
    """Return the fields that this process has read last, without asking the database; none before that."""
    return _last_read.get(name, {})


def providers_set_up() -> list[str]:
    """Return the payment providers whose keys the shop has, from the environment or the screen."""
    return [
        name
        for name in settings.PAYMENT_PROVIDERS
        if name not in settings.PROVIDERS_ON_SCREEN or stored_values(name)
    ]


@lru_cache(maxsize=16)
def _decrypted(name: str, version: int, saved_at: datetime) -> Mapping[str, str]:
    # The moment belongs to the key: after a restore of the database a version may come a second time.
    row = Connection.objects.get(pk=name)
    if not row.secrets:
        return dict(row.values)
    secrets = _CIPHER.decrypted(row.secrets)
    # Without the key of then they are as good as never entered.
    return {**row.values, **json.loads(secrets)} if secrets else {}


def lock_connections(*, shared: bool = False) -> None:
    """Let nobody else change a connection until the transaction ends; `shared`: nobody at all."""
    lock_names(["shop connections"], shared=shared)


def store_values(
    name: str, *, version: int, values: Mapping[str, str], secrets: Mapping[str, str], author: str
) -> None:
    """Store the connection as its next version, a removed one without values.

    The caller holds the lock and has compared versions.
    """
    # This process reads it anew at its next request.
    _last_read.pop(name, None)
    Connection.objects.update_or_create(
        pk=name,
        defaults={
            "version": version + 1,
            "values": dict(values),
            # The address has none, and must outlive the key.
            "secrets": _CIPHER.encrypted(json.dumps(dict(secrets))) if secrets else "",
            "saved_at": timezone.now(),
            "saved_by": author,
        },
    )
