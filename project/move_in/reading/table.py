"""A table in a file that somebody uploads, CSV or XLSX, as text."""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from itertools import islice
from typing import Any, Final, Literal
from xml.parsers import expat

from openpyxl import load_workbook

from project.core.csv_files import NoCsv, decode, encoding_of, read_rows, without_trailing
from project.core.invisible_characters import without_invisible
from project.core.spreadsheets import plain_cell

MAX_BYTES: Final = 10_000_000
MAX_ROWS: Final = 20_000
# The last column whose name has two letters, ZZ.
MAX_COLUMNS: Final = 702
MAX_CELLS: Final = 2_000_000
MAX_CELL: Final = 100_000
# A workbook is an archive of XML files: their size and their elements together.
MAX_UNPACKED_BYTES: Final = 32_000_000
MAX_ELEMENTS: Final = 1_500_000
_ARCHIVE: Final = b"PK\x03\x04"
# Old Excel files, and workbooks under a password: the latter hold a stream of this name.
_COMPOUND: Final = b"\xd0\xcf\x11\xe0"
_ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")

Fault = Literal["encoding", "not_a_table", "empty", "too_large", "locked"]


class Unreadable(Exception):
    """The file is no table that we read; `problem` says why."""

    def __init__(self, problem: Fault) -> None:
        super().__init__(problem)
        self.problem: Fault = problem


@dataclass(frozen=True)
class Table:
    """Headings and rows; a row has its number as a spreadsheet shows it, and a cell for each heading.

    A row with more cells is a fault of the file. `guessed_encoding` names the encoding of a file that is not
    in Unicode: its accents may be wrong.
    """

    columns: Sequence[str]
    rows: Iterator[tuple[int, list[str]]]
    guessed_encoding: str = ""


def check_type(body: bytes) -> None:
    """Refuse a file by its size and its first bytes, which costs next to nothing. Raises Unreadable."""
    if len(body) > MAX_BYTES:
        raise Unreadable("too_large")
    if body.startswith(_COMPOUND):
        raise Unreadable("locked" if _ENCRYPTED in body else "not_a_table")
    if not body.startswith(_ARCHIVE):
        try:
            encoding_of(body)
        except NoCsv as error:
            raise _unreadable(error) from error


def read_table(body: bytes) -> Table:
    """Return the table of a file; of a workbook that of the first visible sheet with rows.

    Raises Unreadable.
    """
    check_type(body)
    guessed = ""
    if body.startswith(_ARCHIVE):
        found = list(_limited(_workbook_rows(body)))
    else:
        text, guessed = _text(body)
        found = list(_limited(_csv_rows(text)))
    if not found:
        raise Unreadable("empty")
    columns = without_trailing(found[0][1])
    if len(columns) < 2:
        raise Unreadable("not_a_table")
    if len(found) == 1:
        raise Unreadable("empty")
    if len(columns) > MAX_COLUMNS or len(columns) * len(found) > MAX_CELLS:
        raise Unreadable("too_large")
    rows = ((number, cells + [""] * (len(columns) - len(cells))) for number, cells in found[1:])
    return Table(columns, rows, guessed)


def _limited(rows: Iterable[Sequence[str]]) -> Iterator[tuple[int, list[str]]]:
    """Return the rows that are not empty, with their numbers and clean cells."""
    seen = 0
    for number, row in enumerate(rows, start=1):
        seen += len(row)
        if number > MAX_ROWS + 1 or seen > MAX_CELLS or any(len(cell) > MAX_CELL for cell in row):
            raise Unreadable("too_large")
        cells = without_trailing([without_invisible(plain_cell(cell)) if cell else "" for cell in row])
        if cells:
            yield number, cells


def _text(body: bytes) -> tuple[str, str]:
    """Return the text of a CSV file, and its encoding where that is a guess."""
    for fallback in ("", "windows-1252"):
        try:
            return decode(body, fallback=fallback), fallback
        except NoCsv as error:
            if error.problem != "encoding":
                raise _unreadable(error) from error
    raise Unreadable("encoding")


def _unreadable(error: NoCsv) -> Unreadable:
    return Unreadable("not_a_table" if error.problem == "not_csv" else error.problem)


def _csv_rows(text: str) -> Iterator[list[str]]:
    try:
        yield from read_rows(io.StringIO(text.lstrip("\r\n"), newline=""))
    except NoCsv as error:
        raise Unreadable("empty") from error
    except csv.Error as error:
        # A quotation mark that is never closed makes one cell of the rest.
        raise Unreadable("too_large" if "limit" in str(error) else "not_a_table") from error


def _workbook_rows(body: bytes) -> Iterator[list[str]]:
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            _check(archive)
        book = load_workbook(io.BytesIO(body), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets:
            if sheet.sheet_state != "visible":
                continue
            # The size that a sheet states may be wrong.
            sheet.reset_dimensions()
            rows = ([_shown(cell) for cell in row] for row in sheet.iter_rows())
            for empty, row in enumerate(islice(rows, MAX_ROWS)):
                if any(row):
                    yield from ([] for _ in range(empty))
                    yield row
                    yield from rows
                    return
    except Unreadable:
        raise
    except Exception as error:
        # A broken workbook fails in openpyxl as a key, value, type, attribute or other error.
        raise Unreadable("not_a_table") from error


def _check(archive: zipfile.ZipFile) -> None:
    """Refuse a workbook that openpyxl would need long or much memory for: it builds a tree of each row.

    Raises Unreadable.
    """
    parts = archive.infolist()
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable("locked")
    # Spreadsheets use no other compression; one such asks for a memory of the file's choice.
    if any(part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in parts):
        raise Unreadable("not_a_table")
    # ZipFile reads no more of a part than the size that stands here.
    if sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
        raise Unreadable("too_large")
    elements = 0

    def start(_tag: str, attributes: dict[str, str]) -> None:
        nonlocal elements
        elements += 1
        column = attributes.get("r", "").rstrip("0123456789")
        if elements > MAX_ELEMENTS or len(column) > 2:
            raise Unreadable("too_large")

    def declare(*_declaration: object) -> None:
        # Spreadsheets write none; in it entities may be declared that stand for much text.
        raise Unreadable("not_a_table")

    for part in parts:
        parser = expat.ParserCreate()
        parser.StartElementHandler = start
        parser.StartDoctypeDeclHandler = declare
        # Pictures are no XML; what is broken is found again by openpyxl.
        with suppress(expat.ExpatError):
            parser.Parse(archive.read(part), True)


def _shown(cell: Any) -> str:
    """Return the text of a cell as a spreadsheet shows it, but numbers never as 1E+12."""
    value = cell.value
    if value is None or cell.data_type == "e":
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        pattern = cell.number_format or ""
        if "%" in pattern:
            return _plain(value * 100) + "%"
        text = _plain(value)
        return text.zfill(len(pattern)) if pattern and not pattern.strip("0") else text
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
    return value.isoformat() if isinstance(value, date) else str(value)


def _plain(value: float) -> str:
    """Return a number without exponent, in the 15 digits that spreadsheets have, and no zeros at its end."""
    text = f"{Decimal(f'{value:.15g}'):f}" if isinstance(value, float) else str(value)
    return text.rstrip("0").rstrip(".") if "." in text else text
