"""The dashboard's figures are those of the tables, whatever way they are counted."""

import json
from collections import Counter
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from project.accounts.models import User
from project.backoffice.dashboard import ACTIVITY, ACTIVITY_EVENTS
from project.catalog.actions.stock import set_on_hand
from project.catalog.models import LOW_STOCK, Product
from project.core.mail import queue_mail, report_late_mails
from project.core.models import Mail
from project.events.models import Event
from project.events.publish import publish
from project.events.topics import Caller
from project.live_topics import find
from project.orders.models import Order
from project.payments.models import Case, Payment
from tests.buying import check, hold, let_pass, place, start
from tests.factories import log_in, make_product, make_user
from tests.http import Api
from tests.sandbox_process import SandboxProcess
from worker.tasks import sweep

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> Api:
    return Api(token=log_in(make_user(role="admin")))


def test_empty_shop(admin: Api) -> None:
    shown = admin.get("/admin/dashboard").data

    assert (shown["totalUsers"], shown["totalProducts"], shown["totalOrders"]) == (1, 0, 0)
    assert (shown["totalRevenue"], shown["pendingPayments"], shown["openCases"]) == (0.0, 0, 0)
    assert shown["recentOrders"] == []
    assert len(shown["chart"]) == 30
    assert {(point["orders"], point["revenue"]) for point in shown["chart"]} == {(0, 0.0)}


def test_figures_equal_own_counts_after_a_busy_day(provider: SandboxProcess, admin: Api) -> None:
    products = [make_product(price_paise=10_000 * (n + 1), stock=5) for n in range(3)]
    make_product(is_visible=False)
    for number, product in enumerate(products):
        for outcome in ("success", "cancel", "pending", None):
            order = place(product)
            if outcome is not None:
                payment = start(order)
                provider.settle(payment.transaction_id, outcome)
                check(payment)
        make_user(role="customer", email=f"c{number}@example.com")
    late = start(place(products[0]))
    let_pass(late, timedelta(hours=2))
    sweep()
    products[0].refresh_from_db()
    while products[0].sellable:
        hold(products[0])
        products[0].refresh_from_db()
    provider.settle(late.transaction_id, "success")
    check(late)

    shown = admin.get("/admin/dashboard").data

    payments = list(Payment.objects.all())
    revenue = sum(p.captured_paise - p.refunded_paise for p in payments) / 100
    assert shown["totalRevenue"] == revenue == 100 + 200 + 300 + 100
    assert shown["totalRevenue"] == admin.get("/transactions").data["statistics"]["netAmount"]
    assert shown["pendingPayments"] == sum(p.status == "PENDING" for p in payments) == 3
    assert shown["openCases"] == len([c for c in Case.objects.all() if c.closed_at is None]) == 1
    assert shown["totalOrders"] == len(Order.objects.all())
    assert shown["totalUsers"] == len(User.objects.all()) == 4
    assert shown["totalProducts"] == len([p for p in Product.objects.all() if p.is_visible]) == 3
    newest = sorted(Order.objects.all(), key=lambda order: (order.created_at, order.pk), reverse=True)[:8]
    assert [row["orderId"] for row in shown["recentOrders"]] == [order.order_id for order in newest]
    assert sum(point["revenue"] for point in shown["chart"]) == revenue
    assert sum(point["orders"] for point in shown["chart"]) == shown["totalOrders"]


def test_chart_counts_by_indian_days_and_nothing_outside_its_period(admin: Api) -> None:
    today = timezone.localdate()
    product = make_product(stock=50)
    ages = [0, 0, 1, 6, 7, 29, 30]
    for age in ages:
        order = place(product)
        # Half past midnight in India: the evening before in UTC.
        moment = timezone.make_aware(datetime.combine(today - timedelta(days=age), datetime.min.time()))
        Order.objects.filter(pk=order.pk).update(created_at=moment + timedelta(minutes=30))

    def chart(period: int | None) -> dict[date, int]:
        query: dict[str, Any] = {} if period is None else {"period": period}
        points = admin.get("/admin/dashboard", query).data["chart"]
        assert [point["day"] for point in points] == sorted(point["day"] for point in points)
        return {date.fromisoformat(point["day"]): point["orders"] for point in points}

    counted = Counter(today - timedelta(days=age) for age in ages)
    for period in (7, 30, 90):
        found = chart(period)
        assert len(found) == period
        assert {day: n for day, n in found.items() if n} == {
            day: n for day, n in counted.items() if day > today - timedelta(days=period)
        }
    assert chart(None) == chart(30)


@pytest.mark.parametrize("period", ["0", "-7", "367", "x", "1e3"])
def test_period_out_of_bounds_is_refused(admin: Api, period: str) -> None:
    assert admin.get("/admin/dashboard", {"period": period}).refusal == (422, "VALIDATION")


def test_live_topic_is_for_admins_and_says_what_the_read_says(admin: Api) -> None:
    place(make_product())
    topic = find("staff:dashboard")
    assert topic is not None
    caller = Caller(user_id=1, role="admin")

    state = topic.read(caller, "staff:dashboard")

    assert state is not None
    rest = admin.get("/admin/dashboard").data
    assert {**state.data, "version": 0} == {**rest, "version": 0}
    assert 0 < state.version <= rest["version"]
    assert topic.may(caller, "staff:dashboard")
    assert not topic.may(Caller(user_id=1, role="support"), "staff:dashboard")
    assert not topic.may(Caller(), "staff:dashboard")


