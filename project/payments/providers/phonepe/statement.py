"""PhonePe's settlement report: the CSV of what it paid to the merchant's bank, and what it kept.

Its documented columns: PaymentType, MerchantReferenceId, PhonePeReferenceId, From, Instrument, CreationDate,
TransactionDate, SettlementDate, BankReferenceNo, Amount, Fee, IGST, CGST, SGST. Amounts are rupees; fees and
taxes are negative where they are charged, and a line settles Amount + Fee + IGST + CGST + SGST.
"""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal, InvalidOperation, Overflow

import httpx

from project.payments.providers.base import (
    ProviderUnavailable,
    StatementEntry,
    StatementKind,
    StatementUnreadable,
)

# By letters and digits alone: exports write "Merchant Reference Id" as well as "MerchantReferenceId".
COLUMNS = (
    "PaymentType",
    "MerchantReferenceId",
    "PhonePeReferenceId",
    "Instrument",
    "TransactionDate",
    "SettlementDate",
    "BankReferenceNo",
    "Amount",
    "Fee",
    "IGST",
    "CGST",
    "SGST",
)
_LONGEST = {
    "PaymentType": 40,
    "MerchantReferenceId": 100,
    "PhonePeReferenceId": 100,
    "Instrument": 60,
    "BankReferenceNo": 64,
}
_DAYS = ("%d-%m-%Y", "%Y-%m-%d", "%d/%m/%Y", "%d-%b-%Y")
_KINDS: dict[str, StatementKind] = {"PAYMENT": "payment", "REFUND": "refund"}
# Money of a payment that was taken from us without a refund, or given to us again. PhonePe documents no list
# of these words, so any other one stays "other". The word says which way, whichever sign the report gives it.
_REVERSALS = {
    "CHARGEBACK": -1,
    "DISPUTE": -1,
    "REVERSAL": -1,
    "PAYMENT_REVERSAL": -1,
    "CHARGEBACK_REVERSAL": 1,
    "DISPUTE_REVERSAL": 1,
}
MOST_LINES = 100_000
LONGEST_BYTES = 20 * 1024 * 1024
# No single movement is larger; keeps sums far below what the database can hold.
LARGEST_PAISE = 10**13


def read_statement(body: bytes) -> tuple[StatementEntry, ...]:
    """Read the report, whole or not at all: money that cannot be read must not be left out silently.

    Raises StatementUnreadable with the line and the column at fault.
    """
    if len(body) > LONGEST_BYTES:
        raise StatementUnreadable("too_long")
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise StatementUnreadable("encoding") from None
    if "\x00" in text:
        raise StatementUnreadable("encoding")
    return tuple(_entries(text))


def _entries(text: str) -> Iterator[StatementEntry]:
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        places = _places(next(rows, []))
        for row in rows:
            line = rows.line_num
            if any(cell.strip() for cell in row):
                if len(row) <= max(places.values()):
                    raise StatementUnreadable("line", line=line, column="")
                yield _entry(line, {name: row[place].strip() for name, place in places.items()})
            if line > MOST_LINES + 1:
                raise StatementUnreadable("too_long")
    except csv.Error:
        raise StatementUnreadable("line", line=max(line, rows.line_num), column="") from None
    if line == 1:
        raise StatementUnreadable("empty")


def _places(header: list[str]) -> dict[str, int]:
    found = {_plain(name): place for place, name in reversed(list(enumerate(header)))}
    missing = [name for name in COLUMNS if _plain(name) not in found]
    if missing:
        raise StatementUnreadable("columns", column=", ".join(missing))
    return {name: found[_plain(name)] for name in COLUMNS}


def _plain(name: str) -> str:
    return "".join(each for each in name.lower() if each.isalnum())


def _entry(line: int, cells: Mapping[str, str]) -> StatementEntry:
    for name, longest in _LONGEST.items():
        if len(cells[name]) > longest:
            raise StatementUnreadable("line", line=line, column=name)
    if not cells["PaymentType"]:
        raise StatementUnreadable("line", line=line, column="PaymentType")
    word = cells["PaymentType"].upper()
    kind = "reversal" if word in _REVERSALS else _KINDS.get(word, "other")
    amount = _paise(line, cells, "Amount")
    if kind == "refund":
        amount = -abs(amount)  # it leaves us, whichever sign the report gives it
    elif kind == "reversal":
        amount = _REVERSALS[word] * abs(amount)
    charged = sum(_paise(line, cells, name) for name in ("Fee", "IGST", "CGST", "SGST"))
    return StatementEntry(
        line=line,
        kind=kind,
        word=cells["PaymentType"],
        merchant_reference=cells["MerchantReferenceId"],
        provider_reference=cells["PhonePeReferenceId"],
        instrument=cells["Instrument"],
        transacted_on=_day(line, cells, "TransactionDate"),
        settled_on=_day(line, cells, "SettlementDate"),
        bank_reference=cells["BankReferenceNo"],
        amount_paise=amount,
        fee_paise=-charged,
    )


def _paise(line: int, cells: Mapping[str, str], name: str) -> int:
    text = cells[name].replace(",", "") or "0"
    try:
        scaled = Decimal(text) * 100
        readable = -LARGEST_PAISE <= scaled <= LARGEST_PAISE and scaled == int(scaled)
    except (InvalidOperation, Overflow):
        readable = False
    if not readable:
        raise StatementUnreadable("line", line=line, column=name)
    return int(scaled)


def _day(line: int, cells: Mapping[str, str], name: str) -> date:
    day = _read_day(cells[name])
    if day is None:
        raise StatementUnreadable("line", line=line, column=name)
    return day


@functools.lru_cache(maxsize=1000)  # a report has few days and many lines
def _read_day(text: str) -> date | None:
    # Some exports add the time of day; the day is what is compared.
    text = text.split("T")[0].split(" ")[0]
    for pattern in _DAYS:
        try:
            day = datetime.strptime(text, pattern).date()
        except ValueError:
            continue
        return day if 2000 <= day.year <= 2199 else None
    return None


def fetch_statement(address: str, day: date) -> bytes | None:
    """Fetch the report of a settlement day from `address`, which holds {day}; None: not there (yet).

    No credentials of the payment API go along: the address may be anybody's who keeps our reports.

    Raises ProviderUnavailable.
    """
    url = address.replace("{day}", day.isoformat())
    body = bytearray()
    problem = ""
    try:
        with httpx.stream("GET", url, timeout=30, follow_redirects=False) as response:
            if response.status_code == 404:
                return None
            if response.status_code != 200:
                problem = str(response.status_code)
            for chunk in response.iter_bytes():
                body += chunk
                if len(body) > LONGEST_BYTES:
                    problem = "the report does not end"
                    break
    except httpx.HTTPError as error:
        problem = type(error).__name__
    if problem:
        raise ProviderUnavailable(f"no settlement report of {day}: {problem}")
    return bytes(body)
