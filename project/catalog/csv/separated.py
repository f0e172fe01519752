"""Several texts in one cell: a backslash stands before what separates them when it is part of a text."""

import re
from collections.abc import Iterable

_SPECIAL = re.compile(r"([\\|:,])")
_ESCAPED = re.compile(r"\\([\\|:,])")


def escaped(text: str) -> str:
    """Return the text with a backslash before each character that separates texts."""
    return _SPECIAL.sub(r"\\\1", text)


def joined(texts: Iterable[str]) -> str:
    """Return the texts as one, each escaped, with commas between them."""
    return ", ".join(map(escaped, texts))


def split(cell: str, separator: str, most: int = -1) -> list[str]:
    """Return the still escaped texts of a cell, split `most` times; the opposite of joining escaped ones."""
    parts = [""]
    for piece in re.findall(r"\\.|.", cell, re.DOTALL):
        if piece == separator and most != len(parts) - 1:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def plain(text: str) -> str:
    """Return what `escaped` was given; a backslash before any other character stays."""
    return _ESCAPED.sub(r"\1", text.strip())
