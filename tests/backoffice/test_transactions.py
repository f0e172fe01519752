"""The transactions board: filters, pages, figures over the active filters, one row's history."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from project.events.models import AuditEntry
from project.payments.models import Payment
from tests.buying import GUEST, check, place, start
from tests.factories import log_in, make_product, make_user
from tests.http import Answer, Api
from tests.live_lists import live_list
from tests.sandbox_process import SandboxProcess

pytestmark = pytest.mark.django_db

SEEN = datetime(2026, 10, 20, 6, 30, tzinfo=UTC)  # noon in India


@pytest.fixture
def staff() -> Api:
    return Api(token=log_in(make_user(role="support", name="Neha")))


def pay(
    rupees: int,
    status: str = "PENDING",
    *,
    at: datetime = SEEN,
    guest: dict[str, Any] | None = None,
    **more: Any,
) -> Payment:
    """Write one payment as it would stand in the books after months; its money fields agree."""
    order = place(make_product(price_paise=rupees * 100), customerInfo=GUEST | (guest or {}))
    captured = rupees * 100 if status in ("SUCCESS", "REFUNDED") else 0
    return Payment.objects.create(
        order=order,
        provider="phonepe",
        amount_paise=rupees * 100,
        status=status,
        captured_paise=captured,
        refunded_paise=more.pop("refunded_paise", captured if status == "REFUNDED" else 0),
        is_open=False,
        initiated_at=at,
        **more,
    )


def listed(answer: Answer) -> list[str]:
    return [row["transactionId"] for row in answer.data["transactions"]]


def test_statistics_are_over_all_and_follow_the_rules(staff: Api) -> None:
    pay(100, "SUCCESS")
    pay(300, "SUCCESS", refunded_paise=10_000)
    pay(200, "REFUNDED")
    pay(50, "FAILED")
    pay(60, "CANCELLED")
    pay(70, "EXPIRED")
    pay(80)

    figures = staff.get("/transactions").data["statistics"]

    assert figures == {
        "totalTransactions": 7,
        "totalAmount": 860.0,
        "successfulTransactions": 3,
        "successRate": 42.9,
        "failedTransactions": 1,
        "pendingTransactions": 1,
        "cancelledTransactions": 1,
        "expiredTransactions": 1,
        "successfulAmount": 600.0,
        "netAmount": 300.0,
        "averageTransactionAmount": 200.0,
    }


def test_no_transactions_are_no_division_by_zero(staff: Api) -> None:
    data = staff.get("/transactions").data

    assert data["transactions"] == []
    assert data["pagination"] == {
        "page": 1,
        "limit": 20,
        "totalPages": 1,
        "totalTransactions": 0,
        "asOf": data["pagination"]["asOf"],
        "hasMore": False,
    }
    assert set(data["statistics"].values()) == {0}


def test_newest_first_in_pages_that_neither_repeat_nor_skip(staff: Api) -> None:
    made = [pay(100 + n, at=SEEN + timedelta(minutes=n // 2)) for n in range(5)]

    pages = [staff.get("/transactions", {"page": page, "limit": 2}) for page in (1, 2, 3, 4)]

    seen = [listed(page) for page in pages]
    assert sum(seen, []) == [payment.transaction_id for payment in reversed(made)]
    assert [len(page) for page in seen] == [2, 2, 1, 0]
    assert pages[0].data["pagination"] == {
        "page": 1,
        "limit": 2,
        "totalPages": 3,
        "totalTransactions": 5,
        "asOf": pages[0].data["pagination"]["asOf"],
        "hasMore": False,
    }


def test_each_filter_filters_rows_and_figures(staff: Api) -> None:
    upi = pay(100, "SUCCESS", instrument="UPI")
    card = pay(500, "FAILED", instrument="Card", at=SEEN + timedelta(days=1))
    unknown = pay(
        900, at=SEEN + timedelta(days=2), guest={"firstName": "Gulab", "email": "gulab@example.com"}
    )

    def found(**query: Any) -> set[str]:
        answer = staff.get("/transactions", query)
        assert answer.data["statistics"]["totalTransactions"] == len(listed(answer))
        return set(listed(answer))

    everything = {upi.transaction_id, card.transaction_id, unknown.transaction_id}
    assert found(status="SUCCESS") == {upi.transaction_id}
    assert found(paymentMethod="Card") == {card.transaction_id}
    assert found(paymentMethod="PhonePe") == {unknown.transaction_id}
    assert found(search=upi.transaction_id[4:12].lower()) == {upi.transaction_id}
    assert found(search=card.order.order_id) == {card.transaction_id}
    assert found(search="gulab") == {unknown.transaction_id}
    assert found(search="GULAB@EXAMPLE") == {unknown.transaction_id}
    assert found(search=" 9876543210 ") == everything
    assert found(search="%") == found(search="_") == set()
    assert found(minAmount=100.01, maxAmount=899.99) == {card.transaction_id}
    assert found(minAmount=500, maxAmount=500) == {card.transaction_id}
    assert found(startDate="2026-10-21") == {card.transaction_id, unknown.transaction_id}
    assert found(endDate="2026-10-21") == {upi.transaction_id, card.transaction_id}
    assert found(startDate="2026-10-21", endDate="2026-10-21") == {card.transaction_id}
    assert found(status="SUCCESS", paymentMethod="Card") == set()
    empty = {"status": "", "paymentMethod": "", "search": "", "startDate": "", "endDate": "", "minAmount": ""}
    assert found(**empty) == everything


def test_days_are_indian_days(staff: Api) -> None:
    late_evening = pay(100, at=datetime(2026, 10, 20, 18, 29, tzinfo=UTC))  # 23:59 in India
    past_midnight = pay(100, at=datetime(2026, 10, 20, 18, 30, tzinfo=UTC))  # 00:00 of the 21st

    of_20th = staff.get("/transactions", {"startDate": "2026-10-20", "endDate": "2026-10-20"})
    of_21st = staff.get("/transactions", {"startDate": "2026-10-21", "endDate": "2026-10-21"})

    assert listed(of_20th) == [late_evening.transaction_id]
    assert listed(of_21st) == [past_midnight.transaction_id]


@pytest.mark.parametrize(
    "query",
    [
        {"page": 0},
        {"page": "x"},
        {"page": 10**9},
        {"limit": 0},
        {"limit": 101},
        {"status": "PAID"},
        {"paymentMethod": "Cheque"},
        {"startDate": "yesterday"},
        {"startDate": "2026-02-30"},
        {"minAmount": "NaN"},
        {"minAmount": "-1"},
        {"minAmount": "1.001"},
        {"maxAmount": "Infinity"},
        {"search": "x" * 101},
    ],
)
def test_nonsense_is_refused(staff: Api, query: dict[str, Any]) -> None:
    answer = staff.get("/transactions", query)

    assert answer.refusal == (422, "VALIDATION")
    assert set(answer.body["errors"]) == set(query)


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_edge_of_the_calendar_is_no_accident(staff: Api, day: str) -> None:
    for query in ({"startDate": day}, {"endDate": day}, {"startDate": day, "endDate": day}):
        assert staff.get("/transactions", query).refusal == (422, "VALIDATION")


def test_nul_in_a_search_is_refused(staff: Api) -> None:
    assert staff.get("/transactions", {"search": "a\x00b"}).refusal == (422, "VALIDATION")


def test_row_names_what_staff_need(provider: SandboxProcess, staff: Api) -> None:
    payment = start(place(make_product(price_paise=50_000)))
    provider.settle(payment.transaction_id, "success")
    payment = check(payment)

    [row] = staff.get("/transactions").data["transactions"]

    assert row == {
        "_id": payment.transaction_id,
        "transactionId": payment.transaction_id,
        "merchantTransactionId": payment.transaction_id,
        "orderId": payment.order.order_id,
        "customerName": "Asha Rao",
        "customerEmail": "asha@example.com",
        "amount": 500.0,
        "currency": "INR",
        "status": "SUCCESS",
        "paymentMethod": "UPI",
        "gateway": "PhonePe",
        "initiatedAt": row["initiatedAt"],
        "refundedAmount": 0.0,
        "refundPendingAmount": 0.0,
        "refundableAmount": 500.0,
        "inReview": False,
        "version": payment.version,
    }


def test_detail_tells_the_whole_history(provider: SandboxProcess, staff: Api) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")
    check(payment, "webhook")

    shown = staff.get(f"/transactions/{payment.transaction_id}").data["transaction"]

    history = [(entry["event"], entry["status"], entry["cause"]) for entry in shown["statusHistory"]]
    assert history == [
        ("payment.initiated", "PENDING", "shopper"),
        ("payment.opened", "PENDING", "shopper"),
        ("payment.succeeded", "SUCCESS", "webhook"),
    ]
    assert shown["phonepeTransactionId"] == payment.provider_order_id
    assert shown["providerState"] == "COMPLETED"
    assert "payUrl" not in shown


def test_staff_can_ask_the_provider_now_and_the_history_names_them(
    provider: SandboxProcess, staff: Api
) -> None:
    payment = start(place(make_product()))
    provider.settle(payment.transaction_id, "success")

    shown = staff.post(f"/transactions/{payment.transaction_id}/check").data["transaction"]

    assert shown["status"] == "SUCCESS"
    last = shown["statusHistory"][-1]
    assert last["cause"] == "staff"
    assert last["actor"] == "Neha"
    assert AuditEntry.objects.get().action == "payment.checked"


def test_staff_are_told_when_the_provider_does_not_answer(provider: SandboxProcess, staff: Api) -> None:
    payment = start(place(make_product()))
    provider.fault("down", on="status", times=None)

    answer = staff.post(f"/transactions/{payment.transaction_id}/check")

    assert answer.refusal == (503, "PROVIDER_UNAVAILABLE")


def test_unknown_transaction(staff: Api) -> None:
    assert staff.get("/transactions/TXNNONE").refusal == (404, "NOT_FOUND")
    assert staff.post("/transactions/TXNNONE/check").refusal == (404, "NOT_FOUND")


def test_live_board_says_what_the_read_says(staff: Api) -> None:
    first, second = pay(100, "SUCCESS"), pay(200)
    board = live_list("staff:transactions")

    rows = board.read_rows([second.transaction_id, "TXNNONE", first.transaction_id])

    data = staff.get("/transactions").data
    by_id = {row["transactionId"]: row for row in data["transactions"]}
    assert {row["id"]: row["row"] for row in rows} == by_id
    assert all(row["version"] == row["row"]["version"] for row in rows)
    assert board.read_statistics().json_object() == {"statistics": data["statistics"]}


def test_number_of_queries_does_not_grow_with_the_page(staff: Api, django_assert_num_queries: Any) -> None:
    for n in range(6):
        pay(100 + n)

    with django_assert_num_queries(3):  # the token, the figures, the rows
        assert len(listed(staff.get("/transactions", {"limit": 6}))) == 6
