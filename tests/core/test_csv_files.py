"""The kinds of CSV that spreadsheets, banks and providers write."""

import csv
import io
import time
import tracemalloc
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import pytest

from project.core.csv_cells import NoAmount, read_paise
from project.core.csv_files import NoCsv, count_lines, decode, read_rows, without_trailing
from project.core.money import LARGEST_PAISE
from project.payments.providers.base import StatementUnreadable as SettlementUnreadable
from project.payments.providers.phonepe.statement import COLUMNS
from project.payments.providers.phonepe.statement import read_statement as read_settlement
from project.payments.settlement.bank.statement_file import read_statement as read_bank_statement
from project.payments.settlement.bank.statement_table import StatementUnreadable as BankUnreadable

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

    assert list(read_rows(io.StringIO(decode(body), newline=""))) == ROWS


@pytest.mark.parametrize("first", ["sep=;\r\n", "SEP=;\n", '"sep=;"\n', "sep=;;;\n", "sep=; \n"])
def test_line_that_names_the_delimiter_is_obeyed_and_not_counted(first: str) -> None:
    rows = read_rows(io.StringIO(first + 'a,b;"c\nd"\n1;2\n', newline=""))

    assert next(rows) == ["a,b", "c\nd"]
    assert (next(rows), rows.line_num) == (["1", "2"], 3)


def test_delimiter_inside_a_quoted_heading_splits_nothing() -> None:
    assert next(read_rows(io.StringIO('"a,b,c,d";e\n'))) == ["a,b,c,d", "e"]


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
def test_other_kind_of_file_is_named(body: bytes, problem: str) -> None:
    with pytest.raises(NoCsv) as refused:
        decode(body)

    assert refused.value.problem == problem


@pytest.mark.parametrize("text", ["", "\n", "sep=;\n", "sep=;\n\n"])
def test_file_without_a_heading_is_empty(text: str) -> None:
    with pytest.raises(NoCsv) as refused:
        read_rows(io.StringIO(text))

    assert refused.value.problem == "empty"


def test_empty_headings_behind_the_last_are_dropped() -> None:
    assert without_trailing(["a ", "", " b", "", " "]) == ["a", "", "b"]


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("0", 0),
        ("5", 500),
        ("-5.5", -550),
        (" 1,23,456.00\u00a0", 12_345_600),
        ("-123,456", -12_345_600),
        ("12,34,56,789.01", 12_345_678_901),
        ("1,234,567", 123_456_700),
        ("₹1,25,000.50", 12_500_050),
        ("-₹5", -500),
        ("Rs.-5.00", -500),
        ("Rs. 12", 1_200),
        ("INR 12.00", 1_200),
        ("12.00 inr", 1_200),
        ("रु. 12", 1_200),
        (f"{LARGEST_PAISE // 100}", LARGEST_PAISE),
    ],
)
def test_amount_is_read_as_banks_and_providers_write_it(cell: str, expected: int) -> None:
    assert read_paise(cell) == expected


@pytest.mark.parametrize(
    "cell",
    [
        *(
            "",
            " ",
            "-",
            ".",
            "5.",
            ".5",
            "5.001",
            "1.005",
            "12..5",
            "--5",
            "5-",
            "+5",
            "-0",
            "-0.00",
            "(5.00)",
        ),
        *(
            "1e9",
            "1E9",
            "1e-2",
            "-1e999999",
            "1_000",
            "0x10",
            "٣",
            "१२",
            "５",
            "²",
            "NaN",
            "Infinity",
            "-inf",
        ),
        *("650,50", "1,2,3", "1,23,45", "12,345,67", "1,23,456,789", ",123", "1,,234", "1 000", "1'000"),
        *(
            "=1+1",
            "5 off",
            "five",
            "5 5",
            "₹",
            "₹₹5x",
            "1\n2",
            f"{LARGEST_PAISE // 100 + 1}",
            "0" * 41,
            "9" * 10_000,
        ),
    ],
)
def test_what_is_no_plain_amount_is_refused(cell: str) -> None:
    with pytest.raises(NoAmount) as refused:
        read_paise(cell)

    assert refused.value.currency == ""


@pytest.mark.parametrize(
    ("cell", "currency"),
    [
        ("$ 12.00", "$"),
        ("USD 12.00", "USD"),
        ("12.00usd", "usd"),
        ("€12", "€"),
        ("-US$5", "US$"),
        ("AED. 1", "AED"),
    ],
)
def test_amount_in_another_currency_is_named(cell: str, currency: str) -> None:
    with pytest.raises(NoAmount) as refused:
        read_paise(cell)

    assert refused.value.currency == currency


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whichever_way_they_end(ending: str) -> None:
    assert count_lines("") == 1
    assert count_lines(f"a{ending}b") == count_lines(f"a{ending}b{ending}") == 2


def bank_lines(number: int) -> bytes:
    return b"Date,Narration,Deposit,Withdrawal\n" + b"01/04/2026,X,1.00,\n" * number


def settlement_lines(number: int) -> bytes:
    line = ",".join({"PaymentType": "PAYMENT", "Amount": "1.00"}.get(name, "01-04-2026") for name in COLUMNS)
    return f"{','.join(COLUMNS)}\n".encode() + f"{line}\n".encode() * number


@pytest.mark.parametrize(
    ("body", "read", "refusal"),
    [
        (bank_lines(300_000), partial(read_bank_statement, today=date(2026, 11, 28)), BankUnreadable),
        (settlement_lines(150_000), read_settlement, SettlementUnreadable),
    ],
    ids=["bank", "settlement"],
)
def test_file_of_too_many_lines_is_refused_before_it_is_parsed(
    body: bytes, read: Callable[[bytes], Any], refusal: type[Exception]
) -> None:
    tracemalloc.start()
    began = time.process_time()
    try:
        with pytest.raises(refusal, match="too_long"):
            read(body)
        took, peak = time.process_time() - began, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    # The text once, and nothing for each line: parsing takes seconds and ten times the memory.
    assert took < 0.5 and peak < 2.5 * len(body)
