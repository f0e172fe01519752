"""PhonePe's API: v2 Standard Checkout under one prefix, its token endpoint included."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import parse_qs

from starlette.responses import JSONResponse, Response

from . import faults, ledger
from .api import Api, Call, Handler
from .phonepe_answers import PROVIDER, alter, order_answer, refund_answer
from .requests import Refusal, read_pay_body, read_refund_body
from .store import Row, Transaction

DUPLICATE_ANSWER = "417 INVALID_TRANSACTION_ID"


class PhonePeApi(Api):
    """PhonePe's endpoints."""

    prefix: ClassVar[str] = "/apis/pg-sandbox"
    page_path: ClassVar[str] = "/transact/uat_v3?token={token}&routingKey=W"

    def table(self) -> list[tuple[str, str, str, Handler]]:
        return [
            ("POST", "/v1/oauth/token", "token", self.token),
            ("POST", "/checkout/v2/pay", "pay", self.pay),
            ("POST", "/checkout/v2/sdk/order", "pay", self.sdk_order),
            ("GET", "/checkout/v2/order/{id}/status", "status", self.order_status),
            ("GET", "/checkout/v2/transaction/{id}/status", "status", self.transaction_status),
            ("POST", "/payments/v2/refund", "refund", self.refund),
            ("GET", "/payments/v2/refund/{id}/status", "refund_status", self.refund_status),
        ]

    def authorise(self, db: Transaction, call: Call, order: str) -> None:
        if call.name == "token":
            return
        scheme, _, token = call.headers.get("authorization", "").partition(" ")
        known = db.one("SELECT 1 FROM tokens WHERE token = ? AND expires_at > ?", token, db.now() // 1000)
        if scheme != "O-Bearer" or known is None or faults.take(db, "unauthorized", call.name, order):
            raise Refusal(401, "AUTHORIZATION_FAILED", "Authorization failed")

    def order_of(self, db: Transaction, call: Call) -> str:
        if call.name == "status":
            return call.path["id"]
        body = call.peek() if call.name in ("pay", "refund") else None
        order = (body or {}).get("merchantOrderId", (body or {}).get("originalMerchantOrderId"))
        return order if isinstance(order, str) else ""

    def refuse(self, refusal: Refusal) -> Response:
        body: dict[str, Any] = {
            "success": False,
            "code": refusal.code,
            "message": refusal.message,
            "data": {},
        }
        if refusal.code == "INVALID_CLIENT":
            body |= {"errorCode": "OIM000", "context": {"error_description": refusal.message}}
        return JSONResponse(body, refusal.status)

    def alter(self, changes: Mapping[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
        return alter(changes, answer)

    def token(self, db: Transaction, call: Call) -> dict[str, Any]:
        form = {key: values[0] for key, values in parse_qs(call.body.decode("utf-8", "replace")).items()}
        if form.get("grant_type") != "client_credentials" or not form.get("client_version"):
            raise Refusal(400, "BAD_REQUEST", "grant_type and client_version are required")
        known = (self._config.client_id, self._config.client_secret)
        if (form.get("client_id"), form.get("client_secret")) != known:
            raise Refusal(400, "INVALID_CLIENT", "Client authentication failure")
        now, seconds = db.now() // 1000, int(db.setting("token_seconds"))
        token = secrets.token_urlsafe(24)
        db.run("DELETE FROM tokens WHERE expires_at <= ?", now)
        db.insert("tokens", token=token, expires_at=now + seconds)
        nulls = faults.take(db, "null_expires_in", "token")
        return {
            "access_token": token,
            "encrypted_access_token": token,
            "token_type": "O-Bearer",
            "issued_at": now,
            "expires_at": now + seconds,
            "session_expires_at": now + seconds,
            "expires_in": None if nulls else seconds,
            "refresh_token": None if nulls else "",
        }

    def pay(self, db: Transaction, call: Call) -> dict[str, Any]:
        row = open_order(db, call.json())
        return _opened(row) | {"redirectUrl": call.page(row["page_token"])}

    def sdk_order(self, db: Transaction, call: Call) -> dict[str, Any]:
        row = open_order(db, call.json())
        return _opened(row) | {"token": row["page_token"]}

    def order_status(self, db: Transaction, call: Call) -> dict[str, Any]:
        return self._status(db, call, ledger.refresh_order(db, call.path["id"]))

    def transaction_status(self, db: Transaction, call: Call) -> dict[str, Any]:
        return self._status(db, call, ledger.refresh_order_of_transaction(db, call.path["id"]))

    def _status(self, db: Transaction, call: Call, row: Row) -> dict[str, Any]:
        return order_answer(db, row, details=call.flag("details"), error_context=call.flag("errorContext"))

    def refund(self, db: Transaction, call: Call) -> dict[str, Any]:
        row = open_refund(db, call.json())
        return {"refundId": row["refund_id"], "amount": row["amount"], "state": row["state"]}

    def refund_status(self, db: Transaction, call: Call) -> dict[str, Any]:
        ledger.sweep(db)
        return refund_answer(db, ledger.refund(db, call.path["id"]))


def _opened(row: Row) -> dict[str, Any]:
    return {"orderId": row["order_id"], "state": row["state"], "expireAt": row["expire_at"]}


def open_order(db: Transaction, body: Mapping[str, Any]) -> Row:
    """Open an order from the body of the pay call, or refuse it for the reason PhonePe would."""
    wanted = read_pay_body(body)
    if ledger.is_taken(db, wanted.merchant_order_id):
        fault = faults.take(db, "duplicate", "pay", wanted.merchant_order_id)
        status, code = str(fault.value if fault else DUPLICATE_ANSWER).split(" ", 1)
        raise Refusal(int(status), code, "merchantOrderId was used before")
    return ledger.open_order(
        db,
        provider=PROVIDER,
        merchant_order_id=wanted.merchant_order_id,
        amount=wanted.amount,
        expire_at=db.now() + wanted.expire_after * 1000,
        redirect_url=wanted.redirect_url,
        message=wanted.message,
        meta=body.get("metaInfo"),
        allow_retry=wanted.allow_retry,
    )


def open_refund(db: Transaction, body: Mapping[str, Any]) -> Row:
    """Start a refund from the body of the refund call, or refuse it for the reason PhonePe would."""
    wanted = read_refund_body(body)
    return ledger.open_refund(
        db, ledger.refresh_order(db, wanted.merchant_order_id), wanted.merchant_refund_id, wanted.amount
    )
