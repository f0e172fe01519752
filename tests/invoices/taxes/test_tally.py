"""Vouchers for Tally: each balanced, all of them the month's documents, whatever a buyer is called."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from random import Random
from xml.etree.ElementTree import Element, fromstring

from project.invoices.taxes import tally
from project.invoices.taxes.supplies import Supply
from tests.invoices.taxes.supply_factory import BUYER, credit_note, invoice, row
from tests.invoices.taxes.test_gstr1 import random_month


def read(month: list[Supply]) -> Element:
    """Return the file as Tally's import reads it."""
    return fromstring((tally.HEAD + "".join(tally.messages(month)) + tally.TAIL).encode())


def amounts(voucher: Element) -> dict[str, Decimal]:
    return {
        str(entry.findtext("LEDGERNAME")): Decimal(str(entry.findtext("AMOUNT")))
        for entry in voucher.iter("ALLLEDGERENTRIES.LIST")
    }


def test_generated_month_is_balanced_and_is_the_documents() -> None:
    month = random_month(Random(3))

    file = read(month)

    vouchers = list(file.iter("VOUCHER"))
    assert [voucher.findtext("VOUCHERNUMBER") for voucher in vouchers] == [each.number for each in month]
    sums: Counter[str] = Counter()
    for voucher, supply in zip(vouchers, month, strict=True):
        entries = amounts(voucher)
        assert sum(entries.values()) == 0
        party = str(voucher.findtext("PARTYLEDGERNAME"))
        assert -entries[party] == supply.sign * Decimal(supply.contents.total) / 100
        for ledger, amount in entries.items():
            sums[ledger] += int(amount * 100)
    for ledger, part in (("Output CGST", "cgst"), ("Output SGST", "sgst"), ("Output IGST", "igst")):
        assert sums[ledger] == sum(each.sign * each.contents.sum(part) for each in month)
    # Every ledger once, before the first voucher that names it.
    ledgers = [each.get("NAME") for each in file.iter("LEDGER")]
    assert len(ledgers) == len(set(ledgers)) and set(ledgers) == set(sums)


def test_business_has_a_ledger_with_its_gstin_and_consumers_share_one() -> None:
    hostile = "<b>\x0bTraders</b> & \ud800Sons"
    file = read([invoice(1, row(11_800), gstin=BUYER, buyer=hostile), invoice(2, row(11_800))])

    names = [voucher.findtext("PARTYLEDGERNAME") for voucher in file.iter("VOUCHER")]
    assert names == [f"<b>Traders</b> & Sons ({BUYER})", "Online customers"]
    assert [each.findtext("PARTYGSTIN") for each in file.iter("LEDGER")].count(BUYER) == 1


def test_invoice_debits_the_buyer_and_a_credit_note_credits_them() -> None:
    sold = invoice(1, row(11_800), row(4_900, rate=0))
    note = credit_note(1, sold, [row(11_800), row(0, rate=0)])
    late = replace(note, number="CRN/26-27/000002", contents=replace(note.contents, tax_stays=True))

    made = [amounts(voucher) for voucher in read([sold, note, late]).iter("VOUCHER")]

    assert made == [
        {
            "Online customers": Decimal("-167"),
            "Sales GST 18%": 100,
            "Output CGST": 9,
            "Output SGST": 9,
            "Sales exempt": 49,
        },
        {"Online customers": 118, "Sales GST 18%": -100, "Output CGST": -9, "Output SGST": -9},
        {"Online customers": 118, "Refunds without GST": -118},
    ]
