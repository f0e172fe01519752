"""The festival's screens at its end, compared with the tables."""

from collections.abc import Iterator
from typing import Any

import psycopg

from tests.benchmarks.festival.generator import Generator

# Above ten the public is told that there are more.
PRODUCT = """
SELECT least(on_hand - allocated - held, 10), on_hand - allocated - held > 10, version
FROM catalog_product WHERE slug = %s
"""
PAYMENTS = "SELECT transaction_id, status FROM payments_payment"
ORDERS = "SELECT order_id, status, payment_status FROM orders_order"
BOARD = """
SELECT count(*), count(*) FILTER (WHERE status = 'SUCCESS'), count(*) FILTER (WHERE status = 'PENDING'),
       sum(amount_paise), coalesce(sum(captured_paise) FILTER (WHERE status = 'SUCCESS'), 0)
FROM payments_payment
"""
SUMMARY = """
SELECT count(*), count(*) FILTER (WHERE payment_status = 'paid'), count(*) FILTER (WHERE status = 'pending'),
       coalesce(sum(total_paise) FILTER (WHERE payment_status = 'paid'), 0)
FROM orders_order
"""


def differences(url: str, slug: str, shoppers: Generator, audience: Generator) -> Iterator[str]:
    """Name each screen that says something else than the tables; nothing may change meanwhile."""
    seen: dict[str, Any] = audience.do("seen")
    shown_payments = dict(shoppers.do("payments"))
    with psycopg.connect(url, autocommit=True) as connection:
        product = connection.execute(PRODUCT, [slug]).fetchone() or ()
        payments: dict[str, str] = dict(connection.execute(PAYMENTS).fetchall())
        orders = {name: list(statuses) for name, *statuses in connection.execute(ORDERS).fetchall()}
        board = connection.execute(BOARD).fetchone() or ()
        summary = connection.execute(SUMMARY).fetchone() or ()
    for state, screens in seen["product"]:
        shown = (state["sellable"], state["sellableIsMore"], state["version"])
        if shown != product:
            yield f"{screens} screens of {slug} show {shown}, the table has {product}"
    for name, status in shown_payments.items():
        if payments[name] != status:
            yield f"the screen of {name} shows {status}, the table has {payments[name]}"
    for topic, shown in seen["staff"]:
        if shown.get("reset"):
            yield f"{topic}: told to reload, its rows cannot be compared"
        elif topic == "staff:transactions":
            yield from _figures(topic, shown["statistics"], _BOARD, board)
            rows = {name: row["status"] for name, row in shown["rows"].items()}
            yield from _rows(topic, rows, payments)
        elif topic == "staff:orders":
            yield from _figures(topic, shown["summary"], _SUMMARY, summary)
            rows = {name: [row["status"], row["paymentStatus"]] for name, row in shown["rows"].items()}
            yield from _rows(topic, rows, orders)
        else:
            yield from _figures(topic, shown, ("totalOrders",), summary[:1])


_BOARD = (
    "totalTransactions",
    "successfulTransactions",
    "pendingTransactions",
    "totalAmount",
    "successfulAmount",
)
_SUMMARY = ("totalOrders", "paidOrders", "pendingOrders", "totalRevenue")


def _figures(
    topic: str, shown: dict[str, Any], names: tuple[str, ...], table: tuple[Any, ...]
) -> Iterator[str]:
    for name, figure in zip(names, table, strict=True):
        # Money is in paise here, and in rupees on the screen.
        wanted = float(figure) / 100 if name.endswith(("Amount", "Revenue")) else figure
        if shown[name] != wanted:
            yield f"{topic} shows {name} {shown[name]}, the tables have {wanted}"


def _rows(topic: str, shown: dict[str, Any], table: dict[str, Any]) -> Iterator[str]:
    for name in sorted(shown.keys() | table.keys()):
        if shown.get(name) != table.get(name):
            yield f"{topic} shows {name} as {shown.get(name)}, the table has {table.get(name)}"
