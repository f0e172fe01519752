"""GSTR-1 as the JSON file that the GST portal's offline tool writes and the portal takes.

Fields as in the developer portal's "GSTR1 - Save GSTR1 data" v4.0 (developer.gst.gov.in, returns) and in the
tool's own files; what we use of it is `gstr1.schema.json`. The portal rounds to two decimals of a rupee;
nothing is left to round, as our amounts are whole paise. A credit note's amounts are positive, and its type
takes them back.
"""

from collections.abc import Iterable
from datetime import date
from itertools import groupby
from typing import Any

from django.utils.translation import gettext_noop

from project.core.money import rupees
from project.invoices.taxes.gstr1_tables import Amounts, HsnSum, Listed, NumberRun, Tables

# What the offline tool of 2026 writes of itself; the portal wants both fields, and reads neither.
_VERSION, _HASH = "GST3.2.4", "hash"
# "Nature of document" in table 13: its number is its place in the tool's list.
NATURES = {1: gettext_noop("Invoices for outward supply"), 5: gettext_noop("Credit Note")}
# Unit quantity codes: pieces, and "not applicable" for services.
PIECES, NO_UNIT = "NOS", "NA"


def unit_code(hsn: str) -> str:
    """Return in what a code's quantity is counted."""
    return NO_UNIT if hsn.startswith("99") else PIECES


def gstr1_json(tables: Tables, *, month: date) -> dict[str, Any]:
    """Return the file's object; a table without rows is left out, as the tool does."""
    tables_out: dict[str, Any] = {
        "b2b": [
            {"ctin": buyer, "inv": [_invoice(each) | _b2b(each) for each in invoices]}
            for buyer, invoices in _by(tables.b2b, "gstin")
        ],
        "b2cl": [
            {"pos": place, "inv": [_invoice(each) for each in invoices]}
            for place, invoices in _by(tables.b2cl, "place_code")
        ],
        "b2cs": [
            {
                "sply_ty": "INTER" if interstate else "INTRA",
                "typ": "OE",
                "pos": place,
                **_amounts(rate, amounts, interstate=interstate),
            }
            for (interstate, place, rate), amounts in sorted(tables.b2cs.items())
        ],
        "cdnr": [
            {"ctin": buyer, "nt": [_note(each) | _b2b(each) for each in notes]}
            for buyer, notes in _by(tables.cdnr, "gstin")
        ],
        "cdnur": [{"typ": "B2CL", "pos": each.place_code, **_note(each)} for each in tables.cdnur],
    }
    wrapped = {
        "nil": ("inv", [_exempt(*key, amount) for key, amount in sorted(tables.exempt.items())]),
        "doc_issue": (
            "doc_det",
            [
                {
                    "doc_num": number,
                    "doc_typ": NATURES[number],
                    "docs": [_run(at, run) for at, run in enumerate(runs, start=1)],
                }
                for number, runs in ((1, tables.invoices), (5, tables.credit_notes))
                if runs
            ],
        ),
    }
    tables_out |= {name: {inner: rows} for name, (inner, rows) in wrapped.items() if rows}
    # In two parts, to businesses and to consumers, since the period of May 2025.
    hsn = {"hsn_b2b": _hsn(tables.hsn_b2b), "hsn_b2c": _hsn(tables.hsn_b2c)}
    tables_out["hsn"] = {name: rows for name, rows in hsn.items() if rows}
    head = {"gstin": tables.gstin, "fp": f"{month:%m%Y}", "version": _VERSION, "hash": _HASH}
    return head | {name: rows for name, rows in tables_out.items() if rows}


def _by(listed: Iterable[Listed], name: str) -> Iterable[tuple[str, Iterable[Listed]]]:
    """Group documents by one of their facts; those of a group keep their order."""

    def key(each: Listed) -> str:
        return str(getattr(each, name))

    return groupby(sorted(listed, key=key), key=key)


def _invoice(invoice: Listed) -> dict[str, Any]:
    return {
        "inum": invoice.number,
        "idt": _day(invoice.issued_on),
        "val": rupees(invoice.total),
        "itms": _items(invoice),
    }


def _note(note: Listed) -> dict[str, Any]:
    return {
        "ntty": "C",
        "nt_num": note.number,
        "nt_dt": _day(note.issued_on),
        "val": rupees(note.total),
        "itms": _items(note),
    }


def _b2b(document: Listed) -> dict[str, Any]:
    """Say that it is a regular supply to a business, without reverse charge."""
    return {"pos": document.place_code, "rchrg": "N", "inv_typ": "R"}


def _items(document: Listed) -> list[dict[str, Any]]:
    return [
        {"num": at, "itm_det": _amounts(rate, amounts, interstate=document.interstate)}
        for at, (rate, amounts) in enumerate(sorted(document.rates.items()), start=1)
    ]


def _amounts(rate: int, amounts: Amounts, *, interstate: bool) -> dict[str, Any]:
    taxes = (
        {"iamt": rupees(amounts.igst)}
        if interstate
        else {"camt": rupees(amounts.cgst), "samt": rupees(amounts.sgst)}
    )
    return {"rt": rate / 100, "txval": rupees(amounts.taxable), **taxes, "csamt": 0}


def _exempt(interstate: bool, registered: bool, amount: int) -> dict[str, Any]:
    kind = ("INTR" if interstate else "INTRA") + ("B2B" if registered else "B2C")
    return {"sply_ty": kind, "expt_amt": rupees(amount), "nil_amt": 0, "ngsup_amt": 0}


def _hsn(table: dict[tuple[str, int], HsnSum]) -> list[dict[str, Any]]:
    return [
        {
            "num": at,
            "hsn_sc": code,
            "uqc": unit_code(code),
            "qty": known.quantity,
            "rt": rate / 100,
            "txval": rupees(known.taxable),
            "iamt": rupees(known.igst),
            "camt": rupees(known.cgst),
            "samt": rupees(known.sgst),
            "csamt": 0,
        }
        for at, ((code, rate), known) in enumerate(sorted(table.items()), start=1)
    ]


def _run(at: int, run: NumberRun) -> dict[str, Any]:
    return {
        "num": at,
        "from": run.first,
        "to": run.last,
        "totnum": run.issued,
        "cancel": 0,
        "net_issue": run.issued,
    }


def _day(day: date) -> str:
    return f"{day:%d-%m-%Y}"
