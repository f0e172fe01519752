"""The sandbox's rules: orders, attempts, refunds, and the messages their changes cause.

Each function works inside the caller's transaction; a message is a row written beside the change it tells of.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any

from . import faults
from .instruments import MODES, attempt_answer, instrument_and_rail, refund_parts
from .requests import ID, Refusal, bad, read_pay_body
from .store import Row, Transaction
from .webhook_messages import announce

MERCHANT_ID = "SANDBOXMERCHANT"
DUPLICATE_ANSWER = "417 INVALID_TRANSACTION_ID"

# detailedErrorCode → errorCode of a failed attempt, as a person or a test may choose them.
FAILURES = {
    "ZM": "INVALID_MPIN",
    "Z6": "MPIN_LIMIT_BREACHED",
    "Z9": "INSUFFICIENT_BALANCE",
    "Z7": "TXN_FREQ_LIMIT_BREACHED",
    "Z8": "TXN_LIMIT_BREACHED",
    "U69": "TXN_NOT_COMPLETED",
    "ZA": "TXN_CANCELLED",
    "ZH": "INVALID_VPA",
    "U28": "BANK_TECHNICAL_ISSUE",
    "K1": "TXN_BLOCKED",
    "WRONG_PIN": "WRONG_PIN",
    "CARD_EXPIRED": "CARD_EXPIRED",
    "CARD_BLOCKED": "CARD_BLOCKED",
    "INVALID_CVV_EXPIRY": "INVALID_CVV_EXPIRY",
    "AUTH_TIMEOUT": "AUTH_TIMEOUT",
}
REFUND_FAILURES = {
    "BF_034": "REFUND_BREACHED",
    "REFUND_NOT_ALLOWED": "REFUND_NOT_ALLOWED",
    "REFUND_FOR_TXN_OLDER_THAN_LIMIT": "REFUND_FOR_TXN_OLDER_THAN_LIMIT",
}


# Orders


def create_order(db: Transaction, body: Mapping[str, Any]) -> Row:
    """Open an order from the body of the pay call, or refuse it for the reason PhonePe would."""
    wanted = read_pay_body(body)
    merchant_order_id = wanted.merchant_order_id
    if db.one("SELECT 1 FROM orders WHERE merchant_order_id = ?", merchant_order_id):
        fault = faults.take(db, "duplicate", "pay", merchant_order_id)
        status, code = str(fault.value if fault else DUPLICATE_ANSWER).split(" ", 1)
        raise Refusal(int(status), code, "merchantOrderId was used before")

    now = db.now()
    db.insert(
        "orders",
        merchant_order_id=merchant_order_id,
        order_id=db.new_id("OMO"),
        page_token=secrets.token_urlsafe(32),
        amount=wanted.amount,
        state="PENDING",
        created_at=now,
        expire_at=now + wanted.expire_after * 1000,
        redirect_url=wanted.redirect_url,
        message=wanted.message,
        meta_info=json.dumps(body.get("metaInfo")),
        allow_retry=wanted.allow_retry,
    )
    return order(db, merchant_order_id)


def order(db: Transaction, merchant_order_id: str) -> Row:
    """Return an order in its current state, expired if its time is over."""
    sweep(db, only=merchant_order_id)
    row = db.one("SELECT * FROM orders WHERE merchant_order_id = ?", merchant_order_id)
    if row is None:
        status = 404 if faults.take(db, "unknown_is_404", "status", merchant_order_id) else 400
        raise Refusal(status, "INVALID_MERCHANT_ORDER_ID", "No entry found for the given merchant order id")
    return row


def order_of_transaction(db: Transaction, transaction_id: str) -> Row:
    row = db.one("SELECT merchant_order_id FROM attempts WHERE transaction_id = ?", transaction_id)
    if row is None:
        raise Refusal(400, "INVALID_TRANSACTION_ID", "No entry found for the given transaction id")
    return order(db, row["merchant_order_id"])


def order_of_page(db: Transaction, page_token: str) -> Row | None:
    row = db.one("SELECT merchant_order_id FROM orders WHERE page_token = ?", page_token)
    return None if row is None else order(db, row["merchant_order_id"])


def attempts(db: Transaction, merchant_order_id: str) -> list[Row]:
    """Return an order's attempts, oldest first."""
    return db.all("SELECT * FROM attempts WHERE merchant_order_id = ? ORDER BY number", merchant_order_id)


