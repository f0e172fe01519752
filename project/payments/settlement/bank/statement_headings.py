"""Column headings of the statements of Indian banks.

- HDFC: Date, Narration, Chq./Ref.No., Value Dt, Withdrawal Amt., Deposit Amt., Closing Balance
- ICICI: Transaction Date, Cheque Number, Transaction Remarks, Withdrawal Amount (INR ),
  Deposit Amount (INR ), Balance (INR )
- SBI: Txn Date, Description, Ref No./Cheque No., Debit, Credit, Balance; separated by tabs
- Axis: Tran Date, CHQNO, PARTICULARS, DR, CR, BAL, SOL; also with DR and CR the wrong way round
- Kotak: Transaction Date, Description, Chq / Ref No., Amount, Dr / Cr, Balance, Dr / Cr

The currency stands behind an amount's heading, in a column, above the table (HDFC, SBI, Axis:
"Currency : INR") or behind the account's number (ICICI: "( INR )").
"""

from collections.abc import Mapping
from typing import Literal, get_args

Role = Literal["date", "narration", "reference", "withdrawal", "deposit", "amount", "direction", "balance"]
ROLES: tuple[Role, ...] = get_args(Role)
# As `split_heading` returns them, without the currency; of two headings for one role in a table the first
# here is taken.
HEADINGS: Mapping[Role, tuple[str, ...]] = {
    "date": (
        "transactiondate",
        "txndate",
        "trandate",
        "date",
        "postdate",
        "postingdate",
        "valuedate",
        "valuedt",
    ),
    "narration": (
        "narration",
        "description",
        "particulars",
        "transactionremarks",
        "transactiondescription",
        "transactionparticulars",
        "transactiondetails",
        "remarks",
        "details",
    ),
    "reference": (
        "utr",
        "utrno",
        "utrnumber",
        "chqrefno",
        "chqrefnumber",
        "refnochequeno",
        "chequenorefno",
        "chqnorefno",
        "referenceno",
        "referencenumber",
        "refno",
        "transactionid",
        "tranid",
        "chequenumber",
        "chequeno",
        "chqno",
        "instrumentid",
    ),
    "withdrawal": (
        "withdrawalamt",
        "withdrawalamount",
        "withdrawals",
        "withdrawal",
        "debit",
        "debitamount",
        "dramount",
        "dr",
    ),
    "deposit": (
        "depositamt",
        "depositamount",
        "deposits",
        "deposit",
        "credit",
        "creditamount",
        "cramount",
        "cr",
    ),
    "amount": (
        "amount",
        "transactionamount",
        "tranamount",
        "txnamount",
    ),
    "direction": (
        "drcr",
        "crdr",
        "debitcredit",
        "creditdebit",
        "drcrindicator",
        "crdrindicator",
        "transactiontype",
        "type",
    ),
    "balance": (
        "closingbalance",
        "balance",
        "runningbalance",
        "availablebalance",
        "balanceamount",
        "bal",
    ),
}
