"""A courier's remittance file: matched parcel by parcel, every difference shown, every line in the ledger."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from project.cod import actions as cod
from project.orders import actions as orders
from project.payments.audit.ledger import audit_ledger
from project.payments.models import Case, Movement, Payment, StatementLine
from project.payments.providers.base import Provider
from project.payments.providers.cash_on_delivery.adapter import CashOnDelivery
from project.payments.shared.ledger import balances
from tests.cod.cash_helpers import (
    TOTAL_PAISE,
    confirmed,
    delivered,
    enter,
    fresh,
    guest,
    line,
    offer_cash,
    payment_of,
    remittance,
    sent,
)
from tests.factories import log_in, make_user
from tests.http import Api
from tests.orders.order_helpers import advance_order
from tests.payments.statements import upload

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def offered() -> None:
    """Cash on delivery is offered to everybody."""
    offer_cash()


def open_cases() -> list[tuple[str, int | None, int]]:
    """Return what staff are shown: kind, what was expected, what came."""
    cases = Case.objects.filter(closed_at=None).order_by("pk")
    return [(case.kind, case.facts.get("expectedPaise"), case.facts["amountPaise"]) for case in cases]


def held() -> dict[str, int]:
    """Return the ledger's accounts that have something in them."""
    return {name: paise for name, paise in balances().items() if paise}


def test_delivered_parcel_is_due_from_the_courier_until_it_is_remitted() -> None:
    order = delivered()

    assert (order.payment_status, payment_of(order).status) == ("paid", "SUCCESS")
    assert held() == {"customers": -TOTAL_PAISE, "courier": TOTAL_PAISE}

    statement = enter(remittance(line(order, "549", charges="30", tax="5.40")))

    assert statement.status == "done"
    assert open_cases() == []
    fee = 3_540
    assert held() == {"customers": -TOTAL_PAISE, "courier_fees": fee, "payout": TOTAL_PAISE - fee}
    assert {kind for (kind,) in Movement.objects.values_list("kind")} == {
        "collected",
        "courier_fee",
        "remitted",
    }
    assert audit_ledger() == []


# What the courier writes, for an order of 549 rupees that was delivered; what staff are shown.
DIFFERENCES = {
    "short": (["500"], [("settled_differs", 54_900, 50_000)]),
    "too much": (["600"], [("settled_differs", 54_900, 60_000)]),
    "in two parts": (["500", "49"], []),
    "paid twice": (["549", "549.00"], [("settled_differs", 54_900, 109_800)]),
    "paid and taken back": (["549", "-549"], [("settled_differs", 54_900, 0)]),
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_what_differs_is_a_case_until_it_agrees(name: str) -> None:
    amounts, shown = DIFFERENCES[name]
    order = delivered()

    lines = [line(order, amount, UTR=f"UTR{number:07}") for number, amount in enumerate(amounts)]
    enter(remittance(*lines))

    assert open_cases() == shown
    assert audit_ledger() == []
    if shown:
        _, expected, came = shown[0]
        enter(remittance(line(order, f"{(expected - came) / 100:.2f}", UTR="UTR9999999")))
        assert open_cases() == []
        assert audit_ledger() == []


def test_same_file_and_same_line_count_once() -> None:
    order = delivered()
    body = remittance(line(order, "549"))

    enter(body)
    enter(body)
    enter(remittance(line(order, "549"), line(order, "549")))

    assert StatementLine.objects.count() == 1
    assert open_cases() == []
    assert held()["payout"] == TOTAL_PAISE
    assert audit_ledger() == []


def test_parcel_is_known_by_the_couriers_number_alone() -> None:
    order = delivered()

    enter(remittance(line("", "549", AWB="ab1234")))

    assert StatementLine.objects.get().payment == payment_of(order)
    assert open_cases() == []
    order.tracking_number = "CORRECTED1"
    order.save()
    assert audit_ledger() == []


def test_money_for_a_cancelled_refused_or_unknown_order_is_shown() -> None:
    cancelled, refused = confirmed(), sent(confirmed(customerInfo=guest(1)))
    orders.cancel(cancelled.order_id, actor="")
    cod.refuse(refused.order_id, note="", actor="")

    enter(
        remittance(
            line(cancelled, "549"), line(refused, "549"), line("AKS-NOBODYSORDER", "10", AWB="NOBODYS1")
        )
    )

    assert sorted(open_cases(), key=str) == [
        ("settled_differs", 0, 54_900),
        ("settled_differs", 0, 54_900),
        ("settled_unknown", None, 1_000),
    ]
    assert held() == {"courier": -(2 * TOTAL_PAISE + 1_000), "payout": 2 * TOTAL_PAISE + 1_000}
    assert audit_ledger() == []


def test_money_before_the_delivery_is_recorded_agrees_once_it_is() -> None:
    order = sent(confirmed())
    enter(remittance(line(order, "549")))
    assert open_cases() == [("settled_differs", 0, 54_900)]

    advance_order(order, "delivered")

    assert audit_ledger() == []
    assert open_cases() == []


def test_what_is_not_remitted_in_time_is_shown_and_providers_payments_are_not() -> None:
    late, recent = delivered(), delivered(confirmed(customerInfo=guest(1)))
    Payment.objects.filter(order=late).update(settled_at=timezone.now() - timedelta(days=16))
    first = date.today() - timedelta(days=20)

    enter(remittance(line("", "5", AWB="X1", Remittance_Date=f"{first:%d-%m-%Y}"), line("", "6", AWB="X2")))

    missing = Case.objects.filter(kind="not_settled")
    assert [case.payment for case in missing] == [payment_of(late)]
    enter(remittance(line(late, "549")))
    assert not Case.objects.filter(kind="not_settled", closed_at=None).exists()
    assert fresh(recent).payment_status == "paid"


@pytest.mark.parametrize(
    ("bad", "what"),
    [
        (line("AKS-1", "549", Remitted_Amount="500"), "Remitted Amount"),
        (",AKS-1,54x,0,0,0,U,01-02-2026", "Collected Amount"),
        ("A,AKS-1,1e9,0,0,1e9,U,01-02-2026", "Collected Amount"),
        ("A,AKS-1,,0,0,,U,01-02-2026", "Collected Amount"),
        ("A,AKS-1,AED 549,0,0,549,U,01-02-2026", "says AED"),
        ("A,AKS-1,1e9,0,0,1e9,U,01-02-2026", "Collected Amount"),
        ("A,AKS-1,,0,0,,U,01-02-2026", "Collected Amount"),
        ("A,AKS-1,AED 549,0,0,549,U,01-02-2026", "says AED"),
        (",,549,0,0,549,U,01-02-2026", "AWB"),
        ("A,AKS-1,549,0,0,549,U,32-02-2026", "Remittance Date"),
        ("A,AKS-1,549,0,0,549", ""),
    ],
)
def test_file_with_a_line_that_does_not_add_up_is_refused_whole(bad: str, what: str) -> None:
    order = delivered()
    staff = Api(token=log_in(make_user(role="finance")))

    answer = upload(staff, remittance(line(order, "549"), bad), "remittance.csv")

    assert answer.refusal == (422, "STATEMENT_UNREADABLE")
    assert what in answer.body["message"]
    assert not StatementLine.objects.exists()
    assert upload(staff, remittance(line(order, "549"))).data["isNew"] is True


def test_cash_on_delivery_has_every_member_of_a_provider() -> None:
    adapter: type[Provider] = CashOnDelivery  # mypy compares them

    assert adapter.reports_disputes is False