def open_attempt(db: Transaction, merchant_order_id: str, mode: str, choice: Mapping[str, str]) -> None:
    """Start paying: one attempt that waits for the bank. `choice` names the card, bank or VPA."""
    if mode not in MODES:
        raise bad(f"no payment mode called {mode}")
    db.insert(
        "attempts",
        transaction_id=db.new_id("OM"),
        merchant_order_id=merchant_order_id,
        mode=mode,
        detail=json.dumps(instrument_and_rail(mode, choice)),
        state="PENDING",
        at=db.now(),
    )


def settle(
    db: Transaction,
    merchant_order_id: str,
    outcome: str,
    *,
    mode: str = "UPI_INTENT",
    detail: str = "Z9",
    late: bool = False,
    final: bool = False,
) -> None:
    """Let the bank answer: "success", "failure" (for the reason `detail`), "pending" or "cancel".

    `late` lets an order that already failed or expired succeed after all, as late authorisations do; `final`
    makes a failure the order's last try.
    """
    row = order(db, merchant_order_id)
    if row["state"] != "PENDING" and not (late and row["state"] == "FAILED" and outcome == "success"):
        raise bad(f"the order is {row['state']}")
    if outcome == "cancel":
        _cancel(db, merchant_order_id)
        return
    if outcome not in ("success", "failure", "pending"):
        raise bad("outcome must be success, failure, pending or cancel")
    tried = attempts(db, merchant_order_id)
    if not tried or tried[-1]["state"] != "PENDING":
        open_attempt(db, merchant_order_id, mode, {})
        tried = attempts(db, merchant_order_id)
    attempt = tried[-1]["number"]
    if outcome == "success":
        db.run("UPDATE attempts SET state = 'COMPLETED' WHERE number = ?", attempt)
        _finish(db, merchant_order_id, "COMPLETED")
    elif outcome == "failure":
        if detail not in FAILURES:
            raise bad(f"no failure called {detail}")
        db.run(
            "UPDATE attempts SET state = 'FAILED', error_code = ?, detailed_error_code = ? WHERE number = ?",
            FAILURES[detail],
            detail,
            attempt,
        )
        if row["allow_retry"] and not final and row["expire_at"] > db.now():
            _announce_order(db, merchant_order_id, "checkout.transaction.attempt.failed")
        else:
            _finish(db, merchant_order_id, "FAILED", FAILURES[detail], detail)


def sweep(db: Transaction, only: str | None = None) -> None:
    """Do what is due by the clock: expire unpaid orders, complete refunds.

    An order whose newest attempt still waits for the bank stays pending beyond its expiry, as at PhonePe.
    """
    now = db.now()
    for row in db.all(
        "SELECT merchant_order_id FROM orders WHERE state = 'PENDING' AND expire_at <= ?"
        " AND (? IS NULL OR merchant_order_id = ?)"
        " AND NOT EXISTS (SELECT 1 FROM attempts WHERE attempts.state = 'PENDING'"
        " AND attempts.merchant_order_id = orders.merchant_order_id)",
        now,
        only,
        only,
    ):
        _finish(db, row["merchant_order_id"], "FAILED", "TXN_NOT_COMPLETED", "ORDER_EXPIRED")
    seconds = db.setting("refund_seconds")
    if seconds is not None:
        for row in db.all(
            "SELECT merchant_refund_id FROM refunds WHERE state IN ('PENDING', 'CONFIRMED') AND at <= ?",
            now - int(seconds * 1000),
        ):
            settle_refund(db, row["merchant_refund_id"], "success")


