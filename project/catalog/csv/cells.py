"""Cells of the catalogue's CSV file: numbers, yes or no, and several texts in one cell.

A backslash stands before what separates texts when it is part of one.
"""

import re
from collections.abc import Iterable
from typing import Any

from project.core.csv_cells import read_number

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


def number(value: float | None) -> str:
    """Return the number as a cell."""
    return "" if value is None else f"{value:g}" if value == int(value) and value < 1e5 else f"{value:.2f}"


def amount(cell: str) -> Any:
    """Return a number where there is one; else the text, which the field's own rule refuses."""
    value = read_number(cell)
    if value is None:
        return cell
    return int(value) if value == int(value) else float(value)


def yes_no(value: bool) -> str:
    """Return the flag as a cell."""
    return "yes" if value else "no"


def flag(cell: str) -> bool | None:
    """Return the flag of a cell, None of an empty one. Raises ValueError."""
    match cell.lower():
        case "yes":
            return True
        case "no":
            return False
        case "":
            return None
    raise ValueError(cell)
