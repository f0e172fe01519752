"""The sandbox is as strict as the provider: what it refuses here would be refused with real money."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sandbox.conftest import SHOP_PAGE, Merchant
from tests.sandbox_process import SandboxProcess

ENABLED_AND_DISABLED = {
    "type": "PG_CHECKOUT",
    "merchantUrls": {"redirectUrl": SHOP_PAGE},
    "paymentModeConfig": {
        "enabledPaymentModes": [{"type": "CARD"}],
        "disabledPaymentModes": [{"type": "UPI_QR"}],
    },
}


@pytest.mark.parametrize(
    "changes",
    [
        {"merchantOrderId": None},
        {"merchantOrderId": "a" * 64},
        {"merchantOrderId": "TXN 1"},
        {"amount": 99},
        {"amount": 100.0},
        {"amount": "100"},
        {"amount": True},
        {"expireAfter": 299},
        {"expireAfter": 3601},
        {"expireAfter": "600"},
        {"paymentFlow": None},
        {"paymentFlow": {"type": "PG"}},
        {"paymentFlow": {"type": "PG_CHECKOUT"}},
        {"paymentFlow": {"type": "PG_CHECKOUT", "merchantUrls": {"redirectUrl": "javascript:alert(1)"}}},
        {"paymentFlow": ENABLED_AND_DISABLED},
        {"metaInfo": {"udf1": "a" * 257}},
        {"metaInfo": {"udf11": "a" * 51}},
        {"metaInfo": {"udf11": "a#b"}},
        {"metaInfo": {"udf1": 7}},
        {"metaInfo": []},
    ],
)
def test_an_order_that_breaks_a_rule_is_refused(
    merchant: Merchant, sandbox: SandboxProcess, changes: dict[str, Any]
) -> None:
    response = merchant.pay(**changes)

    assert response.status_code == 400
    assert response.json()["success"] is False
    assert response.json()["code"] == "BAD_REQUEST"
    assert sandbox.control("/state", "GET")["orders"] == []


def test_explicit_nulls_and_unknown_keys_are_accepted(merchant: Merchant) -> None:
    response = merchant.pay(
        expireAfter=None, metaInfo=None, disablePaymentRetry=None, prefillUserLoginDetails=None, novelty=1
    )

    assert response.status_code == 200
    assert set(response.json()) == {"orderId", "state", "expireAt", "redirectUrl"}


@pytest.mark.parametrize("body", [b"", b"[]", b"not json", b"[" * 10_000])
def test_a_body_that_is_no_object_is_refused(merchant: Merchant, body: bytes) -> None:
    assert merchant.request("POST", "/checkout/v2/pay", content=body).status_code == 400


def test_an_endless_body_is_not_read(merchant: Merchant) -> None:
    assert merchant.request("POST", "/checkout/v2/pay", content=b" " * 70_000).status_code == 413


@pytest.mark.parametrize(
    "authorization", ["", "O-Bearer", "O-Bearer wrong", "Bearer {token}", "o-bearer {token}"]
)
def test_a_call_without_the_exact_token_is_refused(merchant: Merchant, authorization: str) -> None:
    token = merchant.authorization.split(" ")[1]

    response = merchant.request(
        "GET",
        "/checkout/v2/order/TXN1/status",
        headers={"Authorization": authorization.format(token=token)},
    )

    assert (response.status_code, response.json()["code"]) == (401, "AUTHORIZATION_FAILED")


def test_a_token_ends(merchant: Merchant, sandbox: SandboxProcess) -> None:
    merchant.pay()
    sandbox.control("/clock", advance=3600)

    assert merchant.request("GET", "/checkout/v2/order/TXN1/status").status_code == 401


@pytest.mark.parametrize("changes", [{"client_id": "other"}, {"client_secret": "wrong"}, {"client_id": ""}])
def test_wrong_credentials_get_no_token(merchant: Merchant, changes: dict[str, str]) -> None:
    response = merchant.token(**changes)

    assert response.status_code == 400
    assert (response.json()["code"], response.json()["errorCode"]) == ("INVALID_CLIENT", "OIM000")


def test_only_the_newest_attempt_is_shown_unless_all_are_asked_for(
    merchant: Merchant, sandbox: SandboxProcess
) -> None:
    page = merchant.page()
    sandbox.pay(page, "failure", reason="ZM")
    sandbox.pay(page, "failure", reason="Z6")

    newest = merchant.status(query="details=False")["paymentDetails"]
    all_of_them = merchant.status(query="details=True")["paymentDetails"]

    assert [each["detailedErrorCode"] for each in newest] == ["Z6"]
    assert [each["detailedErrorCode"] for each in all_of_them] == ["ZM", "Z6"]


def test_the_error_context_is_shown_when_asked_for_and_only_of_failures(
    merchant: Merchant, sandbox: SandboxProcess
) -> None:
    page = merchant.page()
    pending = merchant.status(query="errorContext=true")
    sandbox.pay(page, "cancel")

    assert "errorContext" not in pending
    assert "errorContext" not in merchant.status()
    assert merchant.status(query="errorContext=true")["errorContext"]["source"] == "CUSTOMER"


def test_an_order_without_retries_fails_with_its_first_attempt(
    merchant: Merchant, sandbox: SandboxProcess
) -> None:
    sandbox.pay(merchant.page(disablePaymentRetry=True), "failure", reason="Z9")

    answer = merchant.status()

    assert (answer["state"], answer["errorCode"]) == ("FAILED", "INSUFFICIENT_BALANCE")


def test_an_unknown_setting_or_fault_is_told(sandbox: SandboxProcess) -> None:
    with pytest.raises(AssertionError, match="no setting called speed"):
        sandbox.control("/settings", speed=1)
    with pytest.raises(AssertionError, match="no fault called meteor"):
        sandbox.fault("meteor")
    with pytest.raises(AssertionError, match="only moves forward"):
        sandbox.control("/clock", advance=-1)
