"""Razorpay's words for what the ledger holds: its entities, and messages made of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .instruments import UPI_MODES, IdKind, Movement, attempts, fee_and_tax, refund_parts
from .store import Row, Transaction
from .webhook_messages import Message

PROVIDER = "razorpay"
ACCOUNT = "acc_SANDBOXMERCHANT"
# A link stays open for another try, whatever becomes of one.
ENDS_WITH_ITS_ATTEMPT = False
ONE_REFUND_AT_A_TIME = False
# The ledger's reason of a failure → Razorpay's error_code, error_source, error_step and error_reason.
ERRORS = {
    "ZM": ("BAD_REQUEST_ERROR", "customer", "payment_authentication", "incorrect_pin"),
    "Z6": ("BAD_REQUEST_ERROR", "customer", "payment_authentication", "pin_attempts_exceeded"),
    "Z9": ("BAD_REQUEST_ERROR", "customer", "payment_authorization", "insufficient_funds"),
    "Z7": ("GATEWAY_ERROR", "customer", "payment_authorization", "transaction_frequency_limit_exceeded"),
    "Z8": ("BAD_REQUEST_ERROR", "customer", "payment_authorization", "transaction_limit_exceeded"),
    "U69": ("BAD_REQUEST_ERROR", "customer", "payment_authentication", "payment_timed_out"),
    "ZA": ("GATEWAY_ERROR", "customer", "payment_authentication", "authorisation_declined_by_psp"),
    "ZH": ("BAD_REQUEST_ERROR", "customer", "payment_initiation", "invalid_vpa"),
    "U28": ("GATEWAY_ERROR", "bank", "payment_authorization", "bank_technical_error"),
    "K1": ("GATEWAY_ERROR", "bank", "payment_authorization", "payment_risk_check_failed"),
    "WRONG_PIN": ("BAD_REQUEST_ERROR", "customer", "payment_authentication", "incorrect_atm_pin"),
    "CARD_EXPIRED": ("BAD_REQUEST_ERROR", "customer", "payment_initiation", "card_expired"),
    "CARD_BLOCKED": ("GATEWAY_ERROR", "issuer_bank", "payment_authorization", "debit_instrument_blocked"),
    "INVALID_CVV_EXPIRY": ("BAD_REQUEST_ERROR", "customer", "payment_initiation", "incorrect_cvv"),
    "AUTH_TIMEOUT": ("BAD_REQUEST_ERROR", "customer", "payment_authentication", "payment_timed_out"),
    "ORDER_CANCELLED_BY_USER": (
        "BAD_REQUEST_ERROR",
        "customer",
        "payment_authentication",
        "payment_cancelled",
    ),
}
_PAYMENT_STATES = {"PENDING": "created", "COMPLETED": "captured", "FAILED": "failed"}
_REFUND_STATES = {
    "PENDING": "pending",
    "CONFIRMED": "pending",
    "COMPLETED": "processed",
    "FAILED": "failed",
}
_METHODS = {
    **dict.fromkeys(UPI_MODES, "upi"),
    "CARD": "card",
    "NET_BANKING": "netbanking",
    "WALLET": "wallet",
}
# PhonePe's field, as faults name it → Razorpay's.
_FIELDS = {
    "amount": ("amount", "amount_paid"),
    "orderId": ("id",),
    "merchantOrderId": ("reference_id",),
    "state": ("status",),
    "expireAt": ("expire_by",),
    "redirectUrl": ("short_url",),
    "refundId": ("id",),
    "paymentMode": ("method",),
}


def new_id(db: Transaction, kind: IdKind) -> str:
    return db.new_code({"order": "plink_", "attempt": "pay_", "refund": "rfnd_"}[kind])


def console_refund_name(db: Transaction) -> str:
    """Return no id of the merchant's: a refund that is made in the dashboard has none."""
    return ""


def link_id_of(order_id: str) -> str:
    """Return the link whose order this is."""
    return order_id.replace("order_", "plink_", 1)


