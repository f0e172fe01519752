"""Disputes: the customer's bank claims money of a completed order, and decides.

The claimed money is deducted in the next settlement report and given back in another one when the dispute is
won. An inquiry (phase fraud or retrieval) moves no money unless it is lost.
"""

from __future__ import annotations

from . import ledger
from .requests import bad
from .store import Row, Transaction
from .webhook_messages import announce

PHASES = ("fraud", "retrieval", "chargeback", "pre_arbitration", "arbitration")
# What may happen to a dispute → its status then. The message has the name of what happened.
MOVES = {
    "under_review": "under_review",
    "action_required": "open",
    "won": "won",
    "lost": "lost",
    "closed": "closed",
}
_OVER = ("won", "lost", "closed")
UNKNOWN = "The id provided does not exist"
RESPOND_WITHIN_SECONDS = 7 * 24 * 3600


def open_dispute(
    db: Transaction,
    merchant_order_id: str,
    amount: int | None = None,
    *,
    phase: str = "chargeback",
    reason: str = "goods_or_services_not_received",
    respond_within: int = RESPOND_WITHIN_SECONDS,
) -> Row:
    """Claim an amount of a completed order, everything unless told how much."""
    row = ledger.refresh_order(db, merchant_order_id)
    if row["state"] != "COMPLETED":
        raise bad(f"the order is {row['state']}")
    if phase not in PHASES:
        raise bad(f"no phase called {phase}")
    wanted = row["amount"] if amount is None else amount
    if not isinstance(wanted, int) or wanted < 100:
        raise bad("at least 100 paise")
    dispute_id = db.new_code("disp_")
    db.insert(
        "disputes",
        dispute_id=dispute_id,
        merchant_order_id=merchant_order_id,
        amount=wanted,
        phase=phase,
        reason=reason,
        status="open",
        at=db.now(),
        respond_by=db.now() + respond_within * 1000,
    )
    made = dispute(db, dispute_id)
    if phase not in ("fraud", "retrieval"):
        _settle(db, made, "CHARGEBACK")
    _announce(db, made, "created")
    return made


def move(db: Transaction, dispute_id: str, to: str) -> Row:
    """Let the bank go on with a dispute: one of MOVES; what is over, only another decision changes."""
    row = dispute(db, dispute_id)
    if to not in MOVES:
        raise bad(f"no move called {to}; there are {', '.join(MOVES)}")
    if row["status"] in _OVER and to not in ("won", "lost"):
        raise bad(f"the dispute is {row['status']}")
    db.run("UPDATE disputes SET status = ? WHERE dispute_id = ?", MOVES[to], dispute_id)
    taken = _taken(db, dispute_id)
    if to == "lost" and not taken:
        _settle(db, row, "CHARGEBACK")
    elif to in ("won", "closed") and taken:
        _settle(db, row, "CHARGEBACK_REVERSAL")
    made = dispute(db, dispute_id)
    _announce(db, made, to)
    return made


def dispute(db: Transaction, dispute_id: str) -> Row:
    row = db.one("SELECT * FROM disputes WHERE dispute_id = ?", dispute_id)
    if row is None:
        raise bad(UNKNOWN)
    return row


def of_order(db: Transaction, merchant_order_id: str) -> list[str]:
    """Return the ids of an order's disputes, oldest first."""
    rows = db.all(
        "SELECT dispute_id FROM disputes WHERE merchant_order_id = ? ORDER BY number", merchant_order_id
    )
    return [row["dispute_id"] for row in rows]


def _taken(db: Transaction, dispute_id: str) -> bool:
    """Return whether the merchant's account is without the money now."""
    rows = db.all("SELECT word FROM reversals WHERE dispute_id = ?", dispute_id)
    return sum(-1 if row["word"].endswith("_REVERSAL") else 1 for row in rows) > 0


def _settle(db: Transaction, row: Row, word: str) -> None:
    db.insert(
        "reversals",
        word=word,
        merchant_order_id=row["merchant_order_id"],
        amount=row["amount"],
        at=db.now(),
        dispute_id=row["dispute_id"],
    )


def _announce(db: Transaction, row: Row, word: str) -> None:
    order = ledger.refresh_order(db, row["merchant_order_id"])
    words, event = ledger.WORDS[order["provider"]], f"payment.dispute.{word}"
    announce(db, event, order, words.dispute_messages(db, order, row, event), words.alter_message)
