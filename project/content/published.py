"""Reads what is published; whoever shows a text asks here first."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from project.content.models import ContentRevision

# By language, by field.
Texts = Mapping[str, Mapping[str, str]]
# Each mail asks: compiling a queryset takes longer than the database needs.
_PUBLISHED = (
    "SELECT revision.* FROM content_contentrevision AS revision"
    " JOIN content_contententry AS entry ON entry.published_id = revision.id WHERE entry.key = %s"
)


@dataclass(frozen=True)
class Published:
    """Content that staff published under a key: texts by language and field, and options."""

    number: int
    at: datetime
    texts: Texts
    options: Mapping[str, str]


def find_published(key: str) -> Published | None:
    """Return what is published under the key; None where the shipped text is shown."""
    found = next(iter(ContentRevision.objects.raw(_PUBLISHED, [key])), None)
    # A revision in which the shipped text came back has no content; it is never the one that is shown.
    if found is None or found.content is None:
        return None
    content = found.content
    texts = {"en": content["en"], "hi": content["hi"]}
    return Published(number=found.number, at=found.published_at, texts=texts, options=content["options"])
