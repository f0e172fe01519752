"""Razorpay's API: Payment Links, their payments and refunds, and the settlement reconciliation."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from datetime import date
from typing import Any, ClassVar

from starlette.responses import JSONResponse, Response

from . import disputes, faults, ledger, settlements
from .api import Api, Call, Handler
from .instruments import attempts
from .razorpay_answers import (
    PROVIDER,
    alter,
    dispute_answer,
    link_answer,
    link_id_of,
    link_state,
    payment_answer,
    payments_answer,
    refund_answer,
)
from .requests import Refusal, bad
from .store import Row, Transaction

REFERENCE = re.compile(r".{1,40}", re.DOTALL)
IDEMPOTENCY_KEY = re.compile(r"[A-Za-z0-9_-]{10,}")
SHORTEST_SECONDS = 15 * 60
MOST_ITEMS = 1000
MOST_REFUNDS = 100
_KEY_TOO_SHORT = "The idempotency key must be at least 10 characters long."
_REFERENCE_TAKEN = "payment link creation with reference ID already attempted"


class RazorpayApi(Api):
    """Razorpay's endpoints."""

    prefix: ClassVar[str] = "/razorpay/v1"
    page_path: ClassVar[str] = "/i?token={token}"

    def table(self) -> list[tuple[str, str, str, Handler]]:
        return [
            ("POST", "/payment_links", "pay", self.create_link),
            ("GET", "/payment_links", "status", self.links),
            ("GET", "/payment_links/{id}", "status", self.link),
            ("POST", "/payment_links/{id}/cancel", "cancel", self.cancel_link),
            ("GET", "/orders/{id}/payments", "payments", self.payments),
            ("GET", "/payments/{id}", "payments", self.payment),
            ("POST", "/payments/{id}/refund", "refund", self.refund),
            ("GET", "/payments/{id}/refunds", "refund_status", self.refunds),
            ("GET", "/payments/{id}/refunds/{refund}", "refund_status", self.one_refund),
            ("GET", "/refunds/{refund}", "refund_status", self.one_refund),
            ("GET", "/disputes/{dispute}", "disputes", self.one_dispute),
            ("GET", "/settlements/recon/combined", "settlements", self.settlements),
        ]

    def authorise(self, db: Transaction, call: Call, order: str) -> None:
        login = f"{self._config.client_id}:{self._config.client_secret}".encode()
        right = call.headers.get("authorization") == f"Basic {base64.b64encode(login).decode()}"
        if not right or faults.take(db, "unauthorized", call.name, order):
            raise Refusal(401, "BAD_REQUEST_ERROR", "Authentication failed")

    def order_of(self, db: Transaction, call: Call) -> str:
        if call.name == "pay":
            name = (call.peek() or {}).get("reference_id")
            return name if isinstance(name, str) else ""
        if "reference_id" in call.query:
            return call.query["reference_id"]
        # Calls about a refund name no order, as at PhonePe.
        row = _find_order(db, call.path.get("id", "")) if call.name != "refund_status" else None
        return row["merchant_order_id"] if row is not None else ""

    def refuse(self, refusal: Refusal) -> Response:
        code = "SERVER_ERROR" if refusal.status >= 500 else "BAD_REQUEST_ERROR"
        # Whatever the ledger objects to is a bad request here.
        status = 400 if refusal.status in (402, 413, 417) else refusal.status
        error = {
            "code": code,
            "description": refusal.message,
            "source": "business",
            "step": "payment_initiation",
            "reason": "input_validation_failed",
            "metadata": {},
        }
        return JSONResponse({"error": error}, status)

    def alter(self, changes: Mapping[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
        return alter(changes, answer)

    # Links

    def create_link(self, db: Transaction, call: Call) -> dict[str, Any]:
        row = open_link(db, call.json())
        return link_answer(db, row, call.page(row["page_token"]))

    def links(self, db: Transaction, call: Call) -> dict[str, Any]:
        """Find links by our reference or by a payment; without either, the newest."""
        ledger.sweep(db)
        found = db.all("SELECT * FROM orders WHERE provider = ? ORDER BY number DESC LIMIT 100", PROVIDER)
        if "reference_id" in call.query:
            row = db.one(
                "SELECT * FROM orders WHERE provider = ? AND merchant_order_id = ?",
                PROVIDER,
                call.query["reference_id"],
            )
            found = [row] if row is not None else []
        elif "payment_id" in call.query:
            row = _find_order(db, call.query["payment_id"])
            found = [row] if row is not None else []
        return {"payment_links": [link_answer(db, row, call.page(row["page_token"])) for row in found]}

    def link(self, db: Transaction, call: Call) -> dict[str, Any]:
        row = _order(db, call.path["id"])
        return link_answer(db, row, call.page(row["page_token"]))

    def cancel_link(self, db: Transaction, call: Call) -> dict[str, Any]:
        row = _order(db, call.path["id"])
        if link_state(db, row) != "created":
            raise bad("payment link is not in created state")
        ledger.withdraw(db, row["merchant_order_id"])
        row = _order(db, call.path["id"])
        return link_answer(db, row, call.page(row["page_token"]))

    # Payments

    def payments(self, db: Transaction, call: Call) -> dict[str, Any]:
        return _collection(payments_answer(db, _order(db, link_id_of(call.path["id"]))))

    def payment(self, db: Transaction, call: Call) -> dict[str, Any]:
        row, attempt = _payment(db, call.path["id"])
        return payment_answer(db, row, attempt)

    # Refunds

    def refund(self, db: Transaction, call: Call) -> dict[str, Any]:
        return refund_answer(db, open_refund(db, call))

    def refunds(self, db: Transaction, call: Call) -> dict[str, Any]:
        row, _ = _payment(db, call.path["id"])
        found = db.all(
            "SELECT * FROM refunds WHERE merchant_order_id = ? ORDER BY number DESC LIMIT ? OFFSET ?",
            row["merchant_order_id"],
            min(_number(call, "count", 10), MOST_REFUNDS),
            _number(call, "skip", 0),
        )
        return _collection([refund_answer(db, each) for each in found])

    def one_refund(self, db: Transaction, call: Call) -> dict[str, Any]:
        ledger.sweep(db)
        row = db.one("SELECT * FROM refunds WHERE refund_id = ?", call.path["refund"])
        if row is None:
            raise bad(disputes.UNKNOWN)
        return refund_answer(db, row)

    # Disputes

    def one_dispute(self, db: Transaction, call: Call) -> dict[str, Any]:
        return dispute_answer(db, disputes.dispute(db, call.path["dispute"]))

    # Settlement

    def settlements(self, db: Transaction, call: Call) -> dict[str, Any]:
        try:
            day = date(*(int(call.query[name]) for name in ("year", "month", "day")))
        except (KeyError, ValueError):
            raise bad("The month is not a valid month.") from None
        items = settlements.razorpay_items(db, day)
        skipped = _number(call, "skip", 0)
        return _collection(items[skipped : skipped + min(_number(call, "count", 10), MOST_ITEMS)])


def open_link(db: Transaction, body: Mapping[str, Any]) -> Row:
    """Open a link from the body of the call, or refuse it for the reason Razorpay would."""
    amount, reference = body.get("amount"), body.get("reference_id") or ""
    if type(amount) is not int or amount < 100:
        raise bad("The amount must be at least INR 1.00")
    if body.get("currency", "INR") != "INR":
        raise bad("Currency is not supported")
    if not isinstance(reference, str) or not REFERENCE.fullmatch(reference or "-"):
        raise bad("reference_id: the length must be no more than 40.")
    address = body.get("callback_url")
    if not isinstance(address, str) or not re.match(r"https?://[^/]", address):
        raise bad("callback_url: must be a valid URL.")
    if body.get("callback_method") != "get":
        raise bad("callback_method must be get")
    expire_by = body.get("expire_by")
    # The caller knows nothing of the time that tests let pass here.
    now = (db.now() - db.ahead()) // 1000
    if type(expire_by) is not int or expire_by < now + SHORTEST_SECONDS:
        raise bad("timestamp must be atleast 15 minutes in future")
    notes = body.get("notes")
    if notes is not None and not isinstance(notes, dict):
        raise bad("notes must be an object")
    if reference and ledger.is_taken(db, reference):
        raise bad(_REFERENCE_TAKEN)
    return ledger.open_order(
        db,
        provider=PROVIDER,
        merchant_order_id=reference or db.new_code(""),
        amount=amount,
        expire_at=expire_by * 1000 + db.ahead(),
        redirect_url=address,
        message=str(body.get("description") or ""),
        meta=notes,
    )


def open_refund(db: Transaction, call: Call) -> Row:
    """Start a refund from the call, once for each idempotency key, or refuse it as Razorpay would."""
    body = call.json()
    row, _ = _payment(db, call.path["id"])
    amount = body.get("amount", row["amount"])
    if type(amount) is not int or amount < 100:
        raise bad("The amount must be at least INR 1.00")
    extra = body.keys() - {"amount", "speed", "notes", "receipt"}
    if extra:
        names = ", ".join(sorted(extra))
        raise bad(f"{names} is/are not required and should not be sent")
    key = call.headers.get("x-refund-idempotency", "")
    if key:
        if not IDEMPOTENCY_KEY.fullmatch(key):
            raise bad(_KEY_TOO_SHORT)
        known = db.one("SELECT * FROM refunds WHERE idempotency_key = ?", key)
        if known is not None and (known["merchant_order_id"], known["amount"], known["receipt"]) == (
            row["merchant_order_id"],
            amount,
            body.get("receipt"),
        ):
            return known
        if known is not None:
            raise bad("Different request with the same idempotency key has already been processed.")
    receipt = body.get("receipt")
    # A receipt may be used again: nothing but the key keeps a second refund from being made.
    taken = db.one("SELECT 1 FROM refunds WHERE merchant_refund_id = ?", receipt)
    return ledger.open_refund(
        db,
        row,
        receipt if receipt and taken is None else "",
        amount,
        receipt=receipt,
        notes=json.dumps(body.get("notes") or []),
        idempotency_key=key,
    )


def _order(db: Transaction, order_id: str) -> Row:
    row = _find_order(db, order_id)
    if row is None:
        raise bad(disputes.UNKNOWN)
    return ledger.refresh_order(db, row["merchant_order_id"])


def _find_order(db: Transaction, name: str) -> Row | None:
    """Find an order by the id of its link, its order or one of its payments."""
    if name.startswith("pay_"):
        return db.one(
            "SELECT orders.* FROM orders JOIN attempts USING (merchant_order_id)"
            " WHERE attempts.transaction_id = ?",
            name,
        )
    return db.one("SELECT * FROM orders WHERE provider = ? AND order_id = ?", PROVIDER, link_id_of(name))


def _payment(db: Transaction, payment_id: str) -> tuple[Row, Row]:
    row = _order(db, payment_id)
    tried = attempts(db, row["merchant_order_id"])
    return row, next(each for each in tried if each["transaction_id"] == payment_id)


def _collection(items: list[dict[str, Any]]) -> dict[str, Any]:
    return {"entity": "collection", "count": len(items), "items": items}


def _number(call: Call, name: str, otherwise: int) -> int:
    given = call.query.get(name, str(otherwise))
    return int(given) if given.isdecimal() else otherwise