def order_answer(db: Transaction, row: Row, *, details: bool, error_context: bool) -> dict[str, Any]:
    """Build the answer of the status call. As in the documents' samples it does not repeat our order id."""
    tried = attempts(db, row["merchant_order_id"])
    answer: dict[str, Any] = {
        "orderId": row["order_id"],
        "state": row["state"],
        "amount": row["amount"],
        "payableAmount": row["amount"],
        "feeAmount": 0,
        "currency": "INR",
        "expireAt": row["expire_at"],
        "paymentDetails": [
            attempt_answer(each, row["amount"]) for each in (tried if details else tried[-1:])
        ],
    }
    meta = json.loads(row["meta_info"])
    if meta:
        answer["metaInfo"] = meta
    if row["state"] == "FAILED":
        answer |= {"errorCode": row["error_code"], "detailedErrorCode": row["detailed_error_code"]}
        if error_context:
            answer["errorContext"] = {
                "errorCode": row["error_code"],
                "detailedErrorCode": row["detailed_error_code"],
                "source": "CUSTOMER",
                "stage": "AUTHENTICATION",
                "description": row["error_code"].replace("_", " ").capitalize(),
            }
    return answer


# Refunds


def create_refund(db: Transaction, body: Mapping[str, Any]) -> Row:
    """Start a refund: of a completed order, one at a time, never more than was paid."""
    merchant_refund_id, amount = body.get("merchantRefundId"), body.get("amount")
    if not isinstance(merchant_refund_id, str) or not ID.fullmatch(merchant_refund_id):
        raise bad("merchantRefundId must be 1 to 63 letters, digits, _ or -")
    if type(amount) is not int or amount < 100:
        raise bad("amount must be a whole number of at least 100 paise")
    if db.one("SELECT 1 FROM refunds WHERE merchant_refund_id = ?", merchant_refund_id):
        raise bad("merchantRefundId was used before")
    original = body.get("originalMerchantOrderId")
    row = order(db, original if isinstance(original, str) else "")
    if row["state"] != "COMPLETED":
        raise Refusal(402, "REFUND_NOT_ALLOWED", f"the order is {row['state']}")
    others = db.all(
        "SELECT state, amount FROM refunds WHERE merchant_order_id = ? AND state != 'FAILED'",
        row["merchant_order_id"],
    )
    if any(each["state"] in ("PENDING", "CONFIRMED") for each in others):
        raise bad("another refund of this order is under way")
    if amount > row["amount"] - sum(each["amount"] for each in others):
        raise Refusal(400, "EXCESS_REFUND_AMOUNT", "more than was paid")
    db.insert(
        "refunds",
        merchant_refund_id=merchant_refund_id,
        refund_id=db.new_id("OMR"),
        merchant_order_id=row["merchant_order_id"],
        amount=amount,
        state="PENDING",
        at=db.now(),
    )
    return refund(db, merchant_refund_id)


def refund(db: Transaction, merchant_refund_id: str) -> Row:
    row = db.one("SELECT * FROM refunds WHERE merchant_refund_id = ?", merchant_refund_id)
    if row is None:
        raise Refusal(400, "INVALID_MERCHANT_REFUND_ID", "No entry found for the given merchant refund id")
    return row


def refunds_under_way(db: Transaction, merchant_order_id: str) -> list[str]:
    """Return the ids of an order's refunds that are not over."""
    rows = db.all(
        "SELECT merchant_refund_id FROM refunds"
        " WHERE merchant_order_id = ? AND state IN ('PENDING', 'CONFIRMED') ORDER BY number",
        merchant_order_id,
    )
    return [row["merchant_refund_id"] for row in rows]


def settle_refund(db: Transaction, merchant_refund_id: str, outcome: str, detail: str = "BF_034") -> None:
    """Move a refund on: "confirmed", "success" or "failure" (for the reason `detail`)."""
    row = refund(db, merchant_refund_id)
    moves = {"confirmed": ("CONFIRMED", "accepted"), "success": ("COMPLETED", "completed")}
    if row["state"] not in ("PENDING", "CONFIRMED"):
        raise bad(f"the refund is {row['state']}")
    if outcome == "failure":
        state, word, error = "FAILED", "failed", REFUND_FAILURES.get(detail, "REFUND_FAILED")
    elif outcome in moves:
        (state, word), error, detail = moves[outcome], "", ""
    else:
        raise bad("outcome must be confirmed, success or failure")
    db.run(
        "UPDATE refunds SET state = ?, error_code = ?, detailed_error_code = ?, at = ?"
        " WHERE merchant_refund_id = ?",
        state,
        error,
        detail,
        db.now(),
        merchant_refund_id,
    )
    row = refund(db, merchant_refund_id)
    payload = {
        "merchantId": MERCHANT_ID,
        "merchantRefundId": merchant_refund_id,
        **refund_answer(db, row),
    }
    announce(db, f"pg.refund.{word}", row["merchant_order_id"], payload)