def link_state(db: Transaction, row: Row) -> str:
    """Return the state of a link; one that a bank's late answer paid stays expired."""
    if row["state"] == "COMPLETED":
        paid = [each for each in attempts(db, row["merchant_order_id"]) if each["state"] == "COMPLETED"]
        return "expired" if paid and paid[-1]["at"] >= row["expire_at"] else "paid"
    if row["state"] == "FAILED":
        return "cancelled" if row["detailed_error_code"] == "WITHDRAWN" else "expired"
    return "expired" if row["expire_at"] <= db.now() else "created"


def link_answer(db: Transaction, row: Row, short_url: str = "") -> dict[str, Any]:
    """Build the entity of a payment link."""
    tried = attempts(db, row["merchant_order_id"])
    paid = [each for each in tried if each["state"] == "COMPLETED"]
    state = link_state(db, row)
    answer: dict[str, Any] = {
        "accept_partial": False,
        "amount": row["amount"],
        "amount_paid": row["amount"] if paid else 0,
        "callback_method": "get",
        "callback_url": row["redirect_url"],
        "cancelled_at": db.now() // 1000 if state == "cancelled" else 0,
        "created_at": row["created_at"] // 1000,
        "currency": "INR",
        "customer": {},
        "description": row["message"],
        "expire_by": row["expire_at"] // 1000,
        "expired_at": row["expire_at"] // 1000 if state == "expired" else 0,
        "first_min_partial_amount": 0,
        "id": row["order_id"],
        "notes": json.loads(row["meta_info"]),
        "notify": {"email": False, "sms": False},
        # Only captured payments are shown here.
        "payments": [
            {
                "amount": row["amount"],
                "created_at": each["at"] // 1000,
                "method": _METHODS[each["mode"]],
                "payment_id": each["transaction_id"],
                "plink_id": row["order_id"],
                "status": "captured",
                "updated_at": each["at"] // 1000,
            }
            for each in paid
        ]
        or None,
        "reference_id": row["merchant_order_id"],
        "reminder_enable": False,
        "reminders": [],
        "short_url": short_url,
        "status": state,
        "updated_at": max([row["created_at"], *(each["at"] for each in tried)]) // 1000,
        "upi_link": False,
        "user_id": "",
    }
    if tried:
        answer["order_id"] = _order_id(row)
    return answer


def payment_answer(db: Transaction, row: Row, attempt: Row) -> dict[str, Any]:
    """Build the entity of a payment: of one try to pay a link."""
    refunded = sum(
        each["amount"]
        for each in db.all(
            "SELECT amount FROM refunds WHERE merchant_order_id = ? AND state != 'FAILED'",
            row["merchant_order_id"],
        )
        if attempt["state"] == "COMPLETED"
    )
    captured = attempt["state"] == "COMPLETED"
    whole = captured and refunded == row["amount"]
    fee, tax = fee_and_tax(attempt["mode"], row["amount"]) if captured else (0, 0)
    code, source, step, reason = ERRORS.get(attempt["detailed_error_code"], (None, None, None, None))
    method = _METHODS[attempt["mode"]]
    return {
        "id": attempt["transaction_id"],
        "entity": "payment",
        "amount": row["amount"],
        "currency": "INR",
        "status": "refunded" if whole else _PAYMENT_STATES[attempt["state"]],
        "order_id": _order_id(row),
        "invoice_id": None,
        "international": False,
        "method": method,
        "amount_refunded": refunded,
        "refund_status": "full" if whole else "partial" if refunded else None,
        "captured": captured,
        "description": f"#{row['order_id'].removeprefix('plink_')}",
        "bank": "SBIN" if method == "netbanking" else None,
        "wallet": "sandbox" if method == "wallet" else None,
        "vpa": "payer@sandbox" if method == "upi" else None,
        "email": "payer@sandbox.example",
        "contact": "+919000090000",
        "notes": json.loads(row["meta_info"]) or [],
        "fee": fee + tax if captured else None,
        "tax": tax if captured else None,
        "error_code": code,
        "error_description": reason.replace("_", " ").capitalize() if reason else None,
        "error_source": source,
        "error_step": step,
        "error_reason": reason,
        "acquirer_data": _acquirer_data(method, json.loads(attempt["detail"])) if captured else {},
        "created_at": attempt["at"] // 1000,
    }


