"""Files as spreadsheets and shops write them, broken ones and hostile ones."""

import io
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from datetime import date, datetime

import pytest
import xlsxwriter
from hypothesis import example, given, settings
from hypothesis import strategies as st

from project.move_in.reading.table import (
    MAX_CELL,
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_UNPACKED_BYTES,
    Table,
    Unreadable,
    read_table,
)

pytestmark = pytest.mark.any_stack

TEXT = "Name,Price,Text\nमाला,120,é\nRing,80,–\n"


def read(body: bytes) -> tuple[list[str], list[list[str]]]:
    table = read_table(body)
    return list(table.columns), [cells for _number, cells in table.rows]


def problem_of(body: bytes) -> str:
    with pytest.raises(Unreadable) as refused:
        read_table(body)
    return refused.value.problem


def workbook(write: Callable[[xlsxwriter.Workbook], None]) -> bytes:
    body = io.BytesIO()
    with xlsxwriter.Workbook(body, {"in_memory": True}) as book:
        write(book)
    return body.getvalue()


def products(book: xlsxwriter.Workbook) -> None:
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Name", "SKU", "Price", "Rate", "Since", "At", "Sold", "Pin"])
    sheet.write_row(1, 0, ["Ring"])
    sheet.write_number(1, 1, 7, book.add_format({"num_format": "000"}))
    sheet.write_number(1, 2, 1.0)
    sheet.write_number(1, 3, 0.18, book.add_format({"num_format": "0%"}))
    sheet.write_datetime(1, 4, datetime(2024, 1, 2), book.add_format({"num_format": "dd/mm/yyyy"}))
    sheet.write_datetime(1, 5, datetime(2024, 1, 2, 9, 30), book.add_format({"num_format": "dd/mm/yy hh:mm"}))
    sheet.write_boolean(1, 6, True)
    sheet.write_number(1, 7, 560001)
    sheet.write_row(3, 0, ["Mala", "007", 0.1 + 0.2, "", "", "", "", 1234567890123])
    sheet.write_formula(3, 4, "=1/0", None, "#DIV/0!")


def with_sheet(body: bytes, xml: str) -> bytes:
    """Return the workbook with another first sheet."""
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as old, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            is_sheet = part.filename == "xl/worksheets/sheet1.xml"
            new.writestr(part.filename, xml if is_sheet else old.read(part.filename))
    return changed.getvalue()


def sheet_of(rows: str, declared: str = "") -> str:
    namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f'{declared}<worksheet xmlns="{namespace}"><sheetData>{rows}</sheetData></worksheet>'


@pytest.mark.parametrize(
    "body",
    [
        TEXT.encode(),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("utf-16"),
        TEXT.replace(",", ";").encode(),
        TEXT.replace(",", "\t").encode("utf-16"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        f"sep=|\n{TEXT.replace(',', '|')}".encode(),
        f"\n\n{TEXT}\n\n".encode(),
        TEXT.replace("Ring", '"Ring"').replace("Text\n", "Text,,\n").encode(),
    ],
)
def test_each_dialect_of_csv_is_read(body: bytes) -> None:
    assert read(body) == (["Name", "Price", "Text"], [["माला", "120", "é"], ["Ring", "80", "–"]])


def test_a_row_has_the_number_that_a_spreadsheet_shows() -> None:
    table = read_table(b'Name,Text\nA,"one\ntwo\n\nthree"\n\n,\nB,x\nC\n')

    assert list(table.rows) == [(2, ["A", "one\ntwo\n\nthree"]), (5, ["B", "x"]), (6, ["C", ""])]


def test_windows_1252_is_read_and_named() -> None:
    table = read_table("Name;Preis\nGrößter;12 €\n".encode("cp1252"))

    assert next(table.rows) == (2, ["Größter", "12 €"])
    assert table.guessed_encoding == "windows-1252"
    assert read_table(TEXT.encode()).guessed_encoding == ""


def test_invisible_characters_and_the_mark_of_safe_cells_are_removed() -> None:
    assert read("Name,SKU\n\u200bRing\u00a0,'-7\n".encode())[1] == [["Ring", "-7"]]


def test_numbers_and_days_of_a_workbook_are_as_people_see_them() -> None:
    columns, rows = read(workbook(products))

    assert columns == ["Name", "SKU", "Price", "Rate", "Since", "At", "Sold", "Pin"]
    assert rows == [
        ["Ring", "007", "1", "18%", str(date(2024, 1, 2)), "2024-01-02 09:30", "TRUE", "560001"],
        ["Mala", "007", "0.3", "", "", "", "", "1234567890123"],
    ]
    assert [number for number, _cells in read_table(workbook(products)).rows] == [2, 4]


def test_the_first_visible_sheet_with_rows_is_read() -> None:
    def write(book: xlsxwriter.Workbook) -> None:
        book.add_worksheet("Notes")
        hidden = book.add_worksheet("Old")
        hidden.write_row(0, 0, ["Old", "Old"])
        hidden.hide()
        sheet = book.add_worksheet("Products")
        sheet.write_row(2, 0, ["Name", "Price"])
        sheet.write_row(3, 0, ["Ring", 5])
        book.add_worksheet("More").write_row(0, 0, ["Other", "Other"])

    table = read_table(workbook(write))

    assert (list(table.columns), list(table.rows)) == (["Name", "Price"], [(4, ["Ring", "5"])])


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (b"Name,Price\n", "empty"),
        (b"Name,Price\n,\n\n", "empty"),
        (b"only a sentence", "not_a_table"),
        (b"Name\nRing\n", "not_a_table"),
        (b"<!doctype html><html><table><tr><td>a</td></tr></table>", "not_a_table"),
        (b"%PDF-1.7 a,b", "not_a_table"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600, "not_a_table"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "locked"),
        (b"PK\x03\x04 and nothing else", "not_a_table"),
        (b"Name,Price\nRing,\x00\n", "encoding"),
        (b"\xff\xfeN", "encoding"),
        (b"Name,Price\nRing,\x81\xff\n", "encoding"),
        (b'Name,Price\nRing,"' + b"x" * 200_000, "too_large"),
        (b"Name,Price\nRing," + b"x" * (MAX_CELL + 1), "too_large"),
        (b"a,b\n" + b"1,2\n" * (MAX_ROWS + 1), "too_large"),
        (b"a" + b",a" * MAX_COLUMNS + b"\n1,2\n", "too_large"),
        (b"a,b\n" + b"," * 2_100_000 + b"1\n", "too_large"),
        (b"a,b\n" + b"1,2" * 4_000_000, "too_large"),
        (b",".join([b"a"] * 700) + b"\n" + b"1\n" * 3000, "too_large"),
    ],
    ids=lambda value: value if isinstance(value, str) else repr(value[:30]),
)
def test_other_files_are_refused_with_the_reason(body: bytes, problem: str) -> None:
    assert problem_of(body) == problem


