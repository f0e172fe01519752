"""PhonePe's own SDK works against the sandbox, unchanged but for its two host constants.

The SDK pins old libraries, so it lives in an environment of its own, made once from a pinned and hashed list.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from project.sandbox import config
from tests.sandbox_process import SandboxProcess
from tests.webhook_receiver import WebhookReceiver

SCRIPT = Path(__file__).parent / "sdk_script.py"
SHOP_PAGE = "https://shop.example/order-confirmation/TXN1"

pytestmark = pytest.mark.timeout(300)  # the first run installs the SDK


class Sdk:
    """Calls the SDK in its own environment, one fresh process a call."""

    def __init__(self, python: Path, sandbox: SandboxProcess) -> None:
        self._python = python
        self._api_url = sandbox.api_url

    def __call__(self, function: str, *, client_secret: str = config.CLIENT_SECRET, **arguments: Any) -> Any:
        order = {
            "api_url": self._api_url,
            "client_id": config.CLIENT_ID,
            "client_secret": client_secret,
            "function": function,
            "arguments": arguments,
        }
        environment = {"PATH": os.environ["PATH"], "NO_PROXY": "127.0.0.1"}
        done = subprocess.run(
            # A warning would be an error: the SDK warns when an answer lacks what it expects.
            [str(self._python), "-W", "error::RuntimeWarning", str(SCRIPT)],
            input=json.dumps(order),
            capture_output=True,
            text=True,
            timeout=60,
            env=environment,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


@pytest.fixture
def sdk(sdk_python: Path, sandbox: SandboxProcess) -> Sdk:
    return Sdk(sdk_python, sandbox)


def test_the_sdk_pays_asks_and_hears_of_it(sdk: Sdk, sandbox: SandboxProcess, shop: WebhookReceiver) -> None:
    created = sdk(
        "pay",
        merchant_order_id="TXN1",
        amount=123_450,
        redirect_url=SHOP_PAGE,
        expire_after=600,
        message="A bead",
        disable_payment_retry=False,
    )["answer"]
    before = sdk("get_order_status", merchant_order_id="TXN1")["answer"]
    sandbox.pay(created["redirectUrl"], "failure", method="card", reason="CARD_BLOCKED")
    sandbox.pay(created["redirectUrl"])
    after = sdk("get_order_status", merchant_order_id="TXN1", details=True)["answer"]
    transaction = after["paymentDetails"][-1]["transactionId"]
    by_attempt = sdk("get_transaction_status", transaction_id=transaction)["answer"]

    assert (before["state"], before["paymentDetails"]) == ("PENDING", [])
    assert (after["state"], after["amount"]) == ("COMPLETED", 123_450)
    assert [each["state"] for each in after["paymentDetails"]] == ["FAILED", "COMPLETED"]
    assert after["paymentDetails"][1]["rail"]["utr"]
    assert after["metaInfo"] == {"udf1": "first", "udf11": "a b@c.d"}
    assert by_attempt["orderId"] == after["orderId"] == created["orderId"]

    failed, completed = shop.wait_for(2)
    for message, event in (
        (failed, "CHECKOUT_TRANSACTION_ATTEMPT_FAILED"),
        (completed, "CHECKOUT_ORDER_COMPLETED"),
    ):
        read = sdk(
            "validate_callback",
            username=config.WEBHOOK_USERNAME,
            password=config.WEBHOOK_PASSWORD,
            callback_header_data=message.headers["authorization"],
            callback_response_data=message.body.decode(),
        )["answer"]
        assert read["type"] == event
        assert read["payload"]["merchantOrderId"] == "TXN1"


def test_the_sdk_refuses_a_forged_message(sdk: Sdk, sandbox: SandboxProcess, shop: WebhookReceiver) -> None:
    page = sdk("pay_plainly", merchant_order_id="TXN1", amount=100, redirect_url=SHOP_PAGE)["answer"]
    sandbox.fault("webhook_forged", on="webhook")
    sandbox.pay(page["redirectUrl"])
    [message] = shop.wait_for(1)

    read = sdk(
        "validate_callback",
        username=config.WEBHOOK_USERNAME,
        password=config.WEBHOOK_PASSWORD,
        callback_header_data=message.headers["authorization"],
        callback_response_data=message.body.decode(),
    )

    assert read["error"]["status"] == 417


def test_the_sdk_refunds_and_asks_for_the_refund(sdk: Sdk, sandbox: SandboxProcess) -> None:
    sandbox.control("/settings", refund_seconds=None)
    page = sdk("pay_plainly", merchant_order_id="TXN1", amount=50_000, redirect_url=SHOP_PAGE)["answer"]
    sandbox.pay(page["redirectUrl"], method="card")

    asked = sdk("refund", merchant_refund_id="RF1", amount=20_000, original_merchant_order_id="TXN1")[
        "answer"
    ]
    sandbox.control("/refunds/RF1/settle", outcome="success")
    done = sdk("get_refund_status", merchant_refund_id="RF1")["answer"]

    assert (asked["state"], asked["amount"]) == ("PENDING", 20_000)
    assert (done["state"], done["amount"], done["originalMerchantOrderId"]) == ("COMPLETED", 20_000, "TXN1")
    assert done["paymentDetails"][0]["splitInstruments"][0]["instrument"]["type"] == "CREDIT_CARD"


def test_the_sdk_creates_an_order_for_phones(sdk: Sdk) -> None:
    answer = sdk("create_sdk_order", merchant_order_id="TXN1", amount=100, redirect_url=SHOP_PAGE)["answer"]

    assert answer["state"] == "PENDING"
    assert answer["token"]


def test_the_sdk_understands_the_sandboxes_refusals(sdk: Sdk) -> None:
    order: dict[str, Any] = {"merchant_order_id": "TXN1", "amount": 100, "redirect_url": SHOP_PAGE}
    sdk("pay_plainly", **order)

    assert sdk("pay_plainly", **order)["error"] == {"status": 417, "code": "INVALID_TRANSACTION_ID"}
    assert sdk("get_order_status", merchant_order_id="TXN2")["error"] == {
        "status": 400,
        "code": "INVALID_MERCHANT_ORDER_ID",
    }
    assert sdk("pay_plainly", client_secret="wrong", **order)["error"]["status"] == 400
