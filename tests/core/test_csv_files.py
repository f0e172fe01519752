"""The kinds of CSV that spreadsheets, banks and providers write."""

import csv
import io
from collections.abc import Callable

import pytest

from project.core.csv_cells import plain_number
from project.core.csv_files import NoCsv, decode, open_text, read_rows, without_trailing

pytestmark = pytest.mark.any_stack

ROWS = [["slug", "title.hi", "price"], ["bead", "मनका; बड़ा", "99"]]


def written(delimiter: str, *, first: str = "", end: str = "\r\n") -> str:
    file = io.StringIO()
    file.write(first)
    csv.writer(file, delimiter=delimiter, lineterminator=end).writerows(ROWS)
    return file.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_encoding_and_delimiter_are_found(encoding: str, delimiter: str, end: str) -> None:
    body = written(delimiter, end=end).encode(encoding)

    text = open_text(io.BytesIO(body))

    assert list(read_rows(text)) == ROWS
    assert list(read_rows(io.StringIO(decode(body), newline=""))) == ROWS


@pytest.mark.parametrize("first", ["sep=;\r\n", "SEP=;\n", '"sep=;"\n', "sep=;;;\n", "sep=; \n"])
def test_line_that_names_the_delimiter_is_obeyed_and_not_counted(first: str) -> None:
    rows = read_rows(io.StringIO(first + 'a,b;"c\nd"\n1;2\n', newline=""))

    assert next(rows) == ["a,b", "c\nd"]
    assert (next(rows), rows.line_num) == (["1", "2"], 3)


def test_delimiter_inside_a_quoted_heading_splits_nothing() -> None:
    assert next(read_rows(io.StringIO('"a,b,c,d";e\n'))) == ["a,b,c,d", "e"]


@pytest.mark.parametrize("read", [decode, lambda body: open_text(io.BytesIO(body))], ids=["whole", "opened"])
@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"PK\x03\x04rest", "not_csv"),
        (b"\xd0\xcf\x11\xe0\xa1", "not_csv"),
        (b"%PDF-1.4", "not_csv"),
        (b"<html><table>", "not_csv"),
        (written(",").encode("utf-16-le"), "encoding"),
    ],
)
def test_other_kind_of_file_is_named(read: Callable[[bytes], object], body: bytes, problem: str) -> None:
    with pytest.raises(NoCsv) as refused:
        read(body)

    assert refused.value.problem == problem


@pytest.mark.parametrize("text", ["", "\n", "sep=;\n", "sep=;\n\n"])
def test_file_without_a_heading_is_empty(text: str) -> None:
    with pytest.raises(NoCsv) as refused:
        read_rows(io.StringIO(text))

    assert refused.value.problem == "empty"


def test_empty_headings_behind_the_last_are_dropped() -> None:
    assert without_trailing(["a ", "", " b", "", " "]) == ["a", "", "b"]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1,23,456.00", "123456.00"),
        ("-123,456", "-123456"),
        ("650,50", "650,50"),
        ("1,2,3", "1,2,3"),
        ("12", "12"),
        ("", ""),
    ],
)
def test_commas_between_thousands_go_and_a_decimal_comma_stays(text: str, plain: str) -> None:
    assert plain_number(text) == plain
