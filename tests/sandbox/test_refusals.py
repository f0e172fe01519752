"""Invalid calls and control requests are refused with a reason and change nothing."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.sandbox.conftest import Merchant
from tests.sandbox_process import SandboxProcess


def refusal(sandbox: SandboxProcess, path: str, **body: Any) -> str:
    """Return why the command is refused."""
    response = httpx.post(f"{sandbox.url}/control{path}", json=body, trust_env=False)
    assert response.status_code == 400, response.text
    error: str = response.json()["error"]
    return error


@pytest.fixture
def paid(merchant: Merchant, sandbox: SandboxProcess) -> Merchant:
    """A merchant whose order TXN1 is paid and whose refunds complete by hand only."""
    sandbox.control("/settings", refund_seconds=None)
    merchant.page()
    sandbox.settle("TXN1", "success")
    return merchant


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"outcome": "jackpot"}, "outcome must be"),
        ({"outcome": "failure", "detail": "NEVER_HEARD"}, "no failure called NEVER_HEARD"),
        ({"outcome": "success", "mode": "SEASHELLS"}, "no payment mode called SEASHELLS"),
        ({"outcome": "success", "amount": 1}, "amount"),
        ({}, "outcome"),
    ],
)
def test_answer_no_bank_gives_moves_no_order(
    merchant: Merchant, sandbox: SandboxProcess, body: dict[str, Any], why: str
) -> None:
    merchant.page()

    assert why in refusal(sandbox, "/orders/TXN1/settle", **body)
    assert merchant.status()["state"] == "PENDING"


def test_bank_cannot_answer_twice_or_take_back_what_nobody_paid(
    merchant: Merchant, sandbox: SandboxProcess
) -> None:
    merchant.page()

    assert "the order is PENDING" in refusal(sandbox, "/orders/TXN1/reverse", amount=100)
    sandbox.settle("TXN1", "success")
    assert "the order is COMPLETED" in refusal(sandbox, "/orders/TXN1/settle", outcome="failure")
    assert merchant.status()["state"] == "COMPLETED"


@pytest.mark.parametrize("name", ["R1", "none"])
@pytest.mark.parametrize("outcome", ["perhaps", "", None])
def test_refund_ends_in_documented_ways_only(
    paid: Merchant, sandbox: SandboxProcess, name: str, outcome: str | None
) -> None:
    paid.refund("R1", 100).raise_for_status()

    refusal(sandbox, f"/refunds/{name}/settle", outcome=outcome)

    assert sandbox.control("/state", "GET")["refunds"][0]["state"] == "PENDING"


def test_refund_that_is_over_stays_so(paid: Merchant, sandbox: SandboxProcess) -> None:
    paid.refund("R1", 100).raise_for_status()
    sandbox.control("/refunds/R1/settle", outcome="failure")

    assert "the refund is FAILED" in refusal(sandbox, "/refunds/R1/settle", outcome="success")
    assert sandbox.control("/books", "GET")["returned"] == {}


@pytest.mark.parametrize(
    ("refund_id", "amount", "order"),
    [
        ("R 1", 100, "TXN1"),
        ("R" * 64, 100, "TXN1"),
        ("", 100, "TXN1"),
        (None, 100, "TXN1"),
        ("R1", 99, "TXN1"),
        ("R1", -100, "TXN1"),
        ("R1", True, "TXN1"),
        ("R1", 100.0, "TXN1"),
        ("R1", 10**30, "TXN1"),
        ("R1", 100, "other"),
        ("R1", 100, ["TXN1"]),
    ],
)
def test_refund_that_breaks_a_rule_moves_no_money(
    paid: Merchant, sandbox: SandboxProcess, refund_id: Any, amount: Any, order: Any
) -> None:
    response = paid.refund(refund_id, amount, order)

    assert 400 <= response.status_code < 500
    assert sandbox.control("/state", "GET")["refunds"] == []


def test_used_refund_id_is_refused_for_every_amount(paid: Merchant) -> None:
    paid.refund("R1", 100).raise_for_status()

    assert [paid.refund("R1", amount).status_code for amount in (100, 200)] == [400, 400]


def test_bank_disputes_only_what_was_paid_and_decides_in_known_ways(
    merchant: Merchant, sandbox: SandboxProcess
) -> None:
    merchant.page()
    assert "the order is PENDING" in refusal(sandbox, "/orders/TXN1/dispute")
    sandbox.settle("TXN1", "success")

    assert "no phase called quarrel" in refusal(sandbox, "/orders/TXN1/dispute", phase="quarrel")
    for amount in (99, -100, "all"):
        assert "at least 100 paise" in refusal(sandbox, "/orders/TXN1/dispute", amount=amount)
    assert "does not exist" in refusal(sandbox, "/disputes/disp_none/move", to="won")
    inquiry = sandbox.control("/orders/TXN1/dispute", phase="fraud")["disputeId"]
    assert "no move called appeal" in refusal(sandbox, f"/disputes/{inquiry}/move", to="appeal")
    sandbox.control(f"/disputes/{inquiry}/move", to="closed")
    assert "the dispute is closed" in refusal(sandbox, f"/disputes/{inquiry}/move", to="under_review")


@pytest.mark.parametrize("times", [0, -1])
def test_fault_that_never_happens_is_refused(sandbox: SandboxProcess, times: int) -> None:
    assert "times must be 1 or more" in refusal(sandbox, "/faults", kind="drop", times=times)


def test_cleared_fault_happens_no_more(merchant: Merchant, sandbox: SandboxProcess) -> None:
    sandbox.fault("down", times=None)
    assert merchant.pay().status_code == 503

    sandbox.control("/faults", "DELETE")

    assert merchant.pay().status_code == 200


@pytest.mark.parametrize("changes", [{"grant_type": "password"}, {"grant_type": ""}, {"client_version": ""}])
def test_login_of_another_kind_gets_no_token(merchant: Merchant, changes: dict[str, str]) -> None:
    response = merchant.token(**changes)

    assert response.status_code == 400
    assert "access_token" not in response.text


def test_transaction_nobody_made_is_unknown(merchant: Merchant) -> None:
    response = merchant.request("GET", "/checkout/v2/transaction/OM0/status")

    assert (response.status_code, response.json()["code"]) == (400, "INVALID_TRANSACTION_ID")


def test_form_that_does_not_end_is_not_read(merchant: Merchant) -> None:
    answer = httpx.post(merchant.page(), content=b"x" * 1_000_000, trust_env=False)

    assert answer.status_code == 413
    assert merchant.status()["state"] == "PENDING"


def test_list_left_open_in_two_tabs_settles_an_order_once(
    merchant: Merchant, sandbox: SandboxProcess
) -> None:
    merchant.page()
    address = f"{sandbox.url}/orders/TXN1/settle"

    answers = [
        httpx.post(address, data={"outcome": outcome}, trust_env=False) for outcome in ("success", "failure")
    ]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert merchant.status()["state"] == "COMPLETED"


@pytest.mark.parametrize("day", ["2026-02-30", "0000-00-00", "tomorrow", "1999-01-01"])
def test_day_without_settlement_has_no_report(paid: Merchant, sandbox: SandboxProcess, day: str) -> None:
    answer = httpx.get(f"{sandbox.url}/settlements/{day}.csv", trust_env=False)

    assert answer.status_code == 404
    assert answer.text in ("no such day", "nothing was settled on that day")


def test_answer_no_button_sends_leaves_the_attempt_open(merchant: Merchant) -> None:
    address = merchant.page()
    httpx.post(address, data={"step": "start", "upi_mode": "UPI_INTENT"}, trust_env=False)

    answers = [
        httpx.post(address, data={"step": "answer", **extra}, trust_env=False)
        for extra in ({"outcome": "jackpot"}, {}, {"outcome": "failure", "reason": "NEVER_HEARD"})
    ]

    assert [answer.status_code for answer in answers] == [303] * 3
    [attempt] = merchant.status()["paymentDetails"]
    assert attempt["state"] == "PENDING"
