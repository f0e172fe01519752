"""The provider's API: PhonePe v2 Standard Checkout under one prefix, its token endpoint included."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from . import faults, ledger
from .config import Config
from .requests import Refusal
from .store import Row, Store, Transaction
from .webhook_sender import WebhookSender

PREFIX = "/apis/pg-sandbox"
LONGEST_BODY_BYTES = 64 * 1024
MAINTENANCE = "<!doctype html><title>Error</title><h1>Something went wrong</h1>"


@dataclass(frozen=True)
class Call:
    """One request, read; `page` turns an order's page token into the address of its pay page."""

    name: str
    headers: Mapping[str, str]
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: bytes
    page: Callable[[str], str]

    def json(self) -> dict[str, Any]:
        try:
            value = json.loads(self.body)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise Refusal(400, "BAD_REQUEST", "the body must be a JSON object")
        return value

    def flag(self, name: str) -> bool:
        return self.query.get(name, "").lower() == "true"  # PhonePe's Python SDK sends "True"


Handler = Callable[[Transaction, Call], dict[str, Any]]


class Api:
    """The endpoints; each answers inside one transaction, with the faults that apply around it."""

    def __init__(self, store: Store, sender: WebhookSender, config: Config) -> None:
        self._store = store
        self._sender = sender
        self._config = config

    def routes(self) -> list[Route]:
        table: list[tuple[str, str, str, Handler]] = [
            ("POST", "/v1/oauth/token", "token", self.token),
            ("POST", "/checkout/v2/pay", "pay", self.pay),
            ("POST", "/checkout/v2/sdk/order", "pay", self.sdk_order),
            ("GET", "/checkout/v2/order/{id}/status", "status", self.order_status),
            ("GET", "/checkout/v2/transaction/{id}/status", "status", self.transaction_status),
            ("POST", "/payments/v2/refund", "refund", self.refund),
            ("GET", "/payments/v2/refund/{id}/status", "refund_status", self.refund_status),
        ]
        return [
            Route(PREFIX + path, self._endpoint(name, handler), methods=[method])
            for method, path, name, handler in table
        ]

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
        row = ledger.create_order(db, call.json())
        return {
            "orderId": row["order_id"],
            "state": row["state"],
            "expireAt": row["expire_at"],
            "redirectUrl": call.page(row["page_token"]),
        }

    def sdk_order(self, db: Transaction, call: Call) -> dict[str, Any]:
        row = ledger.create_order(db, call.json())
        return {
            "orderId": row["order_id"],
            "state": row["state"],
            "expireAt": row["expire_at"],
            "token": row["page_token"],
        }

    def order_status(self, db: Transaction, call: Call) -> dict[str, Any]:
        return self._status(db, call, ledger.order(db, call.path["id"]))

    def transaction_status(self, db: Transaction, call: Call) -> dict[str, Any]:
        return self._status(db, call, ledger.order_of_transaction(db, call.path["id"]))

    def _status(self, db: Transaction, call: Call, row: Row) -> dict[str, Any]:
        return ledger.order_answer(
            db, row, details=call.flag("details"), error_context=call.flag("errorContext")
        )

    def refund(self, db: Transaction, call: Call) -> dict[str, Any]:
        row = ledger.create_refund(db, call.json())
        return {"refundId": row["refund_id"], "amount": row["amount"], "state": row["state"]}

    def refund_status(self, db: Transaction, call: Call) -> dict[str, Any]:
        ledger.sweep(db)
        return ledger.refund_answer(db, ledger.refund(db, call.path["id"]))

    def _endpoint(self, name: str, handler: Handler) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            body = b""
            async for chunk in request.stream():
                body += chunk
                if len(body) > LONGEST_BODY_BYTES:
                    return _error(Refusal(413, "BAD_REQUEST", "the body is too long"))
            base = self._config.public_url or str(request.base_url).rstrip("/")
            call = Call(
                name=name,
                headers=request.headers,
                path=request.path_params,
                query=request.query_params,
                body=body,
                page=lambda token: f"{base}/transact/uat_v3?token={token}&routingKey=W",
            )
            return await run_in_threadpool(self._answer, call, handler)

        return endpoint

    def _answer(self, call: Call, handler: Handler) -> Response:
        """Run a handler with the bad luck that somebody ordered for this call and this order."""
        order = _order_of(call)
        with self._store.transaction() as db:
            latency = faults.take(db, "latency", call.name, order)
            trouble = faults.take_first(db, ("drop", *FAILURES), call.name, order)
        if latency:
            time.sleep(latency.seconds)
        if trouble:
            return FAILURES.get(trouble.kind, BrokenResponse)()

        response: Response
        with self._store.transaction() as db:
            # Refusals are caught inside, so that what they used up (a fault, an expired order) is committed.
            try:
                if call.name != "token":
                    _authorise(db, call, order)
                response = JSONResponse(faults.alter(db, handler(db, call), call.name, order))
            except Refusal as refusal:
                response = _error(refusal)
        self._sender.wake()

        with self._store.transaction() as db:
            slow = faults.take(db, "slow_reply", call.name, order)
            trouble = faults.take_first(db, ("reply_lost", "garbage"), call.name, order)
        if slow:
            time.sleep(slow.seconds)
        if trouble and trouble.kind == "garbage":
            return PlainTextResponse(str(trouble.value or ""))
        return BrokenResponse() if trouble else response


class BrokenResponse(Response):
    """An answer no HTTP client can read, so that it sees what a connection looks like that breaks off.

    ASGI knows no way to close a connection; a status line outside of HTTP has the same effect at once.
    """

    def __init__(self) -> None:
        super().__init__(status_code=99, headers={"connection": "close"})


def _authorise(db: Transaction, call: Call, order: str) -> None:
    scheme, _, token = call.headers.get("authorization", "").partition(" ")
    known = db.one("SELECT 1 FROM tokens WHERE token = ? AND expires_at > ?", token, db.now() // 1000)
    if scheme != "O-Bearer" or known is None or faults.take(db, "unauthorized", call.name, order):
        raise Refusal(401, "AUTHORIZATION_FAILED", "Authorization failed")


def _order_of(call: Call) -> str:
    """Name the order a call is about, as far as faults need it: "" when the call does not tell."""
    if call.name == "status":
        return call.path["id"]
    try:
        body = json.loads(call.body) if call.name in ("pay", "refund") else {}
    except (ValueError, RecursionError):
        return ""
    order = body.get("merchantOrderId", body.get("originalMerchantOrderId")) if isinstance(body, dict) else ""
    return order if isinstance(order, str) else ""


def _error(refusal: Refusal) -> JSONResponse:
    body: dict[str, Any] = {"success": False, "code": refusal.code, "message": refusal.message, "data": {}}
    if refusal.code == "INVALID_CLIENT":
        body |= {"errorCode": "OIM000", "context": {"error_description": refusal.message}}
    return JSONResponse(body, refusal.status)


# What stands in for an answer when a fault forbids one.
FAILURES: dict[str, Callable[[], Response]] = {
    "down": lambda: HTMLResponse(MAINTENANCE, 503),
    "error_html": lambda: HTMLResponse(MAINTENANCE, 500),
    "error_json": lambda: _error(Refusal(500, "INTERNAL_SERVER_ERROR", "An error occurred")),
    "too_many": lambda: _error(Refusal(429, "TOO_MANY_REQUESTS", "Too many requests")),
}
