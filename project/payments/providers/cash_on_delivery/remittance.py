"""A courier's remittance file: a CSV with what it collected for each parcel, what it kept, and what it paid.

Couriers name their columns differently; the shop asks for these, in any order. One of AWB and Order ID names
the parcel. Amounts are rupees, days Indian. Each line must add up: collected - charges - tax = remitted.
"""

from project.payments.providers.base import StatementEntry, StatementUnreadable
from project.payments.providers.csv_report import Line, read_lines

COLUMNS = (
    "AWB",
    "Order ID",
    "Collected Amount",
    "Charges",
    "Tax",
    "Remitted Amount",
    "UTR",
    "Remittance Date",
)
WORD = "REMITTANCE"


def read_remittance(body: bytes) -> tuple[StatementEntry, ...]:
    """Read the file, whole or not at all.

    Raises StatementUnreadable with the line and the column at fault.
    """
    return tuple(_entry(line) for line in read_lines(body, COLUMNS))


def _entry(line: Line) -> StatementEntry:
    order_id = line.text("Order ID", longest=40).upper()
    awb = line.text("AWB", longest=40, required=not order_id)
    collected, remitted = line.paise("Collected Amount"), line.paise("Remitted Amount")
    kept = line.paise("Charges", required=False) + line.paise("Tax", required=False)
    if collected - kept != remitted:
        raise StatementUnreadable("line", line=line.number, column="Remitted Amount")
    day = line.day("Remittance Date")
    return StatementEntry(
        line=line.number,
        kind="payment",
        word=WORD,
        merchant_reference=order_id,
        provider_reference=awb,
        instrument="Cash",
        transacted_on=day,
        settled_on=day,
        bank_reference=line.text("UTR", longest=64),
        amount_paise=collected,
        fee_paise=kept,
    )
