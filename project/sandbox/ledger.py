"""The sandbox's rules: orders, attempts, refunds, and the messages their changes cause.

Each function works inside the caller's transaction; a message is a row written beside the change it tells of.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from typing import Any, Final, Protocol

from . import faults, phonepe_answers, razorpay_answers
from .instruments import MODES, IdKind, attempts, instrument_and_rail
from .requests import Refusal, bad
from .store import Row, Transaction
from .webhook_messages import Message, announce


class Words(Protocol):
    """Format in which a provider reports what the ledger holds."""

    ENDS_WITH_ITS_ATTEMPT: bool
    ONE_REFUND_AT_A_TIME: bool

    def new_id(self, db: Transaction, kind: IdKind) -> str: ...
    def console_refund_name(self, db: Transaction) -> str: ...
    def order_facts(self, db: Transaction, row: Row) -> dict[str, Any]: ...
    def refund_facts(self, db: Transaction, row: Row) -> dict[str, Any]: ...
    def order_messages(self, db: Transaction, row: Row, event: str) -> list[Message]: ...
    def refund_messages(self, db: Transaction, row: Row, event: str) -> list[Message]: ...
    def dispute_messages(self, db: Transaction, row: Row, dispute: Row, event: str) -> list[Message]: ...
    def alter_message(self, changes: Mapping[str, Any], body: dict[str, Any]) -> dict[str, Any]: ...


WORDS: Final[dict[str, Words]] = {
    phonepe_answers.PROVIDER: phonepe_answers,
    razorpay_answers.PROVIDER: razorpay_answers,
}

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


def is_taken(db: Transaction, merchant_order_id: str) -> bool:
    """Return whether an order has this id."""
    return db.one("SELECT 1 FROM orders WHERE merchant_order_id = ?", merchant_order_id) is not None


def open_order(
    db: Transaction,
    *,
    provider: str,
    merchant_order_id: str,
    amount: int,
    expire_at: int,
    redirect_url: str,
    message: str = "",
    meta: object = None,
    allow_retry: bool = True,
) -> Row:
    """Open an order at one of the providers; its id must be free."""
    db.insert(
        "orders",
        provider=provider,
        merchant_order_id=merchant_order_id,
        order_id=WORDS[provider].new_id(db, "order"),
        page_token=secrets.token_urlsafe(32),
        amount=amount,
        state="PENDING",
        created_at=db.now(),
        expire_at=expire_at,
        redirect_url=redirect_url,
        message=message,
        meta_info=json.dumps(meta),
        allow_retry=allow_retry,
    )
    return refresh_order(db, merchant_order_id)


def refresh_order(db: Transaction, merchant_order_id: str) -> Row:
    """Do what is due of an order by the clock, and return it; raises Refusal when there is none."""
    sweep(db, only=merchant_order_id)
    row = db.one("SELECT * FROM orders WHERE merchant_order_id = ?", merchant_order_id)
    if row is None:
        status = 404 if faults.take(db, "unknown_is_404", "status", merchant_order_id) else 400
        raise Refusal(status, "INVALID_MERCHANT_ORDER_ID", "No entry found for the given merchant order id")
    return row


def refresh_order_of_transaction(db: Transaction, transaction_id: str) -> Row:
    row = db.one("SELECT merchant_order_id FROM attempts WHERE transaction_id = ?", transaction_id)
    if row is None:
        raise Refusal(400, "INVALID_TRANSACTION_ID", "No entry found for the given transaction id")
    return refresh_order(db, row["merchant_order_id"])


def refresh_order_of_page(db: Transaction, page_token: str) -> Row | None:
    row = db.one("SELECT merchant_order_id FROM orders WHERE page_token = ?", page_token)
    return None if row is None else refresh_order(db, row["merchant_order_id"])


def open_attempt(db: Transaction, merchant_order_id: str, mode: str, choice: Mapping[str, str]) -> None:
    """Start paying: one attempt that waits for the bank. `choice` names the card, bank or VPA."""
    if mode not in MODES:
        raise bad(f"no payment mode called {mode}")
    db.insert(
        "attempts",
        transaction_id=_words(_row(db, merchant_order_id)).new_id(db, "attempt"),
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
    row = refresh_order(db, merchant_order_id)
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
        goes_on = row["allow_retry"] and not final and row["expire_at"] > db.now()
        if goes_on or not _words(row).ENDS_WITH_ITS_ATTEMPT:
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


def order_facts(db: Transaction, row: Row) -> dict[str, Any]:
    """Return what the provider tells the merchant about an order, as its adapter reads it."""
    return _words(row).order_facts(db, row)


# Refunds


def open_refund(db: Transaction, row: Row, merchant_refund_id: str, amount: int, **details: object) -> Row:
    """Start a refund: of a completed order, never more than was paid."""
    if db.one("SELECT 1 FROM refunds WHERE merchant_refund_id = ?", merchant_refund_id):
        raise bad("merchantRefundId was used before")
    if row["state"] != "COMPLETED":
        raise Refusal(402, "REFUND_NOT_ALLOWED", f"the order is {row['state']}")
    others = db.all(
        "SELECT state, amount FROM refunds WHERE merchant_order_id = ? AND state != 'FAILED'",
        row["merchant_order_id"],
    )
    if _words(row).ONE_REFUND_AT_A_TIME and any(each["state"] in ("PENDING", "CONFIRMED") for each in others):
        raise bad("another refund of this order is under way")
    if amount > row["amount"] - sum(each["amount"] for each in others):
        raise Refusal(400, "EXCESS_REFUND_AMOUNT", "more than was paid")
    refund_id = _words(row).new_id(db, "refund")
    # A refund without an id of the merchant's goes by the provider's.
    name = merchant_refund_id or refund_id
    details = {"receipt": merchant_refund_id or None} | details
    db.insert(
        "refunds",
        merchant_refund_id=name,
        refund_id=refund_id,
        merchant_order_id=row["merchant_order_id"],
        amount=amount,
        state="PENDING",
        at=db.now(),
        **details,
    )
    made = refund(db, name)
    _announce_refund(db, row, made, "created")
    return made


def console_refund(db: Transaction, merchant_order_id: str, amount: int | None = None) -> Row:
    """Refund at the provider's own console; everything unless told how much."""
    row = refresh_order(db, merchant_order_id)
    return open_refund(db, row, _words(row).console_refund_name(db), amount or row["amount"])


