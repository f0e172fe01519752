"""PhonePe's words for what the ledger holds: answers and messages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .instruments import IdKind, attempt_answer, attempts, error_codes, refund_parts
from .store import Row, Transaction
from .webhook_messages import Message

PROVIDER = "phonepe"
MERCHANT_ID = "SANDBOXMERCHANT"
# The customer who gives up ends the order, and so does a last failed attempt.
ENDS_WITH_ITS_ATTEMPT = True
ONE_REFUND_AT_A_TIME = True


def new_id(db: Transaction, kind: IdKind) -> str:
    return db.new_id({"order": "OMO", "attempt": "OM", "refund": "OMR"}[kind])


def console_refund_name(db: Transaction) -> str:
    """Return the merchant's id of a refund that is made in the dashboard."""
    return db.new_id("CONSOLE")


def order_answer(
    db: Transaction, row: Row, *, details: bool = True, error_context: bool = False
) -> dict[str, Any]:
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
        answer |= error_codes(row)
        if error_context:
            answer["errorContext"] = error_codes(row) | {
                "source": "CUSTOMER",
                "stage": "AUTHENTICATION",
                "description": row["error_code"].replace("_", " ").capitalize(),
            }
    return answer


def refund_answer(db: Transaction, row: Row) -> dict[str, Any]:
    """Build the answer of the refund status call in the shape the settings choose; both are documented."""
    answer: dict[str, Any] = {
        "originalMerchantOrderId": row["merchant_order_id"],
        "refundId": row["refund_id"],
        "amount": row["amount"],
        "state": row["state"],
        "timestamp": row["at"],
        "currency": "INR",
        **error_codes(row),
    }
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
        **error_codes(row),
    }
    return {
        "merchantId": MERCHANT_ID,
        "merchantRefundId": row["merchant_refund_id"],
        **answer,
        "paymentDetails": [detail],
    }


# What a merchant can learn about an order and a refund.
order_facts = order_answer
refund_facts = refund_answer


def order_messages(db: Transaction, row: Row, event: str) -> list[Message]:
    """Return the messages about an event of an order."""
    payload = {
        "merchantId": MERCHANT_ID,
        "merchantOrderId": row["merchant_order_id"],
        **order_answer(db, row),
    }
    if event.endswith("attempt.failed"):
        last = payload["paymentDetails"][-1]
        payload |= {"errorCode": last["errorCode"], "detailedErrorCode": last["detailedErrorCode"]}
    return [_message(event, payload)]


def refund_messages(db: Transaction, row: Row, event: str) -> list[Message]:
    """Return the messages about an event of a refund; that it was made is none."""
    if event == "pg.refund.created":
        return []
    payload = {
        "merchantId": MERCHANT_ID,
        "merchantRefundId": row["merchant_refund_id"],
        **refund_answer(db, row),
    }
    return [_message(event, payload)]


def dispute_messages(db: Transaction, row: Row, dispute: Row, event: str) -> list[Message]:
    """Return the message about an event of a dispute.

    The documents name these events and not their fields: this one says of which order it is, and no more.
    """
    payload = {"merchantId": MERCHANT_ID, "merchantOrderId": row["merchant_order_id"]}
    return [_message(event, payload | {"orderId": row["order_id"], "state": dispute["status"].upper()})]


def _message(event: str, payload: dict[str, Any]) -> Message:
    kind = event.removeprefix("checkout.").replace(".", "_").upper()
    # The type is deprecated; old readers need it.
    name = f"CHECKOUT_{kind}" if event.startswith("checkout.") else kind
    return Message(event, {"event": event, "type": name, "payload": payload})


def alter_message(changes: Mapping[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """Put the fields that an "alter" rule names into a message."""
    return {**body, "payload": alter(changes, body["payload"])}


def alter(changes: Mapping[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """Put the fields that an "alter" rule names into an answer; paymentMode goes to its attempts."""
    changed = dict(changes)
    mode = changed.pop("paymentMode", None)
    details = body.get("paymentDetails")
    if mode is not None and isinstance(details, list):
        changed["paymentDetails"] = [{**each, "paymentMode": mode} for each in details]
    return {**body, **changed}
