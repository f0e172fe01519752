"""The settlement report of a day: what the provider paid to the merchant's bank, as a CSV.

The real one settles on the next two working days. This one settles on the day itself, so that it can be tried
at once: paid in the morning, in the report by noon.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from . import ledger, phonepe_answers, razorpay_answers
from .instruments import Movement, fee_and_tax
from .store import INDIA, Store, Transaction

COLUMNS = (
    "PaymentType",
    "MerchantReferenceId",
    "PhonePeReferenceId",
    "From",
    "Instrument",
    "CreationDate",
    "TransactionDate",
    "SettlementDate",
    "BankReferenceNo",
    "Amount",
    "Fee",
    "IGST",
    "CGST",
    "SGST",
)
INSTRUMENTS = {"CARD": "PG_REDEMPTION_CC", "NET_BANKING": "PG_REDEMPTION_NB", "WALLET": "WALLET_REDEMPTION"}


def routes(store: Store) -> list[Route]:
    """Serve a day's report; a day nothing was settled on has none."""

    def read(day: date) -> str:
        with store.transaction() as db:
            return report_of(db, day)

    async def report(request: Request) -> Response:
        try:
            day = date.fromisoformat(request.path_params["day"])
        except ValueError:
            return PlainTextResponse("no such day", 404)
        text = await run_in_threadpool(read, day)
        if not text:
            return PlainTextResponse("nothing was settled on that day", 404)
        headers = {"Content-Disposition": f'attachment; filename="settlement-{day}.csv"'}
        return Response(text, media_type="text/csv; charset=utf-8", headers=headers)

    return [Route("/settlements/{day}.csv", report)]


def report_of(db: Transaction, day: date) -> str:
    """Write the report of a day; "" when nothing was settled on it."""
    ledger.sweep(db)
    rows = [_line(movement, day) for movement in _movements(db, day, phonepe_answers.PROVIDER)]
    if not rows:
        return ""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows)
    return text.getvalue()


def razorpay_items(db: Transaction, day: date) -> list[dict[str, Any]]:
    """Return what Razorpay's reconciliation of a day lists."""
    ledger.sweep(db)
    movements = _movements(db, day, razorpay_answers.PROVIDER)
    return [razorpay_answers.settled_item(each, _payout(day)) for each in movements]


def today(db: Transaction) -> date:
    """Return the sandbox's day in India."""
    return _day(db.now())


def _movements(db: Transaction, day: date, provider: str) -> Iterator[Movement]:
    paid = db.all(
        "SELECT orders.*, attempts.transaction_id, attempts.mode, attempts.at"
        " FROM orders JOIN attempts ON attempts.merchant_order_id = orders.merchant_order_id"
        " WHERE orders.state = 'COMPLETED' AND attempts.state = 'COMPLETED' AND orders.provider = ?"
        " ORDER BY attempts.number",
        provider,
    )
    for row in paid:
        if _day(row["at"]) == day:
            fee, tax = fee_and_tax(row["mode"], row["amount"])
            yield Movement("payment", "PAYMENT", row, row["amount"], fee, tax)
    for table in ("refunds", "reversals"):
        moved = db.all(
            f"SELECT {table}.*, orders.order_id, orders.meta_info, attempts.transaction_id, attempts.mode"
            f" FROM {table} JOIN orders USING (merchant_order_id) JOIN attempts USING (merchant_order_id)"
            f" WHERE attempts.state = 'COMPLETED' AND orders.provider = ? ORDER BY {table}.number",
            provider,
        )
        for row in moved:
            if _day(row["at"]) != day:
                continue
            if table == "reversals":
                given_again = row["word"].endswith("_REVERSAL")
                yield Movement("reversal", row["word"], row, row["amount"] if given_again else -row["amount"])
            elif row["state"] == "COMPLETED":
                yield Movement("refund", "REFUND", row, -row["amount"])


def _line(movement: Movement, day: date) -> tuple[str, ...]:
    row, written = movement.row, f"{day:%d-%m-%Y}"
    is_refund = movement.kind == "refund"
    return (
        movement.word,
        row["merchant_refund_id"] if is_refund else row["merchant_order_id"],
        row["refund_id"] if is_refund else row["transaction_id"],
        "Sandbox Customer",
        INSTRUMENTS.get(row["mode"], "UPI_REDEMPTION"),
        written,
        written,
        written,
        _payout(day),
        _rupees(movement.amount),
        _rupees(-movement.fee),
        _rupees(-movement.tax),
        _rupees(0),
        _rupees(0),
    )


def _payout(day: date) -> str:
    return f"SBOXN{day:%y%m%d}"


def _rupees(paise: int) -> str:
    return f"{paise / 100:.2f}"


def _day(moment: int) -> date:
    return datetime.fromtimestamp(moment / 1000, UTC).astimezone(INDIA).date()
