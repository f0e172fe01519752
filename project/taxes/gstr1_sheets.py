"""GSTR-1 as a workbook: a sheet for each table, named and ordered as in the offline tool's own workbook."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import TypeAlias

from project.core.gst import STATE_CODES
from project.taxes.gstr1_json import NATURES, unit_code
from project.taxes.gstr1_tables import Amounts, HsnSum, Listed, NumberRun, Tables

Value: TypeAlias = str | int | Decimal | date
_STATES = {code: state for state, code in STATE_CODES.items()}

# Titles in English, as the portal's, and in Hindi.
_TITLES: dict[str, tuple[str, str]] = {
    "gstin": ("GSTIN/UIN of Recipient", "प्राप्तकर्ता का GSTIN/UIN"),
    "buyer": ("Receiver Name", "प्राप्तकर्ता का नाम"),
    "invoice": ("Invoice Number", "बीजक संख्या"),
    "invoice_day": ("Invoice date", "बीजक की तारीख़"),
    "invoice_value": ("Invoice Value", "बीजक का मूल्य"),
    "note": ("Note Number", "नोट संख्या"),
    "note_day": ("Note Date", "नोट की तारीख़"),
    "note_type": ("Note Type", "नोट का प्रकार"),
    "note_value": ("Note Value", "नोट का मूल्य"),
    "place": ("Place Of Supply", "आपूर्ति का स्थान"),
    "reverse": ("Reverse Charge", "रिवर्स चार्ज"),
    "type": ("Type", "प्रकार"),
    "rate": ("Rate", "दर %"),
    "taxable": ("Taxable Value", "कर योग्य मूल्य"),
    "igst": ("Integrated Tax Amount", "एकीकृत कर (IGST)"),
    "cgst": ("Central Tax Amount", "केंद्रीय कर (CGST)"),
    "sgst": ("State/UT Tax Amount", "राज्य / केंद्र शासित कर"),
    "supply": ("Description", "विवरण"),
    "nil": ("Nil Rated Supplies", "शून्य दर की आपूर्ति"),
    "exempt": ("Exempted (other than nil rated/non GST supply)", "छूट प्राप्त आपूर्ति"),
    "non_gst": ("Non-GST Supplies", "गैर-GST आपूर्ति"),
    "hsn": ("HSN", "एचएसएन कोड"),
    "unit": ("UQC", "इकाई (UQC)"),
    "quantity": ("Total Quantity", "कुल मात्रा"),
    "value": ("Total Value", "कुल मूल्य"),
    "nature": ("Nature of Document", "दस्तावेज़ का प्रकार"),
    "from": ("Sr. No. From", "संख्या से"),
    "to": ("Sr. No. To", "संख्या तक"),
    "numbers": ("Total Number", "कुल संख्या"),
    "cancelled": ("Cancelled", "रद्द"),
    "issued": ("Net Issued", "शुद्ध जारी"),
}
_TAXES = ("rate", "taxable", "igst", "cgst", "sgst")


@dataclass(frozen=True)
class Sheet:
    """One table; rupees are Decimals."""

    name: str
    titles: tuple[str, ...]
    rows: Iterable[Sequence[Value]]


# What a document says in the columns before those of its taxes.
_OF_DOCUMENT: dict[str, Callable[[Listed], Value]] = {
    "gstin": lambda each: each.gstin,
    "buyer": lambda each: each.buyer,
    "invoice": lambda each: each.number,
    "note": lambda each: each.number,
    "invoice_day": lambda each: each.issued_on,
    "note_day": lambda each: each.issued_on,
    "invoice_value": lambda each: _rupees(each.total),
    "note_value": lambda each: _rupees(each.total),
    "note_type": lambda _: "C",
    "place": lambda each: _place(each.place_code),
    "reverse": lambda _: "N",
    "type": lambda each: "Regular B2B" if each.gstin else "B2CL",
}
_INVOICE = ("invoice", "invoice_day", "invoice_value", "place")
_NOTE = ("note", "note_day", "note_type", "place")


def sheets(tables: Tables, *, language: str, shown_name: Callable[[str], str]) -> list[Sheet]:
    """Return the workbook's sheets, also those without rows; `shown_name` says what to show of a name."""
    hindi = language == "hi"

    def sheet(name: str, titles: Sequence[str], rows: Iterable[Sequence[Value]]) -> Sheet:
        return Sheet(name, tuple(_TITLES[title][hindi] for title in titles), rows)

    def documents(name: str, columns: Sequence[str], listed: Iterable[Listed]) -> Sheet:
        shown = (replace(each, buyer=shown_name(each.buyer)) for each in listed)
        rows = (
            [*(_OF_DOCUMENT[column](each) for column in columns), *_taxes(rate, amounts)]
            for each in shown
            for rate, amounts in sorted(each.rates.items())
        )
        return sheet(name, (*columns, *_TAXES), rows)

    return [
        documents("b2b,sez,de", ("gstin", "buyer", *_INVOICE, "reverse", "type"), tables.b2b),
        documents("b2cl", _INVOICE, tables.b2cl),
        sheet(
            "b2cs",
            ("type", "place", *_TAXES),
            (
                ["OE", _place(code), *_taxes(rate, amounts)]
                for (_, code, rate), amounts in sorted(tables.b2cs.items())
            ),
        ),
        documents("cdnr", ("gstin", "buyer", *_NOTE, "reverse", "type", "note_value"), tables.cdnr),
        documents("cdnur", ("type", *_NOTE, "note_value"), tables.cdnur),
        sheet("exemp", ("supply", "nil", "exempt", "non_gst"), _exempt(tables, hindi=hindi)),
        *(
            sheet(name, ("hsn", "unit", "quantity", "value", *_TAXES), _hsn(table))
            for name, table in (("hsn(b2b)", tables.hsn_b2b), ("hsn(b2c)", tables.hsn_b2c))
        ),
        sheet(
            "docs",
            ("nature", "from", "to", "numbers", "cancelled", "issued"),
            [
                *_runs("जावक आपूर्ति के बीजक" if hindi else NATURES[1], tables.invoices),
                *_runs("क्रेडिट नोट" if hindi else NATURES[5], tables.credit_notes),
            ],
        ),
    ]


