"""Documents as the returns read them, made without a database: the amounts as an invoice has them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from project.core.gst import split_tax
from project.core.india import STATE_CODES
from project.invoices.contents import Contents, Party, Row
from project.invoices.taxes.supplies import Supply

HOME = "Maharashtra"
SELLER = "27AAAAA0000A1Z2"
# A buyer in the seller's state, and one in Karnataka.
BUYER, BUYER_AWAY = "27BBBBB1111B1ZN", "29CCCCC2222C1Z4"
DAY = date(2026, 10, 20)
PINCODES = {HOME: "411001", "Karnataka": "560001", "Kerala": "682001", "Ladakh": "194101"}


def row(paise: int, *, rate: int = 1800, hsn: str = "71162000", quantity: int = 1, home: bool = True) -> Row:
    """Return a row of so much with its tax inside; the rate is in basis points."""
    cgst, sgst, igst = split_tax(paise, rate, inclusive=True, interstate=not home)
    return Row(
        title="Bead",
        options="",
        hsn=hsn,
        quantity=quantity,
        unit=paise // quantity,
        discount=0,
        rate_basis_points=rate,
        taxable=paise - cgst - sgst - igst,
        cgst=cgst,
        sgst=sgst,
        igst=igst,
        rounding=0,
        delivery=hsn.startswith("99"),
    )


def invoice(sequence: int, *rows: Row, state: str = HOME, gstin: str = "", buyer: str = "Asha Rao") -> Supply:
    """Return the invoice of this number; its rows are of the same state."""
    contents = Contents(
        seller=Party("Sample shop", "1 Sample Road, Pune 411001", HOME, STATE_CODES[HOME], gstin=SELLER),
        buyer=Party(
            buyer, f"Asha Rao, 2 Sample Road, Town, {PINCODES[state]}", state, STATE_CODES[state], gstin=gstin
        ),
        place_of_supply=state,
        place_code=STATE_CODES[state],
        interstate=state != HOME,
        state_half="SGST",
        rows=rows,
        order_id="AKS-1",
        ordered_on=DAY.isoformat(),
        payment_id="TXN1",
        paid_on=DAY.isoformat(),
        prices_include_tax=True,
    )
    return Supply(f"AKS/26-27/{sequence:06}", sequence, DAY, contents, contents.total)


def credit_note(sequence: int, of: Supply, rows: Sequence[Row]) -> Supply:
    """Return a credit note of the invoice that gives these rows back."""
    contents = replace(
        of.contents,
        rows=tuple(rows),
        invoice_number=of.number,
        invoice_date=of.issued_on.isoformat(),
        refund_id="RFD1",
    )
    return Supply(f"CRN/26-27/{sequence:06}", sequence, DAY, contents, of.contents.total)