def reverse(db: Transaction, merchant_order_id: str, amount: int, word: str = "CHARGEBACK") -> None:
    """Note that a bank took money of a completed order back (or gave it again: "CHARGEBACK_REVERSAL").

    The order stays COMPLETED and no message is sent: the merchant reads it in the settlement report.
    """
    row = order(db, merchant_order_id)
    if row["state"] != "COMPLETED":
        raise bad(f"the order is {row['state']}")
    db.insert("reversals", word=word, merchant_order_id=merchant_order_id, amount=amount, at=db.now())


def refund_answer(db: Transaction, row: Row) -> dict[str, Any]:
    """Build the answer of the refund status call in the shape the settings choose; both are documented."""
    answer: dict[str, Any] = {
        "originalMerchantOrderId": row["merchant_order_id"],
        "refundId": row["refund_id"],
        "amount": row["amount"],
        "state": row["state"],
        "timestamp": row["at"],
        "currency": "INR",
    }
    if row["error_code"]:
        answer |= {"errorCode": row["error_code"], "detailedErrorCode": row["detailed_error_code"]}
    paid = [each for each in attempts(db, row["merchant_order_id"]) if each["state"] == "COMPLETED"]
    parts = refund_parts(row["refund_id"], json.loads(paid[-1]["detail"])) if paid else {}
    if db.setting("refund_shape") == "splits":
        return {**answer, "splitInstruments": [{**parts, "amount": row["amount"]}]}
    detail = {
        "transactionId": row["refund_id"].replace("OMR", "OM", 1),
        "paymentMode": paid[-1]["mode"] if paid else "",
        "timestamp": row["at"],
        "amount": row["amount"],
        "state": row["state"],
        "splitInstruments": [{**parts, "amount": row["amount"]}],
    }
    if row["error_code"]:
        detail |= {"errorCode": row["error_code"], "detailedErrorCode": row["detailed_error_code"]}
    return {
        "merchantId": MERCHANT_ID,
        "merchantRefundId": row["merchant_refund_id"],
        **answer,
        "paymentDetails": [detail],
    }


# Inside


def _cancel(db: Transaction, merchant_order_id: str) -> None:
    """The customer gives up on the page; the documents leave open whether the order fails at once."""
    if db.setting("cancel_fails_order"):
        db.run(
            "UPDATE attempts SET state = 'FAILED', error_code = 'TXN_CANCELLED',"
            " detailed_error_code = 'ORDER_CANCELLED_BY_USER'"
            " WHERE merchant_order_id = ? AND state = 'PENDING'",
            merchant_order_id,
        )
        _finish(db, merchant_order_id, "FAILED", "TXN_CANCELLED", "ORDER_CANCELLED_BY_USER")


def _finish(db: Transaction, merchant_order_id: str, state: str, error: str = "", detail: str = "") -> None:
    db.run(
        "UPDATE orders SET state = ?, error_code = ?, detailed_error_code = ? WHERE merchant_order_id = ?",
        state,
        error,
        detail,
        merchant_order_id,
    )
    _announce_order(db, merchant_order_id, f"checkout.order.{state.lower()}")


def _announce_order(db: Transaction, merchant_order_id: str, event: str) -> None:
    row = db.one("SELECT * FROM orders WHERE merchant_order_id = ?", merchant_order_id)
    assert row is not None
    payload = {
        "merchantId": MERCHANT_ID,
        "merchantOrderId": merchant_order_id,
        **order_answer(db, row, details=True, error_context=False),
    }
    if event.endswith("attempt.failed"):
        last = payload["paymentDetails"][-1]
        payload |= {"errorCode": last["errorCode"], "detailedErrorCode": last["detailedErrorCode"]}
    announce(db, event, merchant_order_id, payload)