def payments_answer(db: Transaction, row: Row) -> list[dict[str, Any]]:
    """Build the entities of all payments that were tried for a link, the newest first."""
    return [payment_answer(db, row, each) for each in reversed(attempts(db, row["merchant_order_id"]))]


def order_answer(db: Transaction, row: Row) -> dict[str, Any]:
    """Build the entity of the order behind a link."""
    paid = row["amount"] if row["state"] == "COMPLETED" else 0
    return {
        "id": _order_id(row),
        "entity": "order",
        "amount": row["amount"],
        "amount_paid": paid,
        "amount_due": row["amount"] - paid,
        "currency": "INR",
        "receipt": row["merchant_order_id"],
        "status": "paid" if paid else "attempted",
        "attempts": len(attempts(db, row["merchant_order_id"])),
        "notes": json.loads(row["meta_info"]) or [],
        "created_at": row["created_at"] // 1000,
    }


def refund_answer(db: Transaction, row: Row) -> dict[str, Any]:
    """Build the entity of a refund."""
    paid = _paid(db, row["merchant_order_id"])
    done = row["state"] == "COMPLETED"
    data = _acquirer_data("", refund_parts(row["refund_id"], json.loads(paid["detail"]))) if done else {}
    return {
        "id": row["refund_id"],
        "entity": "refund",
        "amount": row["amount"],
        "receipt": row["receipt"],
        "currency": "INR",
        "payment_id": paid["transaction_id"],
        "notes": json.loads(row["notes"]),
        "acquirer_data": {"arn": next(iter(data.values()), None)},
        "created_at": row["at"] // 1000,
        "batch_id": None,
        "status": _REFUND_STATES[row["state"]],
        "speed_processed": "normal",
        "speed_requested": "normal",
    }


def order_facts(db: Transaction, row: Row) -> dict[str, Any]:
    """Return what a merchant can learn about an order."""
    return {"payment_link": link_answer(db, row), "payments": payments_answer(db, row)}


def refund_facts(db: Transaction, row: Row) -> dict[str, Any]:
    """Return what a merchant can learn about a refund."""
    return {"refund": refund_answer(db, row), "merchant_order_id": row["merchant_order_id"]}


def order_messages(db: Transaction, row: Row, event: str) -> list[Message]:
    """Return the messages about an event of an order; a paid link has two."""
    link = link_answer(db, row)
    tried = payments_answer(db, row)
    match event:
        case "checkout.order.completed":
            paid = next(each for each in tried if each["captured"])
            captured = _message(db, "payment.captured", payment=paid)
            if link["status"] != "paid":
                return [captured]
            order = order_answer(db, row)
            return [captured, _message(db, "payment_link.paid", payment_link=link, order=order, payment=paid)]
        case "checkout.transaction.attempt.failed":
            return [_message(db, "payment.failed", payment=tried[0])]
        case _:
            return [_message(db, f"payment_link.{link['status']}", payment_link=link)]


def refund_messages(db: Transaction, row: Row, event: str) -> list[Message]:
    """Return the messages about an event of a refund."""
    name = {
        "pg.refund.created": "refund.created",
        "pg.refund.completed": "refund.processed",
        "pg.refund.failed": "refund.failed",
    }.get(event)
    if name is None:
        return []
    order = db.one("SELECT * FROM orders WHERE merchant_order_id = ?", row["merchant_order_id"])
    assert order is not None
    payment = payment_answer(db, order, _paid(db, row["merchant_order_id"]))
    return [_message(db, name, refund=refund_answer(db, row), payment=payment)]


def dispute_messages(db: Transaction, row: Row, dispute: Row, event: str) -> list[Message]:
    """Return the message about an event of a dispute."""
    payment = payment_answer(db, row, _paid(db, row["merchant_order_id"]))
    return [_message(db, event, payment=payment, dispute=dispute_answer(db, dispute))]


