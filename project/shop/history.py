"""Versions of the settings: what each changed, and who saved it."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from project.accounts.actor_names import names_of
from project.core.errors import NotFound
from project.core.models import SettingsVersion
from project.core.schemas import ApiModel
from project.core.shop import defaults
from project.core.shop_settings import ShopSettings


class SettingsChange(ApiModel):
    """One field that a version changed: "returns.returnDays", from 7 to 10."""

    field: str
    before: Any
    after: Any


class SettingsVersionOut(ApiModel):
    """One save; `changes` are against the version before it."""

    version: int
    saved_at: datetime
    author: str
    by: str
    restored_from: int | None
    changes: list[SettingsChange]


def stored(number: int) -> ShopSettings:
    """Return the settings of a version; 0 are the defaults. Raises NotFound."""
    if number == 0:
        return defaults().settings
    values = SettingsVersion.objects.filter(number=number).values_list("values", flat=True).first()
    if values is None:
        raise NotFound(f"settings {number}")
    return ShopSettings.of(values)


def changes(before: ShopSettings, after: ShopSettings) -> list[SettingsChange]:
    """Return the fields that differ."""
    return list(_changes(before.json_object(), after.json_object()))


def _changes(
    before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]]
) -> Iterator[SettingsChange]:
    for section, values in after.items():
        for field, value in values.items():
            if value != before[section][field]:
                yield SettingsChange(field=f"{section}.{field}", before=before[section][field], after=value)


def described(numbers: Iterable[int]) -> list[SettingsVersionOut]:
    """Return these versions with what each changed, the newest first."""
    wanted = set(numbers)
    rows = SettingsVersion.objects.in_bulk(wanted | {number - 1 for number in wanted})
    settings = {number: ShopSettings.of(row.values) for number, row in rows.items()} | {
        0: defaults().settings
    }
    names = names_of(row.author for row in rows.values())
    return [
        SettingsVersionOut(
            version=number,
            saved_at=rows[number].saved_at,
            author=rows[number].author,
            by=names[rows[number].author],
            restored_from=rows[number].restored_from,
            changes=changes(settings[number - 1], settings[number]),
        )
        for number in sorted(wanted & rows.keys(), reverse=True)
    ]
