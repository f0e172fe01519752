"""Reads what is published; whoever shows a text asks here first."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from project.content.models import ContentEntry

# By language, by field.
Texts = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Published:
    """Content that staff published under a key: texts by language and field, and options."""

    number: int
    at: datetime
    texts: Texts
    options: Mapping[str, str]


def find_published(key: str) -> Published | None:
    """Return what is published under the key; None where the shipped text is shown."""
    row = (
        ContentEntry.objects.filter(key=key, published__isnull=False)
        .values_list("published__number", "published__published_at", "published__content")
        .first()
    )
    if row is None:
        return None
    number, at, content = row
    # A revision in which the shipped text came back has none; it is never the one that is shown.
    if content is None:
        return None
    texts = {"en": content["en"], "hi": content["hi"]}
    return Published(number=number, at=at, texts=texts, options=content["options"])
