"""What differs between two versions of content, line by line."""

import difflib
from collections.abc import Iterator, Mapping
from typing import Literal

from project.content.kinds import Content
from project.content.staff_schemas import ContentDiffLine, ContentFieldDiff

_MARKS: Mapping[str, Literal["same", "added", "removed"]] = {"  ": "same", "+ ": "added", "- ": "removed"}


def differences(older: Content, newer: Content) -> Iterator[ContentFieldDiff]:
    """Return the fields that differ."""
    groups: tuple[tuple[Literal["", "en", "hi"], Mapping[str, str], Mapping[str, str]], ...] = (
        ("en", older.en, newer.en),
        ("hi", older.hi, newer.hi),
        ("", older.options, newer.options),
    )
    for language, before, after in groups:
        for field in dict.fromkeys([*before, *after]):
            old, new = before.get(field, ""), after.get(field, "")
            if old != new:
                lines = [
                    ContentDiffLine(kind=_MARKS[line[:2]], text=line[2:])
                    for line in difflib.ndiff(old.splitlines(), new.splitlines())
                    if line[:2] in _MARKS
                ]
                yield ContentFieldDiff(language=language, field=field, lines=lines)
