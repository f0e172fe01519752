"""GSTR-1 as a workbook: a sheet for each table, named and ordered as in the offline tool's own workbook."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import TypeAlias

from django.utils.translation import gettext, override, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from project.core.gst import state_of
from project.core.money import exact_rupees
from project.invoices.taxes.gstr1_json import NATURES, unit_code
from project.invoices.taxes.gstr1_tables import Amounts, HsnSum, Listed, NumberRun, Tables

Value: TypeAlias = str | int | Decimal | date

# Titles in English, as the portal's, and in Hindi.
_TITLES = {
    "gstin": _("GSTIN/UIN of Recipient"),
    "buyer": _("Receiver Name"),
    "invoice": _("Invoice Number"),
    "invoice_day": _("Invoice date"),
    "invoice_value": _("Invoice Value"),
    "note": _("Note Number"),
    "note_day": _("Note Date"),
    "note_type": _("Note Type"),
    "note_value": _("Note Value"),
    "place": _("Place Of Supply"),
    "reverse": _("Reverse Charge"),
    "type": _("Type"),
    "rate": _("Rate"),
    "taxable": _("Taxable Value"),
    "igst": _("Integrated Tax Amount"),
    "cgst": _("Central Tax Amount"),
    "sgst": _("State/UT Tax Amount"),
    "supply": _("Description"),
    "nil": _("Nil Rated Supplies"),
    "exempt": _("Exempted (other than nil rated/non GST supply)"),
    "non_gst": _("Non-GST Supplies"),
    "hsn": pgettext_lazy("GSTR-1", "HSN"),
    "unit": _("UQC"),
    "quantity": _("Total Quantity"),
    "value": _("Total Value"),
    "nature": _("Nature of Document"),
    "from": _("Sr. No. From"),
    "to": _("Sr. No. To"),
    "numbers": _("Total Number"),
    "cancelled": _("Cancelled"),
    "issued": _("Net Issued"),
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
    "invoice_value": lambda each: exact_rupees(each.total),
    "note_value": lambda each: exact_rupees(each.total),
    "note_type": lambda each: "C",
    "place": lambda each: _place(each.place_code),
    "reverse": lambda each: "N",
    "type": lambda each: "Regular B2B" if each.gstin else "B2CL",
}
_INVOICE = ("invoice", "invoice_day", "invoice_value", "place")
_NOTE = ("note", "note_day", "note_type", "place")


def sheets(tables: Tables, *, language: str, shown_name: Callable[[str], str]) -> list[Sheet]:
    """Return the workbook's sheets, also those without rows; `shown_name` says what to show of a name."""
    with override(language):
        return _sheets(tables, shown_name)


def _sheets(tables: Tables, shown_name: Callable[[str], str]) -> list[Sheet]:
    def sheet(name: str, titles: Sequence[str], rows: Iterable[Sequence[Value]]) -> Sheet:
        return Sheet(name, tuple(str(_TITLES[title]) for title in titles), rows)

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
                for (_supply, code, rate), amounts in sorted(tables.b2cs.items())
            ),
        ),
        documents("cdnr", ("gstin", "buyer", *_NOTE, "reverse", "type", "note_value"), tables.cdnr),
        documents("cdnur", ("type", *_NOTE, "note_value"), tables.cdnur),
        sheet("exemp", ("supply", "nil", "exempt", "non_gst"), _exempt(tables)),
        *(
            sheet(name, ("hsn", "unit", "quantity", "value", *_TAXES), _hsn(table))
            for name, table in (("hsn(b2b)", tables.hsn_b2b), ("hsn(b2c)", tables.hsn_b2c))
        ),
        sheet(
            "docs",
            ("nature", "from", "to", "numbers", "cancelled", "issued"),
            [
                *_runs(gettext(NATURES[1]), tables.invoices),
                *_runs(gettext(NATURES[5]), tables.credit_notes),
            ],
        ),
    ]


def _taxes(rate: int, amounts: Amounts) -> Sequence[Value]:
    paise = (amounts.taxable, amounts.igst, amounts.cgst, amounts.sgst)
    return [exact_rupees(rate), *(exact_rupees(each) for each in paise)]


def _exempt(tables: Tables) -> list[Sequence[Value]]:
    words = {
        (True, True): gettext("Inter-State supplies to registered persons"),
        (True, False): gettext("Inter-State supplies to unregistered persons"),
        (False, True): gettext("Intra-State supplies to registered persons"),
        (False, False): gettext("Intra-State supplies to unregistered persons"),
    }
    return [
        [words[key], Decimal(0), exact_rupees(amount), Decimal(0)]
        for key, amount in sorted(tables.exempt.items())
    ]


def _hsn(table: dict[tuple[str, int], HsnSum]) -> Iterator[Sequence[Value]]:
    for (code, rate), known in sorted(table.items()):
        yield [code, unit_code(code), known.quantity, exact_rupees(known.total), *_taxes(rate, known)]


def _runs(nature: str, runs: Iterable[NumberRun]) -> Iterator[Sequence[Value]]:
    for run in runs:
        yield [nature, run.first, run.last, run.issued, 0, run.issued]


def _place(code: str) -> str:
    return f"{code}-{state_of(code)}"