def refund(db: Transaction, merchant_refund_id: str) -> Row:
    row = db.one("SELECT * FROM refunds WHERE merchant_refund_id = ?", merchant_refund_id)
    if row is None:
        raise Refusal(400, "INVALID_MERCHANT_REFUND_ID", "No entry found for the given merchant refund id")
    return row


def refund_facts(db: Transaction, row: Row) -> dict[str, Any]:
    """Return what the provider tells the merchant about a refund, as its adapter reads it."""
    return _words(_row(db, row["merchant_order_id"])).refund_facts(db, row)


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
    _announce_refund(db, _row(db, row["merchant_order_id"]), row, word)


def reverse(db: Transaction, merchant_order_id: str, amount: int, word: str = "CHARGEBACK") -> None:
    """Note that a bank took money of a completed order back (or gave it again: "CHARGEBACK_REVERSAL").

    The order stays COMPLETED and no message is sent: the merchant reads it in the settlement report.
    """
    row = refresh_order(db, merchant_order_id)
    if row["state"] != "COMPLETED":
        raise bad(f"the order is {row['state']}")
    db.insert("reversals", word=word, merchant_order_id=merchant_order_id, amount=amount, at=db.now())


# Inside


def _cancel(db: Transaction, merchant_order_id: str) -> None:
    """Cancel as the customer on the page; the documentation leaves open whether the order fails at once."""
    row = _row(db, merchant_order_id)
    ends = _words(row).ENDS_WITH_ITS_ATTEMPT
    if ends and not db.setting("cancel_fails_order"):
        return
    failed = db.run(
        "UPDATE attempts SET state = 'FAILED', error_code = 'TXN_CANCELLED',"
        " detailed_error_code = 'ORDER_CANCELLED_BY_USER'"
        " WHERE merchant_order_id = ? AND state = 'PENDING'",
        merchant_order_id,
    )
    if ends:
        _finish(db, merchant_order_id, "FAILED", "TXN_CANCELLED", "ORDER_CANCELLED_BY_USER")
    elif failed:
        _announce_order(db, merchant_order_id, "checkout.transaction.attempt.failed")


def withdraw(db: Transaction, merchant_order_id: str) -> None:
    """Cancel an unpaid order for the merchant."""
    row = refresh_order(db, merchant_order_id)
    if row["state"] != "PENDING":
        raise bad(f"the order is {row['state']}")
    _finish(db, merchant_order_id, "FAILED", "TXN_CANCELLED", "WITHDRAWN")


def _finish(db: Transaction, merchant_order_id: str, state: str, error: str = "", detail: str = "") -> None:
    db.run(
        "UPDATE orders SET state = ?, error_code = ?, detailed_error_code = ? WHERE merchant_order_id = ?",
        state,
        error,
        detail,
        merchant_order_id,
    )
    _announce_order(db, merchant_order_id, f"checkout.order.{state.lower()}")


def _row(db: Transaction, merchant_order_id: str) -> Row:
    """Return an order that exists, without doing what is due, which may be what is being done."""
    row = db.one("SELECT * FROM orders WHERE merchant_order_id = ?", merchant_order_id)
    assert row is not None
    return row


def _words(row: Row) -> Words:
    return WORDS[row["provider"]]


def _announce_order(db: Transaction, merchant_order_id: str, event: str) -> None:
    row = _row(db, merchant_order_id)
    words = _words(row)
    announce(db, event, row, words.order_messages(db, row, event), words.alter_message)


def _announce_refund(db: Transaction, order_row: Row, row: Row, word: str) -> None:
    words, event = _words(order_row), f"pg.refund.{word}"
    announce(db, event, order_row, words.refund_messages(db, row, event), words.alter_message)
