"""Common part of the sandbox providers' APIs: one transaction a call, and simulated failures."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from . import faults
from .config import Config
from .requests import Refusal
from .store import Store, Transaction
from .webhook_sender import WebhookSender

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
        value = self.peek()
        if value is None:
            raise Refusal(400, "BAD_REQUEST", "the body must be a JSON object")
        return value

    def peek(self) -> dict[str, Any] | None:
        """Return the body's object, None when it is none."""
        try:
            value = json.loads(self.body)
        except (ValueError, RecursionError):
            value = None
        return value if isinstance(value, dict) else None

    def flag(self, name: str) -> bool:
        return self.query.get(name, "").lower() == "true"  # PhonePe's Python SDK sends "True"


Handler = Callable[[Transaction, Call], dict[str, Any]]


class Api(ABC):
    """One provider's endpoints; each answers in one transaction, with the faults that apply around it."""

    prefix: ClassVar[str]
    page_path: ClassVar[str]

    def __init__(self, store: Store, sender: WebhookSender, config: Config) -> None:
        self._store = store
        self._sender = sender
        self._config = config

    @abstractmethod
    def table(self) -> list[tuple[str, str, str, Handler]]:
        """Return method, path, name for faults and handler of each call."""

    @abstractmethod
    def authorise(self, db: Transaction, call: Call, order: str) -> None:
        """Raise Refusal unless the call may be made."""

    @abstractmethod
    def order_of(self, db: Transaction, call: Call) -> str:
        """Name the order a call is about, as far as faults need it: "" when the call does not tell."""

    @abstractmethod
    def refuse(self, refusal: Refusal) -> Response:
        """Answer a refusal in the provider's words."""

    @abstractmethod
    def alter(self, changes: Mapping[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
        """Put the fields that an "alter" rule names into an answer."""

    def routes(self) -> list[Route]:
        return [
            Route(self.prefix + path, self._endpoint(name, handler), methods=[method])
            for method, path, name, handler in self.table()
        ]

    def _endpoint(self, name: str, handler: Handler) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            body = b""
            async for chunk in request.stream():
                body += chunk
                if len(body) > LONGEST_BODY_BYTES:
                    return self.refuse(Refusal(413, "BAD_REQUEST", "the body is too long"))
            base = self._config.public_url or str(request.base_url).rstrip("/")
            call = Call(
                name=name,
                headers=request.headers,
                path=request.path_params,
                query=request.query_params,
                body=body,
                page=lambda token: f"{base}{self.page_path.format(token=token)}",
            )
            return await run_in_threadpool(self._answer, call, handler)

        return endpoint

    def _answer(self, call: Call, handler: Handler) -> Response:
        """Run a handler with the bad luck that somebody ordered for this call and this order."""
        with self._store.transaction() as db:
            resets = db.resets()
            order = self.order_of(db, call)
            latency = faults.take(db, "latency", call.name, order)
            trouble = faults.take_first(db, ("drop", *FAILURES), call.name, order)
        if latency:
            time.sleep(latency.seconds)
        if trouble:
            return self._fail(trouble.kind)

        response: Response
        with self._store.transaction() as db:
            if db.resets() != resets:
                # What the call is about was forgotten while it waited: it must not begin anew.
                return BrokenResponse()
            # Refusals are caught inside, so that what they used up (a fault, an expired order) is committed.
            try:
                self.authorise(db, call, order)
                answer = handler(db, call)
                fault = faults.take(db, "alter", call.name, order)
                if fault is not None and isinstance(fault.value, dict):
                    answer = self.alter(fault.value, answer)
                response = JSONResponse(answer)
            except Refusal as refusal:
                response = self.refuse(refusal)
        self._sender.wake()

        with self._store.transaction() as db:
            slow = faults.take(db, "slow_reply", call.name, order)
            trouble = faults.take_first(db, ("reply_lost", "garbage"), call.name, order)
        if slow:
            time.sleep(slow.seconds)
        if trouble and trouble.kind == "garbage":
            return PlainTextResponse(str(trouble.value or ""))
        return BrokenResponse() if trouble else response

    def _fail(self, kind: str) -> Response:
        failure = FAILURES.get(kind)
        if failure is None:
            return BrokenResponse()
        return self.refuse(failure) if isinstance(failure, Refusal) else HTMLResponse(MAINTENANCE, failure)


class BrokenResponse(Response):
    """An answer no HTTP client can read, so that it sees what a connection looks like that breaks off.

    ASGI knows no way to close a connection; a status line outside of HTTP has the same effect at once.
    """

    def __init__(self) -> None:
        super().__init__(status_code=99, headers={"connection": "close"})


# What stands in for an answer when a fault forbids one: a page with this status, or a refusal.
FAILURES: dict[str, int | Refusal] = {
    "down": 503,
    "error_html": 500,
    "error_json": Refusal(500, "INTERNAL_SERVER_ERROR", "An error occurred"),
    "too_many": Refusal(429, "TOO_MANY_REQUESTS", "Too many requests"),
}
