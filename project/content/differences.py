"""Differences between two versions of content, line by line."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from project.content.kinds import Content
from project.content.staff_schemas import ContentDiffLine, ContentFieldDiff


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
                lines = list(_lines(old.splitlines(), new.splitlines()))
                yield ContentFieldDiff(language=language, field=field, lines=lines)


def _lines(old: Sequence[str], new: Sequence[str]) -> Iterator[ContentDiffLine]:
    # Not ndiff, which compares all lines that differ with each other: minutes for a page that was rewritten.
    for kind, start, end, new_start, new_end in difflib.SequenceMatcher(None, old, new).get_opcodes():
        if kind == "equal":
            yield from (ContentDiffLine(kind="same", text=line) for line in old[start:end])
        else:
            yield from (ContentDiffLine(kind="removed", text=line) for line in old[start:end])
            yield from (ContentDiffLine(kind="added", text=line) for line in new[new_start:new_end])
