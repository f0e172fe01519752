"""Reads what is published; whoever shows a text asks here first."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from project.content.models import ContentEntry

# By language, by field.
Texts = Mapping[Literal["en", "hi"] | str, Mapping[str, str]]


@dataclass(frozen=True)
class Published:
    """What staff published under a key: texts by language and field, and what is of no language."""

    number: int
    at: datetime
    texts: Texts
    options: Mapping[str, str]


def find_published(key: str) -> Published | None:
    """Return what is published under the key; None where the shipped text is shown."""
    return find_all_published([key]).get(key)


def find_all_published(keys: list[str]) -> dict[str, Published]:
    """Return what is published under those of the keys that have anything, in one query."""
    rows = ContentEntry.objects.filter(key__in=keys, published__isnull=False).values_list(
        "key", "published__number", "published__published_at", "published__content"
    )
    return {
        key: Published(
            number=number,
            at=at,
            texts={"en": content["en"], "hi": content["hi"]},
            options=content["options"],
        )
        for key, number, at, content in rows
        # The row of the moment in which the shipped text came back.
        if content is not None
    }
