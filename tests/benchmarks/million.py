"""The cost of staff's screens and the worker's rounds with a million orders, on Postgres.

    python -m tests.benchmarks.million                     1,000,000 orders, in a private Postgres
    python -m tests.benchmarks.million --orders 100000     so many
    python -m tests.benchmarks.million --only search       the lines whose name has this in it

Fills a database (`million_rows.py`; the one of DATABASE_URL, when that is set, unless it has orders), asks
the API in-process, through every middleware, and prints median and 95th percentile of each route and of each
round of the worker, and the slowest statement of the ledger audit, all in milliseconds. Processor time is
that of this process and Postgres together: what an idle machine takes. Figures and aims are in README.md.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import django

ROUNDS = 12
ORDERS = 1_000_000
# As on a small production host.
POSTGRES = {"shared_buffers": "1GB", "work_mem": "16MB", "autovacuum": "off", "max_wal_size": "8GB"}
# A statement's processor time is that of its connection alone.
POSTGRES |= {"max_parallel_workers_per_gather": "0"}


class Processor:
    """Processor time of this process and of its Postgres connection, which other programs do not lengthen."""

    def __init__(self) -> None:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            self._backend = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")

    def milliseconds(self) -> float:
        """Return what both have used up to now."""
        return time.process_time() * 1000 + int(self._backend.read_text().split()[0]) / 1e6


def measure(name: str, call: Callable[[int], object], *, rounds: int = ROUNDS) -> None:
    """Call it so often, after one call that counts for nothing, and print a line of the table."""
    call(0)
    processor = Processor()
    waits, used = [], []
    for number in range(1, rounds + 1):
        began, before = time.perf_counter(), processor.milliseconds()
        call(number)
        used.append(processor.milliseconds() - before)
        waits.append((time.perf_counter() - began) * 1000)
    print(f"| {name} | {_figures(used)} | {_figures(waits)} |", flush=True)


def _figures(milliseconds: list[float]) -> str:
    p95 = sorted(milliseconds)[max(0, round(0.95 * len(milliseconds)) - 1)]
    return f"{statistics.median(milliseconds):,.0f} | {p95:,.0f}"


def routes() -> Iterator[tuple[str, str, Sequence[dict[str, Any]]]]:
    """Yield each route with what it is asked for, one after the other."""
    from django.utils import timezone

    from project.accounts.models import User
    from project.orders.models import Order
    from project.payments.models import Payment, Refund

    total = Order.objects.count()
    orders = [Order.objects.get(pk=max(1, total * number // 13)) for number in range(1, 13)]
    payments = [order.payments.order_by("-pk")[0] for order in orders]
    paid = list(Payment.objects.exclude(bank_reference="").filter(pk__gte=total // 2)[:12])
    refunds = list(Refund.objects.filter(pk__gte=1)[:12])
    users = list(User.objects.filter(orders__isnull=False, pk__gte=50).order_by("pk")[:12])
    today = timezone.localdate()
    month = {"startDate": str(today - timedelta(days=60)), "endDate": str(today - timedelta(days=30))}
    last = total // 20

    def pages(
        path: str, name: str, rows: int, **more: Any
    ) -> Iterator[tuple[str, str, Sequence[dict[str, Any]]]]:
        yield f"{name}, first page", path, [more]
        yield (
            f"{name}, page {rows // 40:,}",
            path,
            [{"page": max(1, rows // 40 - n), **more} for n in range(12)],
        )
        yield f"{name}, last page", path, [{"page": max(1, rows // 20 - n), **more} for n in range(12)]

    orders_path, transactions = "/admin-orders/orders", "/transactions"
    yield from pages(orders_path, "orders", total)
    yield (
        "orders, a status",
        orders_path,
        [{"status": s} for s in ("pending", "delivered", "cancelled", "shipped")],
    )
    yield (
        "orders, rare pair of statuses",
        orders_path,
        [
            {"status": "cancelled", "paymentStatus": "paid"},
            {"status": "delivered", "paymentStatus": "refunded"},
            {"status": "pending", "paymentStatus": "pending"},
        ],
    )
    yield "orders, a status, page 5,000", orders_path, [{"status": "delivered", "page": min(5000, last // 2)}]
    yield "orders, a month", orders_path, [month]
    yield "order search, e-mail", orders_path, [{"search": o.email} for o in orders]
    yield "order search, order id", orders_path, [{"search": o.order_id} for o in orders]
    yield "order search, part of an id", orders_path, [{"search": o.order_id[5:12]} for o in orders]
    yield "order search, name", orders_path, [{"search": o.name} for o in orders]
    yield "order search, first name", orders_path, [{"search": o.name.split()[0]} for o in orders]
    yield "order search, half a name", orders_path, [{"search": o.name[2:7]} for o in orders]
    yield "order search, phone", orders_path, [{"search": o.phone} for o in orders]
    yield (
        "order search, tracking number",
        orders_path,
        [{"search": o.tracking_number or "EM100000001IN"} for o in orders],
    )
    yield "order search, in every row", orders_path, [{"search": "example.com"}, {"search": "aks-"}]
    yield "order search, nothing found", orders_path, [{"search": "zzqxy"}, {"search": "zq"}, {"search": "!"}]
    yield "order search, two letters", orders_path, [{"search": "as"}, {"search": "ra"}]
    yield (
        "order search in a status and month",
        orders_path,
        [{"search": o.name, "status": "delivered", **month} for o in orders],
    )
    yield "order", "/admin/orders/{}", [{"": o.order_id} for o in orders]

    yield from pages(transactions, "transactions", total)
    yield (
        "transactions, a status",
        transactions,
        [{"status": s} for s in ("SUCCESS", "FAILED", "REFUNDED", "PENDING")],
    )
    yield "transactions, a method", transactions, [{"paymentMethod": s} for s in ("UPI", "Card", "Wallet")]
    yield (
        "transactions, a status, page 5,000",
        transactions,
        [{"status": "SUCCESS", "page": min(5000, last // 2)}],
    )
    yield "transactions, a month", transactions, [month]
    yield "transactions, most amounts", transactions, [{"minAmount": 300}]
    yield (
        "transactions, few amounts",
        transactions,
        [{"minAmount": 29_000}, {"minAmount": 1234.56, "maxAmount": 1234.6}],
    )
    yield "transaction search, e-mail", transactions, [{"search": o.email} for o in orders]
    yield "transaction search, name", transactions, [{"search": o.name} for o in orders]
    yield "transaction search, first name", transactions, [{"search": o.name.split()[0]} for o in orders]
    yield "transaction search, UTR", transactions, [{"search": p.bank_reference} for p in paid]
    yield "transaction search, transaction id", transactions, [{"search": p.transaction_id} for p in payments]
    yield (
        "transaction search, provider's id",
        transactions,
        [{"search": p.provider_order_id} for p in payments],
    )
    yield "transaction search, order id", transactions, [{"search": o.order_id} for o in orders]
    yield "transaction search, in every row", transactions, [{"search": "example.com"}, {"search": "TXN"}]
    yield "transaction search, nothing found", transactions, [{"search": "zzqxy"}, {"search": "zq"}]
    yield "transaction", "/transactions/{}", [{"": p.transaction_id} for p in payments]

    yield from pages("/admin/users", "users", total // 4)
    yield (
        "users, search",
        "/admin/users",
        [{"search": u.email} for u in users] + [{"search": u.name} for u in users],
    )
    yield "users, search in every row", "/admin/users", [{"search": "example.com"}]
    yield "user", "/admin/users/{}", [{"": u.public_id} for u in users]
    yield from pages("/admin/webhooks", "webhooks", total)
    yield (
        "webhooks, search",
        "/admin/webhooks",
        [{"search": p.transaction_id} for p in payments] + [{"search": o.email} for o in orders],
    )
    yield "webhooks, search a first name", "/admin/webhooks", [{"search": o.name.split()[0]} for o in orders]
    yield "webhooks, search in every row", "/admin/webhooks", [{"search": "completed"}]
    yield "webhooks, unknown", "/admin/webhooks", [{"status": "unknown"}, {"status": "waiting"}]
    yield from pages("/admin/cases", "cases, closed", total // 50, status="closed")
    yield "cases, open", "/admin/cases", [{}]
    yield "cases, search", "/admin/cases", [{"search": o.email, "status": ""} for o in orders]
    yield "statements", "/admin/statements", [{}]
    yield from pages("/admin/audit", "audit log", total)
    yield "audit log, search", "/admin/audit", [{"search": o.order_id} for o in orders]
    yield "audit log, search a name", "/admin/audit", [{"search": o.name} for o in orders]
    yield from pages("/admin/bank/lines", "bank's lines", total // 50)
    yield (
        "bank's lines, search",
        "/admin/bank/lines",
        [{"search": "UTR"}, {"search": "rent"}, {"search": "zzqxy"}],
    )
    yield "bank", "/admin/bank", [{}]
    yield from pages("/admin/discounts", "discount codes", total // 100)
    yield "discount codes, search", "/admin/discounts", [{"search": "code"}, {"search": "zzqxy"}]
    yield "discount codes, most revenue first", "/admin/discounts", [{"sortBy": "revenue"}]
    yield "returns", "/admin/returns", [{}, {"status": "requested"}]
    yield "claims", "/admin/claims", [{}]
    yield "tickets", "/admin/contact", [{}, {"search": orders[3].email}]

    search = "/admin/support/search"
    yield "support search, e-mail", search, [{"q": o.email} for o in orders]
    yield "support search, name", search, [{"q": o.name} for o in orders]
    yield "support search, first name", search, [{"q": o.name.split()[0]} for o in orders]
    yield "support search, in every row", search, [{"q": "example.com"}]
    yield "support search, phone", search, [{"q": "+91 " + o.phone} for o in orders]
    yield "support search, end of a phone number", search, [{"q": o.phone[-5:]} for o in orders]
    yield "support search, order id", search, [{"q": o.order_id.lower()} for o in orders]
    yield "support search, UTR", search, [{"q": p.bank_reference} for p in paid]
    yield "support search, refund id", search, [{"q": r.refund_id} for r in refunds]
    yield "support search, nothing found", search, [{"q": "zzqxy"}, {"q": "AKS-ZZZZZZZZZZZZ"}]
    yield "timeline of an order", "/admin/support/timeline", [{"subject": o.topic} for o in orders]
    yield (
        "timeline of a customer",
        "/admin/support/timeline",
        [{"subject": f"user:{u.public_id}"} for u in users],
    )
    yield "support queue", "/admin/support/queue", [{}]
    yield "dashboard", "/admin/dashboard", [{}]
    yield "dashboard, a year", "/admin/dashboard", [{"period": 366}]
    yield "operations", "/admin/operations", [{}]
    yield "live view", "/admin/live", [{}]
    yield "health of payments", "/admin/payments/health", [{}]


def measure_routes(only: str) -> None:
    """Print a line for each route."""
    from project.accounts.models import Role, User
    from tests.factories import log_in
    from tests.http import Api

    api = Api(token=log_in(User.objects.filter(role=Role.ADMIN)[0]))
    for name, path, asked in routes():
        if only not in name:
            continue

        def call(number: int, path: str = path, asked: Sequence[dict[str, Any]] = asked) -> None:
            query = dict(asked[number % len(asked)])
            answer = api.get(path.format(query.pop("", "")), query)
            assert answer.status == 200, (path, query, answer.status, answer.body)

        measure(name, call)


def _measure_same(name: str, work: Callable[[], object]) -> None:
    """Print a line for what is asked the same each time."""
    measure(name, lambda _: work())


def measure_topics(only: str) -> None:
    """Print a line for the figures that each live board of staff reads at most once a second."""
    from project.events.topics import GUEST
    from project.live_topics import find

    for name in ("staff:orders", "staff:transactions", "staff:cases", "staff:statements", "staff:dashboard"):
        if only in f"live figures, {name}":
            topic = find(name)
            assert topic is not None
            _measure_same(f"live figures, {name}", partial(topic.read, GUEST, name))


def measure_worker(only: str) -> None:
    """Print a line for each round of the worker that looks for what is due."""
    from django.utils import timezone

    from project.catalog.actions.pictures import take_due_pictures
    from project.core.mail import report_late_mails, take_due_mails
    from project.exports import actions as exports
    from project.invoices.actions.queueing import queue_missing, take_due_documents
    from project.orders import actions as orders
    from project.payments.attempts.start import abandoned_orders
    from project.payments.attempts.status_check import take_due_payments
    from project.payments.audit.ledger import audit_changes
    from project.payments.refunds.processing import take_due_refunds
    from project.payments.settlement.statements import take_due_statements
    from project.payments.webhooks.processing import take_due_webhooks
    from worker.tasks import DOCUMENTS_MISSED_WITHIN

    rounds: dict[str, Callable[[], object]] = {
        "webhooks": take_due_webhooks,
        "payments": take_due_payments,
        "refunds": take_due_refunds,
        "statements": take_due_statements,
        "mails": take_due_mails,
        "documents": lambda: take_due_documents(limit=2),
        "holds": lambda: list(orders.orders_with_expired_holds()),
        "exports": exports.take_due_exports,
        "pictures": lambda: take_due_pictures(limit=2),
        "missing documents (each minute)": partial(
            queue_missing, since=timezone.now() - DOCUMENTS_MISSED_WITHIN
        ),
        "missing documents (nightly)": queue_missing,
        "audit of changes (each ten minutes)": audit_changes,
        "late mails (each minute)": report_late_mails,
        "abandoned orders (each hour)": lambda: list(abandoned_orders()),
    }
    for name, work in rounds.items():
        if only in f"sweep, {name}":
            _measure_same(f"sweep, {name}", work)


@contextmanager
def slowest_statement() -> Iterator[list[tuple[float, str]]]:
    """Collect the statements of the block with their milliseconds."""
    from django.db import connection

    found: list[tuple[float, str]] = []

    def timed(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            found.append(((time.perf_counter() - began) * 1000, str(sql)))

    with connection.execute_wrapper(timed):
        yield found


def measure_audit(only: str) -> None:
    """Print how long the ledger audit takes, and its slowest statement."""
    from project.payments.audit.ledger import audit_ledger

    if only not in "ledger audit":
        return
    with slowest_statement() as statements:
        began = time.perf_counter()
        found = audit_ledger()
        seconds = time.perf_counter() - began
    assert found == [], found
    slowest, sql = max(statements)
    print(f"| ledger audit: {seconds:,.1f} s; slowest statement | {slowest:,.0f} | | |", flush=True)
    print(f"<!-- {sql[:160]} -->")


def measure_export(only: str) -> None:
    """Print what asking for an export of everything costs, and how long its rows are read."""
    from project.accounts.models import Role, User
    from project.exports import actions
    from project.exports.models import ExportFormat, ExportKind

    if only not in "export":
        return
    user = User.objects.filter(role=Role.ADMIN)[0]
    for kind in (ExportKind.TRANSACTIONS, ExportKind.ORDERS):

        def ask(_: int, kind: ExportKind = kind) -> None:
            export = actions.ask_for(
                kind,
                file_format=ExportFormat.CSV,
                filters={},
                full=False,
                reason="",
                language="en",
                user=user,
            )
            actions.cancel(export.export_id, user=user)

        measure(f"export of {kind}, asked for", ask)


def fill(orders: int) -> None:
    """Make the shop unless there is one."""
    from django.core.management import call_command

    from project.orders.models import Order
    from tests.benchmarks.million_rows import write_shop

    call_command("migrate", verbosity=0)
    if Order.objects.exists():
        return
    began = time.monotonic()
    write_shop(orders, say=lambda line: print(f"{time.monotonic() - began:6.0f} s  {line}", file=sys.stderr))


def main() -> None:
    """Fill and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--orders", type=int, default=ORDERS)
    parser.add_argument("--only", default="", help="lines whose name has this in it")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    os.environ |= {"DEBUG": "1", "RATE_LIMIT_FACTOR": "0"}
    django.setup()
    from django.test.utils import setup_test_environment

    # Keeps no statements, as production does not.
    setup_test_environment(debug=False)
    fill(options.orders)
    print("| what | processor p50 | p95 | clock p50 | p95 |\n| --- | --- | --- | --- | --- |")
    measure_routes(options.only)
    measure_topics(options.only)
    measure_worker(options.only)
    measure_export(options.only)
    measure_audit(options.only)


def run_privately() -> int:
    """Run this module again with a Postgres and a Redis of its own."""
    import subprocess

    from deploy.services import Postgres, Redis

    with Postgres(settings=POSTGRES) as postgres, Redis() as redis:
        urls = {"DATABASE_URL": postgres.url, "REDIS_URL": redis.url}
        return subprocess.call(
            [sys.executable, "-m", "tests.benchmarks.million", *sys.argv[1:]], env=os.environ | urls
        )


if __name__ == "__main__":
    if os.environ.get("DATABASE_URL"):
        main()
    else:
        sys.exit(run_privately())