def test_instruments_and_funnel_equal_own_counts_over_the_period(
    provider: SandboxProcess, admin: Api
) -> None:
    product = make_product(stock=50)
    for outcome in ("success", "success", "failure", "cancel", "pending"):
        payment = start(place(product))
        provider.settle(payment.transaction_id, outcome)
        check(payment)
    place(product)
    earlier = start(place(product))
    provider.settle(earlier.transaction_id, "success")
    check(earlier)
    let_pass(earlier, timedelta(days=40))
    paid = [order for order in Order.objects.all() if order.paid_at]
    for status in ("processing", "packaging", "dispatched"):
        sent = {"carrier": "Delhivery", "trackingNumber": "1490812345"} if status == "dispatched" else {}
        answer = admin.other("PUT", f"/admin/orders/{paid[0].order_id}/status", {"status": status} | sent)
        assert answer.status == 200, answer.body

    shown = admin.get("/admin/dashboard", {"period": 30}).data

    since = timezone.make_aware(
        datetime.combine(timezone.localdate() - timedelta(days=29), datetime.min.time())
    )
    orders = [order for order in Order.objects.all() if order.created_at >= since]
    assert shown["funnel"] == {
        "placed": len(orders),
        "paid": len([order for order in orders if order.paid_at]),
        "dispatched": len([order for order in orders if order.status == "dispatched"]),
    }
    assert shown["funnel"] == {"placed": 6, "paid": 2, "dispatched": 1}
    payments = [p for p in Payment.objects.all() if p.initiated_at >= since]
    by_method = Counter(p.instrument or "PhonePe" for p in payments)
    paid_by = Counter(p.instrument or "PhonePe" for p in payments if p.status in ("SUCCESS", "REFUNDED"))
    assert {row["method"]: (row["total"], row["successful"]) for row in shown["instruments"]} == {
        method: (total, paid_by[method]) for method, total in by_method.items()
    }
    assert [row["successRate"] for row in shown["instruments"]] == [
        round(100 * row["successful"] / row["total"], 1) for row in shown["instruments"]
    ]
    assert admin.get("/admin/dashboard", {"period": 90}).data["funnel"]["placed"] == 7


def test_low_stock_is_what_is_on_sale_and_runs_out(admin: Api) -> None:
    plenty, few, gone = make_product(stock=20), make_product(stock=4), make_product(stock=1)
    make_product(stock=0, is_visible=False)
    hold(few)
    hold(gone)

    shown = admin.get("/admin/dashboard").data

    scarce = sorted(
        (p.on_hand - p.allocated - p.held, p.pk, p.public_id)
        for p in Product.objects.all()
        if p.is_visible and p.on_hand - p.allocated - p.held <= LOW_STOCK
    )
    assert [(row["sellable"], row["_id"]) for row in shown["lowStock"]] == [
        (left, public_id) for left, _, public_id in scarce
    ]
    assert [row["_id"] for row in shown["lowStock"]] == [gone.public_id, few.public_id]
    assert shown["lowStockCount"] == len(scarce) == 2
    assert plenty.public_id not in str(shown["lowStock"])


def test_counting_stock_changes_the_dashboard_by_itself() -> None:
    product = make_product(stock=2)

    set_on_hand(product, 9, cause="test")

    assert "staff:dashboard" in Event.objects.latest("pk").topics


def test_activity_tells_the_newest_first_and_only_what_people_care_about(
    provider: SandboxProcess, admin: Api
) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    check(payment)

    shown = admin.get("/admin/dashboard").data["activity"]

    expected = [e for e in Event.objects.order_by("-pk") if e.name in ACTIVITY_EVENTS][:ACTIVITY]
    assert [(row["_id"], row["event"], row["subject"]) for row in shown] == [
        (event.pk, event.name, event.subject) for event in expected
    ]
    assert {"order.placed", "order.confirmed"} <= {row["event"] for row in shown}
    assert "payment.checked" not in {row["event"] for row in shown}


def test_activity_tells_of_a_late_mail_that_belongs_to_no_order(admin: Api) -> None:
    context = {"code": "123456", "minutes": 10}
    mail = queue_mail(
        kind="login_code", dedupe_key="late", to="asha@example.com", language="en", context=context
    )
    Mail.objects.update(created_at=timezone.now() - timedelta(hours=1))

    report_late_mails()

    [late] = [row for row in admin.get("/admin/dashboard").data["activity"] if row["event"] == "mail.late"]
    assert late["subject"] == f"mail:{mail.pk}"


def test_activity_tells_of_failures_of_the_worker(admin: Api) -> None:
    for name in ("order.mail_late", "document.failed"):
        publish(name, subject="order:ORD1", topics=["staff:dashboard"], payload={}, cause="worker")

    told = {row["event"] for row in admin.get("/admin/dashboard").data["activity"]}
    assert {"order.mail_late", "document.failed"} <= told


@pytest.mark.parametrize("language", ["en", "hi"])
def test_the_pages_have_words_for_all_that_the_activity_tells(language: str) -> None:
    texts = Path("frontend/src/i18n") / language / "admin.json"
    words = json.loads(texts.read_text(encoding="utf-8"))["activity"]

    assert {name.replace(".", "_") for name in ACTIVITY_EVENTS} <= set(words)
