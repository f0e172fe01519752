"""The settlement report of a day: what the provider paid to the merchant's bank, as a CSV.

The real one settles on the next two working days. This one settles on the day itself, so that it can be tried
at once: paid in the morning, in the report by noon.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from . import ledger
from .store import INDIA, Row, Store, Transaction

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
# Hundredths of a percent; tax comes on top.
FEES = {"CARD": 200, "NET_BANKING": 200, "WALLET": 200}
TAX_PERCENT = 18
INSTRUMENTS = {"CARD": "PG_REDEMPTION_CC", "NET_BANKING": "PG_REDEMPTION_NB", "WALLET": "WALLET_REDEMPTION"}


def routes(store: Store) -> list[Route]:
    """Serve a day's report; a day nothing was settled on has none."""

    async def report(request: Request) -> Response:
        try:
            day = date.fromisoformat(request.path_params["day"])
        except ValueError:
            return PlainTextResponse("no such day", 404)
        text = await run_in_threadpool(_in_transaction, store, lambda db: report_of(db, day))
        if not text:
            return PlainTextResponse("nothing was settled on that day", 404)
        headers = {"Content-Disposition": f'attachment; filename="settlement-{day}.csv"'}
        return Response(text, media_type="text/csv; charset=utf-8", headers=headers)

    return [Route("/settlements/{day}.csv", report)]


def report_of(db: Transaction, day: date) -> str:
    """Write the report of a day; "" when nothing was settled on it."""
    ledger.sweep(db)
    rows = [*_payments(db, day), *_refunds(db, day), *_reversals(db, day)]
    if not rows:
        return ""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows)
    return text.getvalue()


def today(db: Transaction) -> date:
    """Return the sandbox's day in India."""
    return _day(db.now())


def _payments(db: Transaction, day: date) -> Iterator[tuple[str, ...]]:
    paid = db.all(
        "SELECT orders.merchant_order_id, orders.amount, attempts.transaction_id, attempts.mode, attempts.at"
        " FROM orders JOIN attempts ON attempts.merchant_order_id = orders.merchant_order_id"
        " WHERE orders.state = 'COMPLETED' AND attempts.state = 'COMPLETED' ORDER BY attempts.number"
    )
    for row in paid:
        if _day(row["at"]) == day:
            fee = (row["amount"] * FEES.get(row["mode"], 0) + 5_000) // 10_000
            tax = (fee * TAX_PERCENT + 50) // 100
            yield _line("PAYMENT", row["merchant_order_id"], row["transaction_id"], row, day, fee, tax)


def _refunds(db: Transaction, day: date) -> Iterator[tuple[str, ...]]:
    returned = db.all(
        "SELECT refunds.merchant_refund_id, refunds.refund_id, -refunds.amount AS amount, refunds.at,"
        " attempts.mode FROM refunds JOIN attempts ON attempts.merchant_order_id = refunds.merchant_order_id"
        " WHERE refunds.state = 'COMPLETED' AND attempts.state = 'COMPLETED' ORDER BY refunds.number"
    )
    for row in returned:
        if _day(row["at"]) == day:
            yield _line("REFUND", row["merchant_refund_id"], row["refund_id"], row, day, 0, 0)


def _reversals(db: Transaction, day: date) -> Iterator[tuple[str, ...]]:
    taken = db.all(
        "SELECT reversals.word, reversals.merchant_order_id, reversals.at, attempts.transaction_id,"
        " attempts.mode, CASE WHEN reversals.word LIKE '%_REVERSAL' THEN 1 ELSE -1 END * reversals.amount"
        " AS amount FROM reversals JOIN attempts ON attempts.merchant_order_id = reversals.merchant_order_id"
        " WHERE attempts.state = 'COMPLETED' ORDER BY reversals.number"
    )
    for row in taken:
        if _day(row["at"]) == day:
            yield _line(row["word"], row["merchant_order_id"], row["transaction_id"], row, day, 0, 0)


def _line(
    kind: str, reference: str, provider_reference: str, row: Row, day: date, fee: int, tax: int
) -> tuple[str, ...]:
    written = f"{day:%d-%m-%Y}"
    return (
        kind,
        reference,
        provider_reference,
        "Sandbox Customer",
        INSTRUMENTS.get(row["mode"], "UPI_REDEMPTION"),
        written,
        written,
        written,
        f"SBOXN{day:%y%m%d}",
        _rupees(row["amount"]),
        _rupees(-fee),
        _rupees(-tax),
        _rupees(0),
        _rupees(0),
    )


def _rupees(paise: int) -> str:
    sign = "-" if paise < 0 else ""
    whole, rest = divmod(abs(paise), 100)
    return f"{sign}{whole}.{rest:02}"


def _day(moment: int) -> date:
    return datetime.fromtimestamp(moment / 1000, UTC).astimezone(INDIA).date()


def _in_transaction(store: Store, read: Callable[[Transaction], str]) -> str:
    with store.transaction() as db:
        return read(db)
