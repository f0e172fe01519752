"""The sandbox's memory: one SQLite file that several processes may share.

Every change runs in one IMMEDIATE transaction, so two processes never decide on the same row at once. Times
are epoch milliseconds of the sandbox's own clock, which tests move forward instead of sleeping.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import string
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

SCHEMA = """
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, expires_at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS orders (
    number INTEGER PRIMARY KEY,
    merchant_order_id TEXT NOT NULL UNIQUE,
    order_id TEXT NOT NULL UNIQUE,
    page_token TEXT NOT NULL UNIQUE,
    amount INTEGER NOT NULL,
    state TEXT NOT NULL,
    error_code TEXT NOT NULL DEFAULT '',
    detailed_error_code TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    expire_at INTEGER NOT NULL,
    redirect_url TEXT NOT NULL,
    message TEXT NOT NULL,
    meta_info TEXT NOT NULL,
    allow_retry INTEGER NOT NULL,
    provider TEXT NOT NULL DEFAULT 'phonepe'
);
CREATE INDEX IF NOT EXISTS orders_due ON orders (state, expire_at);
CREATE TABLE IF NOT EXISTS attempts (
    number INTEGER PRIMARY KEY,
    transaction_id TEXT NOT NULL UNIQUE,
    merchant_order_id TEXT NOT NULL REFERENCES orders (merchant_order_id),
    mode TEXT NOT NULL,
    detail TEXT NOT NULL,
    state TEXT NOT NULL,
    error_code TEXT NOT NULL DEFAULT '',
    detailed_error_code TEXT NOT NULL DEFAULT '',
    at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS attempts_of_order ON attempts (merchant_order_id, number);
CREATE TABLE IF NOT EXISTS refunds (
    number INTEGER PRIMARY KEY,
    merchant_refund_id TEXT NOT NULL UNIQUE,
    refund_id TEXT NOT NULL UNIQUE,
    merchant_order_id TEXT NOT NULL REFERENCES orders (merchant_order_id),
    amount INTEGER NOT NULL,
    state TEXT NOT NULL,
    error_code TEXT NOT NULL DEFAULT '',
    detailed_error_code TEXT NOT NULL DEFAULT '',
    at INTEGER NOT NULL,
    receipt TEXT,
    notes TEXT NOT NULL DEFAULT '[]',
    idempotency_key TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS refunds_of_order ON refunds (merchant_order_id);
CREATE TABLE IF NOT EXISTS reversals (
    number INTEGER PRIMARY KEY,
    word TEXT NOT NULL,
    merchant_order_id TEXT NOT NULL REFERENCES orders (merchant_order_id),
    amount INTEGER NOT NULL,
    at INTEGER NOT NULL,
    dispute_id TEXT NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS disputes (
    number INTEGER PRIMARY KEY,
    dispute_id TEXT NOT NULL UNIQUE,
    merchant_order_id TEXT NOT NULL REFERENCES orders (merchant_order_id),
    amount INTEGER NOT NULL,
    phase TEXT NOT NULL,
    reason TEXT NOT NULL,
    status TEXT NOT NULL,
    at INTEGER NOT NULL,
    respond_by INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS deliveries (
    number INTEGER PRIMARY KEY,
    merchant_order_id TEXT NOT NULL,
    event TEXT NOT NULL,
    signing TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    result TEXT NOT NULL DEFAULT '',
    provider TEXT NOT NULL DEFAULT 'phonepe',
    event_id TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (state, due_at);
CREATE TABLE IF NOT EXISTS faults (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    merchant_order_id TEXT NOT NULL,
    value TEXT NOT NULL,
    times_left INTEGER
);
"""
# Columns that files of earlier versions lack.
ADDED = (
    ("orders", "provider", "TEXT NOT NULL DEFAULT 'phonepe'"),
    ("refunds", "receipt", "TEXT"),
    ("refunds", "notes", "TEXT NOT NULL DEFAULT '[]'"),
    ("refunds", "idempotency_key", "TEXT NOT NULL DEFAULT ''"),
    ("reversals", "dispute_id", "TEXT NOT NULL DEFAULT ''"),
    ("deliveries", "provider", "TEXT NOT NULL DEFAULT 'phonepe'"),
    ("deliveries", "event_id", "TEXT NOT NULL DEFAULT ''"),
)
TABLES = (
    "deliveries",
    "faults",
    "reversals",
    "disputes",
    "refunds",
    "attempts",
    "orders",
    "tokens",
    "settings",
)
LETTERS_AND_DIGITS = string.ascii_letters + string.digits
INDIA = timezone(timedelta(hours=5, minutes=30))

# What `POST /control/settings` may change.
DEFAULT_SETTINGS: dict[str, Any] = {
    "webhook_url": None,  # None sends to the configured address, "" nowhere
    "webhook_events": None,  # a list of event names; None sends all
    "webhook_signing": "both",  # "both", "sha" or "hmac"; PhonePe's dashboard offers the last two
    "webhook_header": "x-phonepe-checksum-signature",  # or "phonepe-checksum-signature"
    "webhook_retry_seconds": [2, 4, 8],
    "token_seconds": 3600,
    "refund_seconds": 3.0,  # until a refund completes by itself; None waits for a hand
    "refund_shape": "details",  # or "splits": the two documented answers of refund status
    "cancel_fails_order": True,  # False: cancelling on the page leaves the order pending
    "require_referer": False,
    "playing": None,  # the scenario that is played on the page: its name, its next step, the first order
}

Row = sqlite3.Row


class Store:
    """Opens transactions on the sandbox's file. Share one between threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ready = False
        self._local = threading.local()
        self._lock = threading.Lock()

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """Run a block in one IMMEDIATE transaction: committed when it ends, undone when it raises."""
        connection = self._connect()
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield Transaction(connection)
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def _connect(self) -> sqlite3.Connection:
        """Return this thread's connection; the first one in the process also makes the tables."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is not None:
            return connection
        with self._lock:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self._path, timeout=20, isolation_level=None)
            connection.row_factory = sqlite3.Row
            if not self._ready:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.executescript(SCHEMA)
                for table, column, definition in ADDED:
                    known = {row["name"] for row in connection.execute(f"PRAGMA table_info({table})")}
                    if column not in known:
                        connection.execute(f"ALTER TABLE {table} ADD COLUMN {column} {definition}")
                self._ready = True
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        self._local.connection = connection
        return connection


class Transaction:
    """One open transaction: SQL, the clock and the settings."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, sql: str, *values: object) -> int:
        """Execute one statement and return how many rows it changed."""
        return self._connection.execute(sql, values).rowcount

    def one(self, sql: str, *values: object) -> Row | None:
        row: Row | None = self._connection.execute(sql, values).fetchone()
        return row

    def all(self, sql: str, *values: object) -> list[Row]:
        return self._connection.execute(sql, values).fetchall()

    def insert(self, table: str, **values: object) -> None:
        columns, marks = ", ".join(values), ", ".join("?" * len(values))
        self._connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", tuple(values.values()))

    def now(self) -> int:
        """Return the sandbox's time in epoch milliseconds."""
        return int(time.time() * 1000) + self.ahead()

    def ahead(self) -> int:
        """Return by how many milliseconds the clock was moved forward."""
        return int(self._setting("clock_offset_ms", 0))

    def advance(self, seconds: float) -> int:
        """Move the clock forward and return the new time."""
        if seconds < 0:
            raise ValueError("the clock only moves forward")
        self._set("clock_offset_ms", self.ahead() + int(seconds * 1000))
        return self.now()

    def setting(self, name: str) -> Any:
        return self._setting(name, DEFAULT_SETTINGS[name])

    def set_setting(self, name: str, value: Any) -> None:
        if name not in DEFAULT_SETTINGS:
            raise ValueError(f"no setting called {name}; there are {', '.join(DEFAULT_SETTINGS)}")
        self._set(name, value)

    def new_id(self, prefix: str) -> str:
        """Make an id as PhonePe's look: OMO/OM/OMR, Indian time to the millisecond, random digits."""
        at = datetime.fromtimestamp(self.now() / 1000, UTC).astimezone(INDIA)
        return f"{prefix}{at:%y%m%d%H%M%S}{at.microsecond // 1000:03}{secrets.randbelow(10**7):07}"

    def new_code(self, prefix: str) -> str:
        """Make an id as Razorpay's look: a prefix and fourteen letters and digits."""
        return prefix + "".join(secrets.choice(LETTERS_AND_DIGITS) for _ in range(14))

    def reset(self) -> None:
        """Forget everything, the clock and the settings included."""
        resets = self.resets() + 1
        for table in TABLES:
            self._connection.execute(f"DELETE FROM {table}")
        self._set("resets", resets)

    def resets(self) -> int:
        """Return how often everything was forgotten."""
        return int(self._setting("resets", 0))

    def _setting(self, name: str, default: Any) -> Any:
        row = self.one("SELECT value FROM settings WHERE name = ?", name)
        return default if row is None else json.loads(row["value"])

    def _set(self, name: str, value: Any) -> None:
        self.run("INSERT OR REPLACE INTO settings VALUES (?, ?)", name, json.dumps(value))
