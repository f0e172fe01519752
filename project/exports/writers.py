"""Write rows into a file one after the other, keeping none: CSV and XLSX.

What a spreadsheet might run as a formula gets an apostrophe in front in CSV (project/core/spreadsheets.py);
in XLSX a text is stored as one, and marked as quoted so that it stays one when somebody edits the cell.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, Protocol, TextIO, TypeAlias

import xlsxwriter
from django.utils import timezone

from project.core.spreadsheets import begins_a_formula, safe_cell

# Decimal is rupees.
Cell: TypeAlias = str | int | Decimal | date | datetime | None

_DAY, _MOMENT = "%d-%m-%Y", "%d-%m-%Y %H:%M:%S"
# Excel's own limits.
MAX_XLSX_ROWS = 1_048_575
_MAX_XLSX_TEXT = 32_767
# Excel counts days from here.
_EXCEL_EPOCH, _ONE_DAY = datetime(1899, 12, 30), timedelta(days=1)
# Lakhs and crores are grouped as in India.
_MONEY = r"[>=10000000]##\,##\,##\,##0.00;[>=100000]##\,##\,##0.00;##,##0.00"


class Writer(Protocol):
    """A file that is being written."""

    def write(self, row: Sequence[Cell]) -> None:
        """Add one row."""
        ...


class _CsvWriter:
    def __init__(self, file: TextIO, titles: Sequence[str]) -> None:
        self._csv = csv.writer(file)
        self._csv.writerow([safe_cell(title) for title in titles])

    def write(self, row: Sequence[Cell]) -> None:
        """Add one row; times are India's."""
        self._csv.writerow([self._text(cell) for cell in row])

    def _text(self, cell: Cell) -> str:
        if cell is None:
            return ""
        if isinstance(cell, datetime):
            return timezone.localtime(cell).strftime(_MOMENT)
        if isinstance(cell, date):
            return cell.strftime(_DAY)
        # A number of ours may begin with a minus: it is no text, and no formula either.
        return safe_cell(cell) if isinstance(cell, str) else str(cell)


@contextmanager
def csv_writer(path: Path, titles: Sequence[str]) -> Iterator[Writer]:
    """Write comma-separated rows, behind a mark by which spreadsheets know that the file is UTF-8."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        yield _CsvWriter(file, titles)


class XlsxBook:
    """A workbook. A sheet's rows are written before the next sheet is begun."""

    def __init__(self, book: Any) -> None:
        self._book = book
        self._formats = {
            name: book.add_format(look)
            for name, look in {
                "head": {"bold": True, "bottom": 1},
                "money": {"num_format": _MONEY},
                "day": {"num_format": "dd-mm-yyyy"},
                "moment": {"num_format": "dd-mm-yyyy hh:mm:ss"},
                "quoted": {"quote_prefix": True},
            }.items()
        }

    def add_sheet(self, name: str, titles: Sequence[str]) -> Writer:
        """Begin a sheet with its row of titles."""
        return _XlsxSheet(self._book.add_worksheet(name), self._formats, titles)


@contextmanager
def xlsx_book(path: Path) -> Iterator[XlsxBook]:
    """Write a workbook, with its parts in the same folder until it is finished."""
    book = xlsxwriter.Workbook(
        str(path),
        {"constant_memory": True, "tmpdir": str(path.parent), "default_date_format": "dd-mm-yyyy"},
    )
    try:
        yield XlsxBook(book)
    except BaseException:
        # An abandoned one is not put together: its parts go with the folder they are in.
        book.fileclosed = 1
        raise
    book.close()


@contextmanager
def xlsx_writer(path: Path, titles: Sequence[str]) -> Iterator[Writer]:
    """Write a workbook of one sheet."""
    with xlsx_book(path) as book:
        yield book.add_sheet("Export", titles)


class _XlsxSheet:
    """A sheet: each row goes to the disk before the next one is begun."""

    def __init__(self, sheet: Any, formats: Mapping[str, Any], titles: Sequence[str]) -> None:
        self._sheet, self._formats = sheet, formats
        self._sheet.freeze_panes(1, 0)
        self._sheet.set_column(0, max(0, len(titles) - 1), 20)
        for column, title in enumerate(titles):
            self._sheet.write_string(0, column, title, self._formats["head"])
        self._row = 0

    def write(self, row: Sequence[Cell]) -> None:
        """Add one row; times are India's."""
        self._row = at = self._row + 1
        sheet, formats = self._sheet, self._formats
        for column, cell in enumerate(row):
            if cell is None or cell == "":
                continue
            if isinstance(cell, str):
                look = formats["quoted"] if begins_a_formula(cell) else None
                sheet.write_string(at, column, cell[:_MAX_XLSX_TEXT], look)
            elif isinstance(cell, datetime):
                # As write_datetime does it, in half the time.
                days = (timezone.make_naive(cell) - _EXCEL_EPOCH) / _ONE_DAY
                sheet.write_number(at, column, days, formats["moment"])
            elif isinstance(cell, date):
                sheet.write_datetime(at, column, cell, formats["day"])
            elif isinstance(cell, Decimal):
                sheet.write_number(at, column, float(cell), formats["money"])
            else:
                sheet.write_number(at, column, cell)