def test_as_many_rows_as_allowed_are_read() -> None:
    assert len(read(b"a,b\n" + b"1,2\n" * MAX_ROWS)[1]) == MAX_ROWS


@pytest.mark.parametrize(
    ("xml", "problem"),
    [
        (sheet_of('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>'), "too_large"),
        (sheet_of("<row>" + "<c/>" * 7_000_000 + "</row>"), "too_large"),
        (sheet_of("<row><c><v>" + "1" * MAX_UNPACKED_BYTES + "</v></c></row>"), "too_large"),
        (sheet_of('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'), "empty"),
        (
            sheet_of(
                '<row><c t="inlineStr"><is><t>' + "&a;" * 90 + "</t></is></c></row>",
                f'<!DOCTYPE worksheet [<!ENTITY a "{"x" * 1_000_000}">]>',
            ),
            "not_a_table",
        ),
        (sheet_of('<row><c t="s"><v>999999</v></c></row>'), "not_a_table"),
        (sheet_of("<row><c><v>nan</v></c></row>"), "not_a_table"),
        (sheet_of("<row><c><v>1"), "not_a_table"),
    ],
    ids=["far column", "elements", "bytes", "far row", "entities", "string", "number", "cut off"],
)
def test_hostile_workbooks_are_refused_quickly(xml: str, problem: str) -> None:
    body = with_sheet(workbook(products), xml)
    tracemalloc.start()
    started = time.process_time()

    assert problem_of(body) == problem

    assert time.process_time() - started < 20
    assert tracemalloc.get_traced_memory()[1] < 200_000_000
    tracemalloc.stop()


def test_numbers_without_end_are_texts() -> None:
    rows = "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>1e999</v></c><c><v>1e300</v></c></row>"

    _columns, [[endless, large]] = read(with_sheet(workbook(products), sheet_of(rows)))

    assert endless == "Infinity"
    assert large == "1" + "0" * 300


def test_an_archive_with_a_password_is_locked() -> None:
    body = bytearray(workbook(products))
    # Bit 0 of the flags of each entry in the central directory.
    place = body.find(b"PK\x01\x02")
    while place >= 0:
        body[place + 8] |= 1
        place = body.find(b"PK\x01\x02", place + 1)

    assert problem_of(bytes(body)) == "locked"


def read_all(body: bytes) -> Table | None:
    try:
        table = read_table(body)
        for _number, cells in table.rows:
            assert len(cells) >= len(table.columns)
    except Unreadable:
        return None
    return table


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(), st.text().map(str.encode), st.text("a,;\"'\n\r\t|=").map(str.encode)))
@example(b"a,b\n\"'")
@example(b"sep=\n")
def test_no_bytes_fail_otherwise(body: bytes) -> None:
    read_all(body)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10_000), st.binary(min_size=1, max_size=8))
def test_no_damaged_workbook_fails_otherwise(place: int, damage: bytes) -> None:
    body = bytearray(workbook(products))
    place %= len(body)
    body[place : place + len(damage)] = damage

    read_all(bytes(body))


@settings(max_examples=200, deadline=None)
@given(st.text('<>/"=abcr019 v&;', max_size=60))
def test_no_sheet_fails_otherwise(cells: str) -> None:
    read_all(with_sheet(workbook(products), sheet_of(f"<row><c>{cells}</c></row>")))
