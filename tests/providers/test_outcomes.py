"""The one mapping of PhonePe's words to what the shop does."""

from __future__ import annotations

from typing import Any

import pytest

from project.payments.providers.phonepe.answers import instrument_of, read_order


@pytest.mark.parametrize(
    ("state", "outcome"),
    [
        ("COMPLETED", "success"),
        ("SUCCESS", "success"),
        ("PAYMENT_SUCCESS", "success"),
        ("PENDING", "pending"),
        ("PAYMENT_PENDING", "pending"),
        ("INTERNAL_SERVER_ERROR", "pending"),
        ("FAILED", "failed"),
        ("PAYMENT_ERROR", "failed"),
        ("PAYMENT_DECLINED", "failed"),
        ("CANCELLED", "cancelled"),
        ("EXPIRED", "unknown"),
        ("", "unknown"),
        ("SOMETHING_NEW", "unknown"),
    ],
)
def test_a_state_has_one_outcome(state: str, outcome: str) -> None:
    assert read_order({"state": state}).outcome == outcome


@pytest.mark.parametrize(
    ("error", "detail", "outcome"),
    [
        ("TXN_CANCELLED", "ORDER_CANCELLED_BY_USER", "cancelled"),
        ("TXN_CANCELLED", "ZA", "cancelled"),
        ("", "ORDER_CANCELLED_BY_USER", "cancelled"),
        ("TXN_NOT_COMPLETED", "ORDER_EXPIRED", "expired"),
        ("TXN_NOT_COMPLETED", "U69", "failed"),
        ("NEVER_SEEN", "NEVER_SEEN", "failed"),
    ],
)
def test_the_error_says_why_an_order_failed(error: str, detail: str, outcome: str) -> None:
    answer = read_order({"state": "FAILED", "errorCode": error, "detailedErrorCode": detail})

    assert answer.outcome == outcome


@pytest.mark.parametrize("state", ["COMPLETED", "PENDING"])
def test_an_error_code_never_unmakes_a_state(state: str) -> None:
    plain = read_order({"state": state})
    with_error = read_order(
        {"state": state, "errorCode": "TXN_CANCELLED", "detailedErrorCode": "ORDER_EXPIRED"}
    )

    assert with_error.outcome == plain.outcome


@pytest.mark.parametrize(
    ("mode", "instrument", "rail", "name"),
    [
        ("UPI_INTENT", {}, {}, "UPI"),
        ("PPE_INTENT", {}, {}, "UPI"),
        ("UPI_QR", {"type": "CREDIT_CARD"}, {"type": "UPI"}, "UPI"),
        ("CARD", {"type": "DEBIT_CARD"}, {"type": "PG"}, "Card"),
        ("TOKEN", {}, {}, "Card"),
        ("NET_BANKING", {}, {}, "NetBanking"),
        ("CORPORATE_NET_BANKING", {}, {}, "NetBanking"),
        ("WALLET", {}, {}, "Wallet"),
        ("", {"type": "EGV"}, {"type": "PPI_EGV"}, "Wallet"),
        ("", {"type": "CREDIT_CARD"}, {"type": "UPI"}, "UPI"),
        ("", {"type": "CREDIT_CARD"}, {"type": "PG"}, "Card"),
        ("", {"type": "ACCOUNT"}, {}, "UPI"),
        ("MOON_DUST", {"type": 7}, {"type": None}, ""),
    ],
)
def test_the_instrument_goes_by_the_name_shoppers_know(
    mode: str, instrument: dict[str, Any], rail: dict[str, Any], name: str
) -> None:
    assert instrument_of(mode, instrument, rail) == name


def test_newer_answers_name_the_instrument_in_a_split_only() -> None:
    split = {"instrument": {"type": "WALLET"}, "rail": {"type": "PPI_WALLET"}, "amount": 100}
    attempt = {"state": "COMPLETED", "timestamp": 1, "splitInstruments": [split]}

    assert read_order({"state": "COMPLETED", "paymentDetails": [attempt]}).instrument == "Wallet"


def test_attempts_are_ordered_by_time_and_the_one_that_paid_names_the_instrument() -> None:
    paid = {"state": "COMPLETED", "timestamp": 2_000, "paymentMode": "CARD"}
    first = {"state": "FAILED", "timestamp": 1_000, "paymentMode": "UPI_QR"}
    last = {"state": "FAILED", "timestamp": 3_000, "paymentMode": "NET_BANKING"}

    answer = read_order({"state": "COMPLETED", "paymentDetails": [last, paid, "odd", first]})

    assert [attempt.mode for attempt in answer.attempts] == ["UPI_QR", "CARD", "NET_BANKING"]
    assert answer.instrument == "Card"