def _taxes(rate: int, amounts: Amounts) -> Sequence[Value]:
    paise = (amounts.taxable, amounts.igst, amounts.cgst, amounts.sgst)
    return [_rupees(rate), *(_rupees(each) for each in paise)]


def _exempt(tables: Tables, *, hindi: bool) -> Iterator[Sequence[Value]]:
    words = {
        (True, True): ("Inter-State supplies to registered persons", "अंतर्राज्यीय, पंजीकृत को"),
        (True, False): ("Inter-State supplies to unregistered persons", "अंतर्राज्यीय, अपंजीकृत को"),
        (False, True): ("Intra-State supplies to registered persons", "राज्य के भीतर, पंजीकृत को"),
        (False, False): ("Intra-State supplies to unregistered persons", "राज्य के भीतर, अपंजीकृत को"),
    }
    for key, amount in sorted(tables.exempt.items()):
        yield [words[key][hindi], Decimal(0), _rupees(amount), Decimal(0)]


def _hsn(table: dict[tuple[str, int], HsnSum]) -> Iterator[Sequence[Value]]:
    for (code, rate), known in sorted(table.items()):
        yield [code, unit_code(code), known.quantity, _rupees(known.total), *_taxes(rate, known)]


def _runs(nature: str, runs: Iterable[NumberRun]) -> Iterator[Sequence[Value]]:
    for run in runs:
        yield [nature, run.first, run.last, run.issued, 0, run.issued]


def _place(code: str) -> str:
    return f"{code}-{_STATES.get(code, '')}"


def _rupees(paise: int) -> Decimal:
    return Decimal(paise).scaleb(-2)
