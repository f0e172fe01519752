"""What the shop keeps of a person, told by every app that keeps some: for the download and the deletion."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from project.accounts.models import User


@dataclass(frozen=True)
class Keeper:
    """One app's part.

    `export` returns what it keeps as JSON; `erase` removes what no law asks to keep, inside the
    transaction that closes the account.
    """

    export: Callable[[User], Any]
    erase: Callable[[User], None]


_keepers: dict[str, Keeper] = {}


def register(name: str, *, export: Callable[[User], Any], erase: Callable[[User], None]) -> None:
    """Add an app's part under its own name; called once, when the app is ready."""
    if name in _keepers:
        raise ValueError(f"personal data {name!r} is registered twice")
    _keepers[name] = Keeper(export=export, erase=erase)


def export_all(user: User) -> dict[str, Any]:
    """Return everything the apps keep of the person, by the apps' names."""
    return {name: keeper.export(user) for name, keeper in sorted(_keepers.items())}


def erase_all(user: User) -> None:
    """Have every app remove its part; those above first, which find theirs by the rows of those below."""
    for keeper in reversed(_keepers.values()):
        keeper.erase(user)
