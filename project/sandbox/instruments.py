"""Payment instruments, as the provider's answers describe them."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .store import Row, Transaction

UPI_MODES = ("UPI_INTENT", "UPI_COLLECT", "UPI_QR")
# What the provider shows of a bank account: crosses, and the last four digits.
MASKED_ACCOUNT = "X" * 8 + "4321"
MODES = (*UPI_MODES, "CARD", "NET_BANKING", "WALLET")


# The fee in hundredths of a percent, tax apart.
FEES = {"CARD": 200, "NET_BANKING": 200, "WALLET": 200}
TAX_PERCENT = 18


# What an id is given to.
IdKind = Literal["order", "attempt", "refund"]


@dataclass(frozen=True)
class Movement:
    """Money that moved on a day: `amount` came (positive) or went (negative)."""

    kind: Literal["payment", "refund", "reversal"]
    word: str
    row: Row
    amount: int
    fee: int = 0
    tax: int = 0


def attempts(db: Transaction, merchant_order_id: str) -> list[Row]:
    """Return an order's attempts, oldest first."""
    return db.all("SELECT * FROM attempts WHERE merchant_order_id = ? ORDER BY number", merchant_order_id)


def fee_and_tax(mode: str, amount: int) -> tuple[int, int]:
    """Return what the provider keeps of a payment."""
    fee = (amount * FEES.get(mode, 0) + 5_000) // 10_000
    return fee, (fee * TAX_PERCENT + 50) // 100


def error_codes(row: Row) -> dict[str, Any]:
    """Return what the answers say of the failure of an order, an attempt or a refund."""
    if not row["error_code"]:
        return {}
    return {"errorCode": row["error_code"], "detailedErrorCode": row["detailed_error_code"]}


def attempt_answer(row: Row, amount: int) -> dict[str, Any]:
    """Build what the answers say of one attempt to pay this amount."""
    parts = json.loads(row["detail"])
    answer: dict[str, Any] = {
        "transactionId": row["transaction_id"],
        "paymentMode": row["mode"],
        "timestamp": row["at"],
        "amount": amount,
        "payableAmount": amount,
        "feeAmount": 0,
        "state": row["state"],
        **error_codes(row),
    }
    if row["state"] == "COMPLETED":
        answer |= {**parts, "splitInstruments": [{**parts, "amount": amount}]}
    return answer


def instrument_and_rail(mode: str, choice: Mapping[str, str]) -> dict[str, Any]:
    """Make up the details of a payment by this mode; `choice` names the card, bank or VPA."""
    reference = "".join(secrets.choice("0123456789") for _ in range(12))
    if mode in UPI_MODES:
        return {
            "instrument": {
                "type": "ACCOUNT",
                "maskedAccountNumber": MASKED_ACCOUNT,
                "ifsc": "SBOX0000001",
                "accountHolderName": "Sandbox Customer",
                "accountType": "SAVINGS",
            },
            "rail": {
                "type": "UPI",
                "utr": reference,
                "upiTransactionId": f"YBL{reference}{secrets.token_hex(8)}",
                "vpa": f"su****s@{choice.get('vpa', 'success@ybl').rpartition('@')[2]}",
            },
        }
    if mode == "WALLET":
        return {"instrument": {"type": "WALLET", "walletId": f"W{reference}"}, "rail": {"type": "PPI_WALLET"}}
    instrument = {
        "bankTransactionId": reference,
        "bankId": choice.get("bank", "SBOX"),
        "arn": reference,
        "brn": reference,
    }
    rail = {
        "type": "PG",
        "transactionId": reference,
        "authorizationCode": reference[:6],
        "serviceTransactionId": f"PG{reference}",
    }
    if mode == "CARD":
        return {"instrument": {"type": choice.get("card", "CREDIT_CARD"), **instrument}, "rail": rail}
    return {"instrument": {"type": "NET_BANKING", **instrument}, "rail": rail}


def refund_parts(refund_id: str, parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return a payment's instrument and rail as its refund tells them: with references of its own."""
    reference = str(int(hashlib.sha256(refund_id.encode()).hexdigest(), 16))[:12]
    own = {"utr", "arn", "brn", "bankTransactionId", "transactionId"}
    return {
        part: {name: reference if name in own else value for name, value in facts.items()}
        for part, facts in parts.items()
    }
