"""The month's sales for Tally: an XML file that its import (All Masters) reads, voucher by voucher.

Every invoice is a Sales voucher and every credit note a Credit Note voucher, under the document's number. The
ledgers they need come before them, and Tally keeps those it has: consumers share one, each business has its
own. A voucher's number is its REMOTEID too, so that the same file read again adds nothing.
Debits are negative in Tally's XML ("deemed positive"), and a voucher's amounts add up to nothing.
"""

import re
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, SubElement, tostring

from project.core.money import exact_rupees
from project.invoices.contents import Contents
from project.invoices.taxes.supplies import Supply

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    "<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER>"
    "<BODY><IMPORTDATA><REQUESTDESC><REPORTNAME>All Masters</REPORTNAME></REQUESTDESC><REQUESTDATA>\n"
)
TAIL = "</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n"
CONSUMERS = "Online customers"
REFUNDS_WITHOUT_TAX = "Refunds without GST"
# Of a seller who charges no tax.
SALES_WITHOUT_TAX = "Sales"
ROUNDING = "Round off"
# What XML cannot say.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def messages(month: Iterable[Supply]) -> Iterator[str]:
    """Return the ledgers and vouchers of a month's documents, each as a line of XML."""
    known: set[str] = set()
    for supply in month:
        entries = _entries(supply)
        if not entries:
            # Nothing was paid, taxed or paid back: a voucher needs an amount.
            continue
        for ledger, group in [_party(supply.contents), *((name, group) for name, group, _ in entries)]:
            if ledger not in known:
                known.add(ledger)
                yield _message(_ledger(ledger, group, supply.contents))
        yield _message(_voucher(supply, entries))


def _party(contents: Contents) -> tuple[str, str]:
    """Return the buyer's ledger and its group."""
    buyer = contents.buyer
    return (f"{buyer.name} ({buyer.gstin})" if buyer.gstin else CONSUMERS), "Sundry Debtors"


def _entries(supply: Supply) -> list[tuple[str, str, int]]:
    """Return ledger, group and paise of what stands against the buyer: as an invoice has it, positive."""
    contents = supply.contents
    if contents.tax_stays:
        return [(REFUNDS_WITHOUT_TAX, "Sales Accounts", contents.total)]
    entries: dict[tuple[str, str], int] = {}
    for row in contents.rows:
        rate = f"{row.rate_basis_points / 100:g}%"
        untaxed = "Sales exempt" if contents.is_taxed else SALES_WITHOUT_TAX
        sales = f"Sales GST {rate}" if row.rate_basis_points else untaxed
        for ledger, group, amount in (
            (sales, "Sales Accounts", row.taxable),
            ("Output CGST", "Duties & Taxes", row.cgst),
            (f"Output {contents.state_half}", "Duties & Taxes", row.sgst),
            ("Output IGST", "Duties & Taxes", row.igst),
            (ROUNDING, "Indirect Expenses", row.rounding),
        ):
            entries[ledger, group] = entries.get((ledger, group), 0) + amount
    return [(ledger, group, amount) for (ledger, group), amount in entries.items() if amount]


def _ledger(name: str, group: str, contents: Contents) -> Element:
    ledger = Element("LEDGER", NAME=_text(name), ACTION="Create")
    _add(ledger, "NAME", name)
    _add(ledger, "PARENT", group)
    if contents.buyer.gstin and group == "Sundry Debtors":
        _add(ledger, "COUNTRYOFRESIDENCE", "India")
        _add(ledger, "LEDSTATENAME", contents.buyer.state)
        _add(ledger, "GSTREGISTRATIONTYPE", "Regular")
        _add(ledger, "PARTYGSTIN", contents.buyer.gstin)
    return ledger


def _voucher(supply: Supply, entries: list[tuple[str, str, int]]) -> Element:
    contents = supply.contents
    kind = "Credit Note" if supply.is_credit_note else "Sales"
    party, _ = _party(contents)
    voucher = Element("VOUCHER", REMOTEID=supply.number, VCHTYPE=kind, ACTION="Create")
    _add(voucher, "DATE", f"{supply.issued_on:%Y%m%d}")
    _add(voucher, "VOUCHERTYPENAME", kind)
    _add(voucher, "VOUCHERNUMBER", supply.number)
    _add(voucher, "REFERENCE", contents.invoice_number or supply.number)
    _add(voucher, "PARTYLEDGERNAME", party)
    if contents.buyer.gstin:
        _add(voucher, "PARTYGSTIN", contents.buyer.gstin)
    _add(voucher, "PLACEOFSUPPLY", contents.place_of_supply)
    _add(voucher, "NARRATION", f"Order {contents.order_id}")
    total = sum(amount for _, _, amount in entries)
    for ledger, amount in [(party, -total), *((name, amount) for name, _, amount in entries)]:
        _entry(voucher, ledger, supply.sign * amount)
    return voucher


def _entry(voucher: Element, ledger: str, paise: int) -> None:
    entry = SubElement(voucher, "ALLLEDGERENTRIES.LIST")
    _add(entry, "LEDGERNAME", ledger)
    _add(entry, "ISDEEMEDPOSITIVE", "Yes" if paise < 0 else "No")
    _add(entry, "AMOUNT", str(exact_rupees(paise)))


def _add(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = _text(text)


def _message(content: Element) -> str:
    message = Element("TALLYMESSAGE")
    message.append(content)
    return tostring(message, encoding="unicode") + "\n"


def _text(text: str) -> str:
    return _NO_XML.sub("", text)
