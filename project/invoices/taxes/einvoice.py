"""E-invoices, prepared: the JSON that the invoice registration portal takes of supplies to businesses.

Fields as in the e-invoice schema INV-01, version 1.1 (notification 60/2020-Central Tax);
what we use is `einvoice.schema.json`. Who must register invoices, from a turnover of ₹5 crore on, uploads
the file; the portal's number and signed QR code stay there. Amounts are rupees.
"""

import re
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from project.core.money import rupees
from project.core.pincodes import find_place
from project.invoices.contents import Contents, Party, Row
from project.invoices.taxes.gstr1_json import PIECES
from project.invoices.taxes.supplies import Supply

_LINE = 100
_SERVICES = "99"


def is_einvoice(supply: Supply) -> bool:
    """Return whether the document is one to register: to a business, with tax, and the tax declared.

    What is exempt as a whole has a bill of supply, which is none (rule 48(4) of the CGST Rules).
    """
    contents = supply.contents
    return supply.is_registered and not contents.tax_stays and any(row.tax for row in contents.rows)


def einvoice(supply: Supply) -> dict[str, Any]:
    """Return a document as the portal takes it."""
    contents = supply.contents
    # A credit note has all rows of its invoice, also those it takes nothing back of.
    rows = [row for row in contents.rows if row.total or not supply.is_credit_note]
    payload = {
        "Version": "1.1",
        "TranDtls": {"TaxSch": "GST", "SupTyp": "B2B", "RegRev": "N", "IgstOnIntra": "N"},
        "DocDtls": {
            "Typ": "CRN" if supply.is_credit_note else "INV",
            "No": supply.number,
            "Dt": _day(supply.issued_on),
        },
        "SellerDtls": _party(contents.seller),
        "BuyerDtls": _party(contents.buyer) | {"Pos": contents.place_code},
        "ItemList": [_item(at, row) for at, row in enumerate(rows, start=1)],
        "ValDtls": {
            "AssVal": rupees(contents.sum("taxable")),
            "CgstVal": rupees(contents.sum("cgst")),
            "SgstVal": rupees(contents.sum("sgst")),
            "IgstVal": rupees(contents.sum("igst")),
            "RndOffAmt": rupees(contents.sum("rounding")),
            "TotInvVal": rupees(contents.total),
        },
    }
    if supply.is_credit_note:
        payload["RefDtls"] = _reference(contents)
    return payload


def _reference(contents: Contents) -> dict[str, Any]:
    day = _day(date.fromisoformat(contents.invoice_date))
    return {"PrecDocDtls": [{"InvNo": contents.invoice_number, "InvDt": day}]}


def _party(party: Party) -> dict[str, Any]:
    """Return seller or buyer; the town is that of the last pincode in the address."""
    pincodes = re.findall(r"\b[1-9][0-9]{5}\b", party.address)
    pincode = pincodes[-1] if pincodes else ""
    place = find_place(pincode) if pincode else None
    lines = _text(party.address)
    return {
        "Gstin": party.gstin,
        "LglNm": _text(party.name)[:_LINE],
        "Addr1": lines[:_LINE],
        # Fewer than three characters are none.
        **({"Addr2": lines[_LINE : 2 * _LINE]} if len(lines) >= _LINE + 3 else {}),
        "Loc": place.city if place else party.state,
        "Pin": int(pincode or 0),
        "Stcd": party.state_code,
    }


def _item(at: int, row: Row) -> dict[str, Any]:
    """Return a row; its price is without tax and after the discount, as its taxable value is."""
    quantity = max(row.quantity, 1)
    price = (Decimal(row.taxable) / 100 / quantity).quantize(Decimal("0.001"), ROUND_HALF_UP)
    return {
        "SlNo": str(at),
        "PrdDesc": _text(row.title or "Delivery")[:300],
        "IsServc": "Y" if row.hsn.startswith(_SERVICES) else "N",
        "HsnCd": row.hsn,
        "Qty": quantity,
        "Unit": PIECES,
        "UnitPrice": float(price),
        "TotAmt": rupees(row.taxable),
        "AssAmt": rupees(row.taxable),
        "GstRt": row.rate_basis_points / 100,
        "CgstAmt": rupees(row.cgst),
        "SgstAmt": rupees(row.sgst),
        "IgstAmt": rupees(row.igst),
        "TotItemVal": rupees(row.taxable + row.tax),
    }


def _text(text: str) -> str:
    """Return a text without the two characters that the portal refuses."""
    return text.replace('"', "'").replace("\\", "/")


def _day(day: date) -> str:
    return f"{day:%d/%m/%Y}"
