"""PhonePe's settlement report: the CSV of what it paid to the merchant's bank, and what it kept.

Its documented columns: PaymentType, MerchantReferenceId, PhonePeReferenceId, From, Instrument, CreationDate,
TransactionDate, SettlementDate, BankReferenceNo, Amount, Fee, IGST, CGST, SGST. Amounts are rupees; fees and
taxes are negative where they are charged, and a line settles Amount + Fee + IGST + CGST + SGST.
"""

from datetime import date

import httpx

from project.payments.providers.base import ProviderUnavailable, StatementEntry, StatementKind
from project.payments.providers.csv_report import LONGEST_BYTES, Line, is_tax, read_lines

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
# What is charged for a dispute besides its amount.
_DISPUTE_FEES = ("CHARGEBACK_FEE", "CHARGEBACK_PENALTY", "DISPUTE_FEE", "DISPUTE_PENALTY")


def read_statement(body: bytes) -> tuple[StatementEntry, ...]:
    """Read the report, whole or not at all.

    Raises StatementUnreadable with the line and the column at fault.
    """
    return tuple(_entry(line) for line in read_lines(body, COLUMNS))


def _entry(line: Line) -> StatementEntry:
    written = line.text("PaymentType", longest=40, required=True)
    word = written.upper()
    is_fee = word in _DISPUTE_FEES
    if word in _REVERSALS or is_fee:
        kind: StatementKind = "reversal"
    else:
        kind = _KINDS.get(word, "tax" if is_tax(word) else "other")
    amount = line.paise("Amount")
    if kind == "refund":
        amount = -abs(amount)  # it leaves us, whichever sign the report gives it
    elif kind == "reversal" and not is_fee:
        amount = _REVERSALS[word] * abs(amount)
    charged = sum(line.paise(name, required=False) for name in ("Fee", "IGST", "CGST", "SGST"))
    if is_fee:
        charged, amount = charged - abs(amount), 0
    return StatementEntry(
        line=line.number,
        kind=kind,
        word=written,
        merchant_reference=line.text("MerchantReferenceId", longest=100),
        provider_reference=line.text("PhonePeReferenceId", longest=100),
        instrument=line.text("Instrument", longest=60),
        transacted_on=line.day("TransactionDate"),
        settled_on=line.day("SettlementDate"),
        bank_reference=line.text("BankReferenceNo", longest=64),
        amount_paise=amount,
        fee_paise=-charged,
    )


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
