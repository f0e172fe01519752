"""Sending the shop its messages, and doing what the clock makes due.

One daemon thread per process; a message is leased before it is sent, so several processes send it once.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import httpx

from . import ledger, razorpay_answers
from .config import Config
from .store import Row, Store

logger = logging.getLogger(__name__)

TIMEOUT_SECONDS = 5.0
LEASE_MS = 15_000  # longer than a delivery can take; after it, another try is due
TICK_SECONDS = 0.2
KEY_ID = "sandbox-key-1"


@dataclass(frozen=True)
class Message:
    """One signed delivery, ready to go."""

    number: int
    # Which try of it this is.
    tries: int
    url: str
    body: bytes
    headers: dict[str, str]


class WebhookSender:
    def __init__(self, store: Store, config: Config) -> None:
        self._store = store
        self._config = config
        self._wake = threading.Event()
        self._lock = threading.Lock()
        self._started = False

    def start(self) -> None:
        """Start the thread, once. Not before the first request: importing the application starts nothing."""
        with self._lock:
            if not self._started:
                self._started = True
                threading.Thread(target=self._run, name="sandbox-webhooks", daemon=True).start()

    def wake(self) -> None:
        """Look at once whether something is due."""
        self._wake.set()

    def _run(self) -> None:
        with ThreadPoolExecutor(16, "sandbox-webhook") as pool, httpx.Client(timeout=TIMEOUT_SECONDS) as http:
            while True:
                self._wake.wait(TICK_SECONDS)
                self._wake.clear()
                try:
                    for message in self._lease():
                        pool.submit(self._deliver, http, message)
                except sqlite3.Error:  # a locked or just deleted file: the next tick tries again
                    logger.exception("the sandbox's store")

    def _lease(self) -> list[Message]:
        """Take the due messages, so that no other process sends them while we do."""
        with self._store.transaction() as db:
            ledger.sweep(db)
            due = db.all(
                "SELECT * FROM deliveries WHERE state = 'due' AND due_at <= ? ORDER BY number", db.now()
            )
            options = {key: db.setting(f"webhook_{key}") for key in ("signing", "header")}
            url = db.setting("webhook_url")
            for row in due:
                db.run(
                    "UPDATE deliveries SET due_at = ?, tries = tries + 1 WHERE number = ?",
                    db.now() + LEASE_MS,
                    row["number"],
                )
        url = self._config.webhook_url if url is None else url
        return [
            Message(
                row["number"],
                row["tries"] + 1,
                url.replace("{provider}", row["provider"]),
                row["body"].encode(),
                self._headers(row, **options),
            )
            for row in due
        ]

    def _headers(self, row: Row, *, signing: str, header: str) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if row["signing"] == "unsigned":
            return headers
        config, wrong = self._config, "wrong" if row["signing"] == "forged" else ""
        if row["provider"] == razorpay_answers.PROVIDER:
            digest = hmac.new(
                f"{config.webhook_secret}{wrong}".encode(), row["body"].encode(), hashlib.sha256
            )
            return headers | {
                "X-Razorpay-Signature": digest.hexdigest(),
                "x-razorpay-event-id": row["event_id"],
            }
        if signing in ("both", "sha"):
            login = f"{config.webhook_username}:{config.webhook_password}{wrong}"
            headers["Authorization"] = hashlib.sha256(login.encode()).hexdigest()
        if signing in ("both", "hmac"):
            secret = f"{config.webhook_secret}{wrong}".encode()
            headers["x-phonepe-checksum-key-id"] = KEY_ID
            headers[header] = hmac.new(secret, row["body"].encode(), hashlib.sha256).hexdigest()
        return headers

    def _deliver(self, http: httpx.Client, message: Message) -> None:
        result = "no address"
        if message.url:
            try:
                result = str(
                    http.post(message.url, content=message.body, headers=message.headers).status_code
                )
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                result = type(error).__name__
        with self._store.transaction() as db:
            pauses = db.setting("webhook_retry_seconds")
            row = db.one("SELECT tries FROM deliveries WHERE number = ?", message.number)
            if row is None or row["tries"] != message.tries:  # reset, or asked for again, meanwhile
                return
            if result.startswith("2"):
                state, due_at = "delivered", db.now()
            elif not message.url or row["tries"] > len(pauses):
                state, due_at = "given up", db.now()
            else:
                state, due_at = "due", db.now() + int(pauses[row["tries"] - 1] * 1000)
            db.run(
                "UPDATE deliveries SET state = ?, due_at = ?, result = ? WHERE number = ?",
                state,
                due_at,
                result,
                message.number,
            )
        if state != "delivered" and message.url:
            logger.warning("webhook %d: %s, %s", message.number, result, state)
