"""No text of a customer becomes a formula in somebody's spreadsheet."""

import csv
import io
import zipfile
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from project.core.email_addresses import mask_email
from project.core.spreadsheets import begins_a_formula
from project.exports.masking import mask_name, mask_phone, mask_pincode
from project.exports.writers import Cell, csv_writer, xlsx_writer

pytestmark = pytest.mark.any_stack

HOSTILE = (
    '=HYPERLINK("http://evil.example","Refund")',
    "+1+1",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(A1:A9)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "  =1+1",
    "\ufeff=1+1",
    "＝1+1",
)


def csv_of(rows: list[list[Cell]], folder: Path) -> list[list[str]]:
    path = folder / "file.csv"
    with csv_writer(path, ["One", "Two"]) as writer:
        for row in rows:
            writer.write(row)
    return list(csv.reader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


def sheet_of(rows: list[list[Cell]], folder: Path) -> tuple[list[ElementTree.Element], str]:
    """Return the cells of the sheet, and the workbook's styles."""
    path = folder / "file.xlsx"
    with xlsx_writer(path, ["One", "Two"]) as writer:
        for row in rows:
            writer.write(row)
    with zipfile.ZipFile(path) as book:
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
        return sheet.findall(".//{*}c"), book.read("xl/styles.xml").decode()


@pytest.mark.parametrize("text", HOSTILE)
def test_csv_quotes_what_a_spreadsheet_would_run(text: str, tmp_path: Path) -> None:
    assert csv_of([[text, "Asha"]], tmp_path)[1] == [f"'{text}", "Asha"]


@pytest.mark.parametrize("text", HOSTILE)
def test_xlsx_holds_texts_and_no_formula(text: str, tmp_path: Path) -> None:
    cells, styles = sheet_of([[text, "Asha"]], tmp_path)

    assert [cell for cell in cells if cell.find("{*}f") is not None] == []
    hostile = next(cell for cell in cells if cell.get("r") == "A2")
    assert hostile.get("t") == "inlineStr"
    assert hostile.get("s") and 'quotePrefix="1"' in styles


@given(st.text(max_size=12))
def test_a_text_in_a_csv_never_begins_a_formula(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    written = csv_of([[text.replace("\x00", ""), ""]], tmp_path_factory.mktemp("csv"))[1][0]

    assert not begins_a_formula(written)


def test_amounts_stay_numbers_and_days_are_indian(tmp_path: Path) -> None:
    late = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)  # the 21st in India

    rows = csv_of([[Decimal("-1250.50"), late], [Decimal("0.00"), date(2026, 4, 1)], [7, None]], tmp_path)

    assert rows[1:] == [["-1250.50", "21-11-2026 01:00:00"], ["0.00", "01-04-2026"], ["7", ""]]


def test_a_sheet_holds_numbers_and_dates_as_such(tmp_path: Path) -> None:
    late = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)

    cells, _ = sheet_of([[Decimal("1250.50"), late]], tmp_path)

    values = {cell.get("r"): (cell.get("t"), cell.findtext("{*}v")) for cell in cells}
    assert values["A2"] == (None, "1250.5")
    kind, serial = values["B2"]
    days = datetime(2026, 11, 21, 1) - datetime(1899, 12, 30)
    assert kind is None and serial is not None
    assert float(serial) == pytest.approx(days.total_seconds() / 86400)


def test_hindi_is_readable_by_spreadsheets(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    with csv_writer(path, ["ग्राहक"]) as writer:
        writer.write(["आशा राव"])

    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    assert (
        path.read_text(encoding="utf-8-sig") == "ग्राहक\n" + "आशा राव\n"
        or "\r\n" in path.read_bytes().decode()
    )


def test_masked_data_tells_people_apart_and_no_more() -> None:
    assert mask_name("Asha Rao") == "A••• R•••"
    assert mask_email("asha@example.com") == "a•••@example.com"
    assert mask_phone("9876543210") == "•••3210"
    assert mask_pincode("411001") == "411•••"
    assert (mask_name(""), mask_email(""), mask_phone(""), mask_pincode("")) == ("", "", "", "")
