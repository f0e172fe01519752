"""The registry of personal data: each app registers its export and its erasure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from project.accounts.models import User


@dataclass(frozen=True)
class PersonalDataSource:
    """The export and the erasure of one app.

    `export` returns what it keeps as JSON; `erase` removes what no law asks to keep, inside the
    transaction that closes the account. The other two do so for somebody without an account, who has proven
    an e-mail address; None where the app keeps nothing of such people.
    """

    export: Callable[[User], Any]
    erase: Callable[[User], None]
    export_address: Callable[[str], list[Any]] | None = None
    erase_address: Callable[[str], "Erased"] | None = None


@dataclass(frozen=True)
class Erased:
    """Number of things that an app removed, and number of those it has to keep for now."""

    erased: int
    kept: int = 0


_sources: dict[str, PersonalDataSource] = {}


def register(
    name: str,
    *,
    export: Callable[[User], Any],
    erase: Callable[[User], None],
    export_address: Callable[[str], list[Any]] | None = None,
    erase_address: Callable[[str], Erased] | None = None,
) -> None:
    """Add an app's part under its own name; called once, when the app is ready."""
    if name in _sources:
        raise ValueError(f"personal data {name!r} is registered twice")
    _sources[name] = PersonalDataSource(export, erase, export_address, erase_address)


def export_all(user: User) -> dict[str, Any]:
    """Return everything the apps keep of the person, by the apps' names."""
    return {name: keeper.export(user) for name, keeper in sorted(_sources.items())}


def erase_all(user: User) -> None:
    """Have every app remove its part; those above first, which find theirs by the rows of those below."""
    for keeper in reversed(_sources.values()):
        keeper.erase(user)


def export_address(email: str) -> dict[str, list[Any]]:
    """Return what the apps keep under an e-mail address beside any account, by the apps' names."""
    return {
        name: keeper.export_address(email)
        for name, keeper in sorted(_sources.items())
        if keeper.export_address is not None
    }


@transaction.atomic
def erase_address(email: str) -> dict[str, Erased]:
    """Have every app remove what it keeps under an e-mail address beside any account."""
    return {
        name: keeper.erase_address(email)
        for name, keeper in reversed(_sources.items())
        if keeper.erase_address is not None
    }
