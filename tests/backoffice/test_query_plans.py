"""Staff's lists and searches, and the worker's sweeps, read indexes on Postgres, never whole large tables."""

import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from project.accounts.account_administration import search_users
from project.backoffice.audit_log import AuditQuery, found_entries
from project.backoffice.live_view import open_payments, orders_by_state, top_products
from project.catalog.live import ProductTopic
from project.core.lists import newest_keys
from project.core.models import Mail
from project.invoices.actions.queueing import recently_invoiced
from project.orders.models import Order
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Payment, Refund, WebhookMessage
from project.payments.webhooks.schemas import search_parts
from tests.benchmarks.million_rows import write_shop
from tests.factories import make_product

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.production_stack,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="plans are those of Postgres"),
]

ORDERS = 2_000


def plan_of(rows: QuerySet[Any]) -> str:
    """Return the plan of a query where no table may be read from one end to the other.

    These tables are so small that this would be cheaper for some queries.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plan = rows.explain()
        cursor.execute("SET LOCAL enable_seqscan = on")
    return plan


def rows_read(*tables: str) -> int:
    """Return how many rows of the tables this transaction has read up to now."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(seq_tup_read + idx_tup_fetch) FROM pg_stat_xact_user_tables WHERE relname = ANY(%s)",
            [list(tables)],
        )
        return int(cursor.fetchone()[0])


def test_lists_searches_and_sweeps_have_their_indexes() -> None:
    """One test for all: writing the shop takes longest. The benchmark's shop satisfies the ledger audit."""
    write_shop(ORDERS)
    now = timezone.now()
    orders, payments = (
        Order.objects.order_by("-created_at", "-pk"),
        Payment.objects.order_by("-initiated_at", "-pk"),
    )
    messages, own = WebhookMessage.objects.all(), "78QZ23"
    today = timezone.localdate(now)
    invoiced, confirmed = recently_invoiced(now - timedelta(hours=1))
    queries: list[tuple[str, QuerySet[Any]]] = [
        ("created_at", orders[:20]),
        ("order_status_newest|order_both_newest", orders.filter(status="cancelled")),
        ("order_payment_newest", orders.filter(payment_status="refunded")),
        ("order_both_newest|order_status_newest", orders.filter(status="cancelled", payment_status="paid")),
        ("created_at", orders.filter(created_at__lt=now - timedelta(days=200))[:20]),
        ("order_search", Order.objects.search(own)),
        ("orders_order_order_id", Order.objects.search("AKS-ABCDEF012345")),
        ("order_tracking", Order.objects.filter(tracking_number__iexact="em1")),
        ("order_email_any_case", Order.objects.filter(email__iexact="a@example.com")),
        ("order_paid", invoiced),
        ("cod_cashondelivery.*orders_order_pkey", confirmed),
        ("created_at", orders_by_state(today)),
        ("orders_order_created_at.*orders_orderline_order_id", top_products(today)),
        ("payment_status_newest|initiated_at", open_payments(now)),
        ("payment_newest|initiated_at", payments[:20]),
        ("payment_status_newest", payments.filter(status="FAILED")),
        ("payment_instrument_newest", payments.filter(instrument="Wallet")),
        ("payment_amount", payments.filter(amount_paise=12_345)[:20]),
        ("payment_search", Payment.objects.search_parts(own)[0]),
        ("payment_bank_reference", Payment.objects.filter(bank_reference__iexact="1")),
        ("order_search", Payment.objects.search_parts(own)[1]),
        ("payment_provider_id", Payment.objects.filter(provider_order_id__iexact="omo1")),
        ("payment_due", Payment.objects.filter(next_check_at__lte=now)),
        ("refund_bank_reference", Refund.objects.filter(bank_reference__iexact="1")),
        ("refund_done", Refund.objects.filter(done_at__gte=now - timedelta(hours=1))),
        ("refund_provider_id", Refund.objects.filter(provider_refund_id__iexact="omr1")),
        ("webhook_search", next(search_parts(messages, own))),
        ("webhook_due", messages.filter(next_try_at__lte=now)),
        ("user_newest", search_users()[:20]),
        ("user_search", search_users(search=own).order_by()),
        ("audit_search.*audit_changes", found_entries(AuditQuery(search=own)).order_by()),
        ("audit_changes", found_entries(AuditQuery(search=own, codes=["delivered"])).order_by()),
        ("mail_failed", Mail.objects.filter(status="failed", created_at__gte=now)),
        ("mail_under_way", Mail.objects.filter(status="due", next_try_at__lte=now)),
    ]

    plans = [(index, plan_of(rows)) for index, rows in queries]

    wrong = [(index, plan) for index, plan in plans if not re.search(index, plan, re.DOTALL)]
    assert wrong == [], "\n\n".join(f"{index}:\n{plan}" for index, plan in wrong)
    # One buyer in seventeen has this name: some 200 of the newest payments hold enough of them.
    read = partial(rows_read, "orders_order", "payments_payment")
    parts, before = Payment.objects.search_parts("asha"), read()
    keys, has_more = newest_keys(payments, parts, "asha", "initiated_at", most=10, windows=(100, ORDERS))
    assert (len(keys), has_more) == (10, True)
    assert read() - before < ORDERS
    assert audit_ledger() == []


def test_a_product_is_found_by_its_address_or_an_earlier_one_without_reading_others() -> None:
    product, *_others = [make_product() for _ in range(20)]
    product.aliases.create(slug="earlier-address")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    before = rows_read("catalog_product")

    for slug in (product.slug, "earlier-address"):
        assert ProductTopic().read_shared(f"product:{slug}") is not None

    assert rows_read("catalog_product") - before <= 3
