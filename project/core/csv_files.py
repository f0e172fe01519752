"""CSV files as spreadsheets, banks and providers write them: in which encoding, and split at which character.

Knows neither the database nor Django.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from typing import IO, Literal, Protocol

DELIMITERS = (",", "\t", ";", "|")
# Excel files, old and new, and PDF, whatever they are called.
_OTHER_FILES = (b"\xd0\xcf\x11\xe0", b"PK\x03\x04", b"%PDF")
_MARKUP = re.compile(r"\s*<[!?a-z]", re.IGNORECASE)
# The line that names the delimiter to spreadsheets; it is not part of the table.
_DELIMITER_LINE = re.compile(r'"?sep=(.)"?[\s,;]*', re.IGNORECASE)
_START = 4096

Problem = Literal["encoding", "not_csv", "empty"]


class NoCsv(Exception):
    """The file is no CSV; `problem` says what it is instead."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem: Problem = problem


class RowReader(Protocol):
    """The reader that csv.reader returns."""

    line_num: int

    def __iter__(self) -> Iterator[list[str]]: ...

    def __next__(self) -> list[str]: ...


def decode(body: bytes, *, fallback: str = "") -> str:
    """Return the text of a whole file; `fallback` is the encoding of one that is not in Unicode.

    Raises NoCsv.
    """
    encoding = encoding_of(body)
    for each in [encoding] if encoding == "utf-16" or not fallback else [encoding, fallback]:
        with suppress(UnicodeError):
            text = body.decode(each)
            break
    else:
        raise NoCsv("encoding")
    if "\x00" in text:
        raise NoCsv("encoding")
    if not text.strip():
        raise NoCsv("empty")
    return text


def count_lines(text: str) -> int:
    """Return how many lines the file has, whichever way they end; quicker than to parse them."""
    return max(text.count("\n"), text.count("\r")) + (not text.endswith(("\n", "\r")))


def encoding_of(body: bytes) -> str:
    """Return the encoding by the file's mark, UTF-8 where it has none; looks at its start alone.

    Raises NoCsv for another kind of file.
    """
    start = body[:_START]
    if start.startswith(_OTHER_FILES):
        raise NoCsv("not_csv")
    encoding = "utf-16" if start.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    text = start.decode(encoding, errors="ignore")
    if "\x00" in text:
        raise NoCsv("encoding")
    if _MARKUP.match(text):
        raise NoCsv("not_csv")
    return encoding


def read_rows(text: IO[str], *, strict: bool = False) -> RowReader:
    """Return a reader of the rows of a file whose first row is the heading.

    They are split where the file says it in a line `sep=;`, or where that gives the most headings. A
    spreadsheet does not show this line, and it is not counted.

    Raises NoCsv for a file without a heading; csv.Error, UnicodeError.
    """
    first = text.readline()
    said = _DELIMITER_LINE.fullmatch(first)
    if said:
        first = text.readline()
    if not first.strip():
        raise NoCsv("empty")

    def headings(delimiter: str) -> int:
        return len(next(csv.reader([first], delimiter=delimiter)))

    delimiter = said[1] if said else max(DELIMITERS, key=headings)
    return csv.reader(chain([first], text), delimiter=delimiter, strict=strict)


def without_trailing(headings: list[str]) -> list[str]:
    """Return the headings, stripped, without the empty ones that a spreadsheet writes behind the last."""
    stripped = [heading.strip() for heading in headings]
    while stripped and not stripped[-1]:
        stripped.pop()
    return stripped
