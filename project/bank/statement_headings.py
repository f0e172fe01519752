"""What banks of India call the columns of a statement.

- HDFC: Date, Narration, Chq./Ref.No., Value Dt, Withdrawal Amt., Deposit Amt., Closing Balance
- ICICI: Transaction Date, Cheque Number, Transaction Remarks, Withdrawal Amount (INR ),
  Deposit Amount (INR ), Balance (INR )
- SBI: Txn Date, Description, Ref No./Cheque No., Debit, Credit, Balance; separated by tabs
- Axis: Tran Date, CHQNO, PARTICULARS, DR, CR, BAL, SOL; also with DR and CR the wrong way round
- Kotak: Transaction Date, Description, Chq / Ref No., Amount, Dr / Cr, Balance, Dr / Cr
"""

from collections.abc import Mapping
from typing import Literal, get_args

Role = Literal["date", "narration", "reference", "withdrawal", "deposit", "amount", "direction", "balance"]
ROLES: tuple[Role, ...] = get_args(Role)
# By letters and digits alone; of two headings for one role in a table the first here is taken.
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
        "withdrawalamountinr",
        "withdrawals",
        "withdrawal",
        "debit",
        "debitamount",
        "debitamountinr",
        "debitinr",
        "dramount",
        "dr",
    ),
    "deposit": (
        "depositamt",
        "depositamount",
        "depositamountinr",
        "deposits",
        "deposit",
        "credit",
        "creditamount",
        "creditamountinr",
        "creditinr",
        "cramount",
        "cr",
    ),
    "amount": (
        "amount",
        "amountinr",
        "transactionamount",
        "transactionamountinr",
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
        "closingbalanceinr",
        "balance",
        "balanceinr",
        "runningbalance",
        "availablebalance",
        "availablebalanceinr",
        "balanceamount",
        "bal",
    ),
}