def dispute_answer(db: Transaction, row: Row) -> dict[str, Any]:
    """Build the entity of a dispute."""
    deducted = row["amount"] if row["status"] == "lost" else 0
    return {
        "id": row["dispute_id"],
        "entity": "dispute",
        "payment_id": _paid(db, row["merchant_order_id"])["transaction_id"],
        "amount": row["amount"],
        "currency": "INR",
        "amount_deducted": deducted,
        "reason_code": row["reason"],
        "respond_by": row["respond_by"] // 1000,
        "status": row["status"],
        "phase": row["phase"],
        "created_at": row["at"] // 1000,
        "evidence": {"amount": row["amount"], "summary": None, "submitted_at": None},
    }


def alter_message(changes: Mapping[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """Put the fields that an "alter" rule names into each entity of a message that has them."""
    payload = {
        name: {"entity": {**part["entity"], **_renamed(changes, part["entity"])}}
        for name, part in body["payload"].items()
    }
    return {**body, "payload": payload}


def alter(changes: Mapping[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """Put the fields that an "alter" rule names into an answer, or into each entity of a list."""
    for name in ("payment_links", "items"):
        if isinstance(answer.get(name), list):
            return {**answer, name: [{**each, **_renamed(changes, each)} for each in answer[name]]}
    return {**answer, **_renamed(changes, answer)}


def _renamed(changes: Mapping[str, Any], entity: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes by Razorpay's names: those the entity has, and unknown ones."""
    renamed = {}
    for name, value in changes.items():
        for own in _FIELDS.get(name, (name,)):
            if own in entity or name not in _FIELDS:
                renamed[own] = value
    return renamed


def _message(db: Transaction, event: str, **entities: dict[str, Any]) -> Message:
    body = {
        "entity": "event",
        "account_id": ACCOUNT,
        "event": event,
        "contains": list(entities),
        "payload": {name: {"entity": entity} for name, entity in entities.items()},
        "created_at": db.now() // 1000,
    }
    return Message(event, body)


def _order_id(row: Row) -> str:
    order_id: str = row["order_id"]
    return order_id.replace("plink_", "order_", 1)


def _paid(db: Transaction, merchant_order_id: str) -> Row:
    return next(each for each in reversed(attempts(db, merchant_order_id)) if each["state"] == "COMPLETED")


def _acquirer_data(method: str, parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the bank's references of a payment, as far as its instrument has any."""
    instrument, rail = parts.get("instrument", {}), parts.get("rail", {})
    names: Sequence[tuple[str, Any]] = (
        ("rrn", rail.get("utr")),
        ("upi_transaction_id", rail.get("upiTransactionId")),
        ("bank_transaction_id", instrument.get("bankTransactionId") if method != "card" else None),
        ("auth_code", rail.get("authorizationCode")),
        ("transaction_id", instrument.get("walletId")),
    )
    return {name: value for name, value in names if value}


def settled_item(movement: Movement, payout: str) -> dict[str, Any]:
    """Build one item of the settlement reconciliation."""
    kind, row, fee, tax = movement.kind, movement.row, movement.fee, movement.tax
    net = movement.amount - fee - tax
    is_refund = kind == "refund"
    payment_id: str = row["transaction_id"]
    dispute = kind == "reversal"
    dispute_id = (row["dispute_id"] or payment_id.replace("pay_", "disp_")) if dispute else None
    moved_by = dispute_id.replace("disp_", "adj_") if dispute_id else payment_id
    return {
        "entity_id": row["refund_id"] if is_refund else moved_by,
        "type": "adjustment" if dispute else kind,
        "debit": max(0, -net),
        "credit": max(0, net),
        "amount": abs(movement.amount),
        "currency": "INR",
        # Here the fee includes the tax.
        "fee": fee + tax,
        "tax": tax,
        "on_hold": False,
        "settled": True,
        "created_at": row["at"] // 1000,
        "settled_at": row["at"] // 1000,
        "settlement_id": f"setl_{payout}",
        "posted_at": None,
        "credit_type": "default",
        "description": row["word"] if dispute else None,
        "notes": row["notes"] if is_refund else row["meta_info"],
        "payment_id": None if kind == "payment" else payment_id,
        "settlement_utr": payout,
        "order_id": _order_id(row),
        "order_receipt": row["merchant_order_id"],
        "method": _METHODS[row["mode"]],
        "card_network": None,
        "card_issuer": None,
        "card_type": None,
        "dispute_id": dispute_id,
    }
