"""Bad luck on demand: rules that say what goes wrong, for which call or message, and how often."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .store import Transaction

# What a rule may break. Calls: token, pay, status, payments, refund, refund_status, disputes, settlements;
# messages go by PhonePe's name of the event, at every provider.
KINDS = {
    # a call
    "latency": "wait `value` milliseconds, then do it",
    "slow_reply": "do it, wait `value` milliseconds, then answer",
    "drop": "break the connection and do nothing",
    "reply_lost": "do it, then break the connection",
    "unauthorized": "answer 401 AUTHORIZATION_FAILED",
    "too_many": "answer 429",
    "error_html": "answer 500 with a page of HTML",
    "error_json": "answer 500 INTERNAL_SERVER_ERROR",
    "down": "answer 503 with a page of HTML",
    "garbage": "do it, then answer 200 with the text `value`",
    "alter": "put the fields of the object `value`, by PhonePe's names, into the answer or message",
    "duplicate": "answer a used order id with `value`, for example '400 ORDER_ALREADY_EXISTS'",
    "unknown_is_404": "answer 404 instead of 400 for an unknown order",
    "null_expires_in": "leave expires_in and refresh_token of a token null, as the documents show",
    # a message
    "webhook_missing": "never send it",
    "webhook_duplicate": "send it `value` times at once",
    "webhook_delay": "send it `value` milliseconds later, so that others overtake it",
    "webhook_forged": "sign it with a wrong secret",
    "webhook_unsigned": "send it without any proof",
}


def add(
    db: Transaction,
    *,
    kind: str,
    on: str = "any",
    order: str = "",
    value: Any = None,
    times: int | None = None,
) -> None:
    """Add a rule: `on` a call, an event, "webhook" or "any"; for one `order` or all; no `times`: always."""
    if kind not in KINDS:
        raise ValueError(f"no fault called {kind}; there are {', '.join(KINDS)}")
    if times is not None and times < 1:
        raise ValueError("times must be 1 or more")
    db.insert(
        "faults", kind=kind, subject=on, merchant_order_id=order, value=json.dumps(value), times_left=times
    )


def take(db: Transaction, kind: str, subject: str, order: str = "") -> Fault | None:
    """Return the oldest rule that fits, and use up one of its times."""
    subjects = {subject, "any"} | ({"webhook"} if "." in subject else set())
    marks = ", ".join("?" * len(subjects))
    row = db.one(
        f"SELECT * FROM faults WHERE kind = ? AND subject IN ({marks}) AND merchant_order_id IN ('', ?)"
        " AND (times_left IS NULL OR times_left > 0) ORDER BY number LIMIT 1",
        kind,
        *subjects,
        order,
    )
    if row is None:
        return None
    db.run("UPDATE faults SET times_left = times_left - 1 WHERE number = ?", row["number"])
    return Fault(kind, json.loads(row["value"]))


def take_first(db: Transaction, kinds: Iterable[str], subject: str, order: str) -> Fault | None:
    """Return a fitting rule of the first of these kinds that has one; the others keep their times."""
    return next((fault for kind in kinds if (fault := take(db, kind, subject, order))), None)


@dataclass(frozen=True)
class Fault:
    """A rule that applies now."""

    kind: str
    value: Any

    @property
    def seconds(self) -> float:
        """The value read as milliseconds; half a second when the rule names none."""
        return float(self.value) / 1000 if isinstance(self.value, int | float) else 0.5
