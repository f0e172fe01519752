"""A table in a file that somebody uploads, CSV or XLSX, as text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

Fault = Literal["encoding", "not_a_table", "empty", "too_large", "locked"]


class Unreadable(Exception):
    """The file is no table that we read; `problem` says why."""

    def __init__(self, problem: Fault) -> None:
        super().__init__(problem)
        self.problem: Fault = problem


@dataclass(frozen=True)
class Table:
    """Headings and rows; a row has its number as a spreadsheet shows it, and as many cells as headings.

    `guessed_encoding` names the encoding of a file that is not in Unicode: its accents may be wrong.
    """

    columns: Sequence[str]
    rows: Iterator[tuple[int, list[str]]]
    guessed_encoding: str = ""


def read_table(body: bytes, name: str) -> Table:
    """Return the table of a file; of a workbook that of the first sheet with rows.

    Raises Unreadable.
    """
    raise NotImplementedError
