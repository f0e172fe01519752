"""Razorpay's settlement report: the dashboard's "Settlement Recon" as CSV; the API's answer is made like it.

Amounts of the CSV are rupees, those of the API paise. A line settles credit - debit.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

from project.core.money import exact_rupees
from project.payments.providers.base import (
    ProviderError,
    ProviderUnavailable,
    ProviderUnreadable,
    StatementEntry,
    StatementKind,
)
from project.payments.providers.csv_report import LONGEST_BYTES, Line, is_tax, read_lines
from project.payments.providers.json_values import inner, objects, paise, text

# The dashboard's columns, in its order.
COLUMNS = (
    "transaction_entity",
    "entity_id",
    "amount",
    "currency",
    "fee (exclusive tax)",
    "tax",
    "debit",
    "credit",
    "payment_method",
    "card_type",
    "issuer_name",
    "entity_created_at",
    "payment_captured_at",
    "payment_notes",
    "refund_notes",
    "arn",
    "entity_description",
    "order_id",
    "order_receipt",
    "order_notes",
    "dispute_id",
    "dispute_created_at",
    "dispute_reason",
    "settlement_id",
    "settled_at",
    "settlement_utr",
    "settled_by",
)
# Those that are read; without one of them it is another report.
_READ = (
    "transaction_entity",
    "entity_id",
    "amount",
    "currency",
    "debit",
    "credit",
    "payment_method",
    "entity_created_at",
    "payment_notes",
    "refund_notes",
    "entity_description",
    "order_receipt",
    "dispute_id",
    "settled_at",
    "settlement_utr",
)
_KINDS: dict[str, StatementKind] = {"payment": "payment", "refund": "refund"}
# How a charge for a dispute is distinguished from its amount.
_FEE = re.compile(r"\b(fees?|penalty|penalties|charges)\b", re.IGNORECASE)
INDIA = timezone(timedelta(hours=5, minutes=30))
# Items of one call, of at most 1000: an answer has to fit into a megabyte.
PAGE = 500


def read_statement(body: bytes) -> tuple[StatementEntry, ...]:
    """Read the report, whole or not at all.

    Raises StatementUnreadable with the line and the column at fault.
    """
    return tuple(_entry(line) for line in read_lines(body, _READ))


def _entry(line: Line) -> StatementEntry:
    word = line.text("transaction_entity", longest=40, required=True)
    dispute, description = line.text("dispute_id", longest=64), line.text("entity_description", longest=5000)
    kind = _KINDS.get(word.lower(), "other")
    if word.lower() == "adjustment" and dispute:
        kind = "reversal"
    elif kind == "other" and is_tax(word, description):
        kind = "tax"
    settled = line.paise("credit") - line.paise("debit")
    amount = abs(line.paise("amount"))
    if kind == "refund" or (kind != "payment" and settled < 0):
        amount = -amount
    if kind == "reversal" and _FEE.search(description):
        amount = 0  # all that the line settles is a charge for the dispute
    # What the line settles is what counts: fee and tax may be paid from credits bought before.
    fee = amount - settled
    if kind == "payment" and not 0 <= fee <= amount:
        raise line.unreadable("credit")
    notes = "refund_notes" if kind == "refund" else "payment_notes"
    ours = _note(
        line.text(notes, longest=5000), "merchant_refund_id" if kind == "refund" else "merchant_order_id"
    )
    receipt = line.text("order_receipt", longest=100) if kind != "refund" else ""
    return StatementEntry(
        line=line.number,
        kind=kind,
        word=word,
        merchant_reference=(receipt or ours)[:100],
        provider_reference=line.text("entity_id", longest=100),
        instrument=line.text("payment_method", longest=60),
        transacted_on=line.day("entity_created_at"),
        settled_on=line.day("settled_at"),
        bank_reference=line.text("settlement_utr", longest=64),
        amount_paise=amount,
        fee_paise=fee,
        dispute_reference=dispute if kind == "reversal" else "",
    )


def _note(written: str, name: str) -> str:
    """Return one of the notes that the report writes as JSON."""
    try:
        return text(inner(json.loads(written)).get(name)) if written else ""
    except (ValueError, RecursionError):
        return ""


def fetch_statement(ask: Callable[[Mapping[str, str]], dict[str, Any]], day: date) -> bytes | None:
    """Return the report of a settlement day, as the dashboard writes it; None when nothing was settled.

    `ask` sends one request with these parameters.

    Raises ProviderUnavailable.
    """
    written = io.StringIO()
    writer = csv.DictWriter(written, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    found = 0
    asked = {"year": f"{day:%Y}", "month": f"{day:%m}", "day": f"{day:%d}", "count": str(PAGE)}
    problem = ""
    try:
        while True:
            answer = ask({**asked, "skip": str(found)})
            items = read_items(answer)
            writer.writerows(_row(item) for item in items)
            found += len(items)
            if len(items) < PAGE or written.tell() > LONGEST_BYTES:
                break
    except (ProviderError, ValueError) as error:
        problem = str(error)
    if problem:
        raise ProviderUnavailable(f"no settlement report of {day}: {problem}")
    return written.getvalue().encode() if found else None


def read_items(answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the items of a list of Razorpay's; `ProviderUnreadable` where the answer is none."""
    if not isinstance(answer.get("items"), list):
        raise ProviderUnreadable("the answer has no items")
    return objects(answer["items"])


def _row(item: Mapping[str, Any]) -> dict[str, str]:
    kind = text(item.get("type"))
    # The API's fee includes the tax.
    tax = paise(item.get("tax")) or 0
    notes = item.get("notes")
    return {
        "transaction_entity": kind,
        "entity_id": text(item.get("entity_id")),
        "amount": _rupees(item.get("amount")),
        "currency": text(item.get("currency")),
        "fee (exclusive tax)": _rupees((paise(item.get("fee")) or 0) - tax),
        "tax": _rupees(tax),
        "debit": _rupees(item.get("debit")),
        "credit": _rupees(item.get("credit")),
        "payment_method": text(item.get("method")),
        "card_type": text(item.get("card_type")),
        "issuer_name": text(item.get("card_issuer")),
        "entity_created_at": _moment(item.get("created_at")),
        "refund_notes" if kind == "refund" else "payment_notes": (
            json.dumps(notes) if isinstance(notes, dict) else text(notes)
        ),
        "entity_description": text(item.get("description")),
        "order_id": text(item.get("order_id")),
        "order_receipt": text(item.get("order_receipt")),
        "dispute_id": text(item.get("dispute_id")),
        "settlement_id": text(item.get("settlement_id")),
        "settled_at": _moment(item.get("settled_at")),
        "settlement_utr": text(item.get("settlement_utr")),
    }


def _rupees(value: object) -> str:
    amount = paise(value)
    if amount is None:
        raise ValueError(f"{value!r} is no amount")
    return str(exact_rupees(amount))


def _moment(value: object) -> str:
    seconds = paise(value)
    if seconds is None:
        raise ValueError(f"{value!r} is no time")
    return f"{datetime.fromtimestamp(seconds, UTC).astimezone(INDIA):%Y-%m-%dT%H:%M:%S}"
