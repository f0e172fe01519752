"""Razorpay's own SDK works against the sandbox: its calls, its errors, and its check of messages."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from project.sandbox import config
from project.sandbox.store import INDIA
from tests.sandbox_process import SandboxProcess
from tests.webhook_receiver import WebhookReceiver

SCRIPT = Path(__file__).parent / "razorpay_sdk_script.py"

pytestmark = pytest.mark.timeout(300)  # the first run installs the SDK


class Sdk:
    """The SDK in its own environment, one process for a test."""

    def __init__(self, python: Path, sandbox: SandboxProcess) -> None:
        self._url = f"{sandbox.url}/razorpay"
        self.process = subprocess.Popen(
            # A warning would be an error: the SDK warns when it finds something it does not expect.
            [str(python), "-W", "error::RuntimeWarning", str(SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={"PATH": os.environ["PATH"], "NO_PROXY": "127.0.0.1"},
        )

    def __call__(
        self,
        resource: str,
        function: str,
        *arguments: Any,
        secret: str = config.CLIENT_SECRET,
        **options: Any,
    ) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        order = {
            "url": self._url,
            "auth": [config.CLIENT_ID, secret],
            "resource": resource,
            "function": function,
            "arguments": arguments,
            "options": options,
        }
        print(json.dumps(order), file=self.process.stdin, flush=True)
        said = json.loads(self.process.stdout.readline())
        return said["answer"] if "answer" in said else said["error"]


@pytest.fixture
def sdk(sdk_python: Path, sandbox: SandboxProcess) -> Iterator[Sdk]:
    made = Sdk(sdk_python, sandbox)
    yield made
    made.process.kill()
    made.process.communicate()


def link(reference: str = "TXN1", **changes: Any) -> dict[str, Any]:
    return {
        "amount": 123_450,
        "currency": "INR",
        "reference_id": reference,
        "expire_by": int(time.time()) + 1000,
        "notes": {"merchant_order_id": reference},
        "callback_url": "https://shop.example/done",
        "callback_method": "get",
    } | changes


def test_the_sdk_opens_a_link_finds_it_and_sees_it_paid(
    sdk: Sdk, sandbox: SandboxProcess, shop: WebhookReceiver
) -> None:
    made = sdk("payment_link", "create", link())
    sandbox.pay(made["short_url"], "failure", method="card", reason="CARD_BLOCKED")
    sandbox.pay(made["short_url"])

    found = sdk("payment_link", "fetch", made["id"])
    sandbox.control("/clock", advance=2)
    listed = sdk("payment_link", "all", {"reference_id": "TXN1"})["payment_links"]
    tried = sdk("order", "payments", found["order_id"])["items"]
    [captured] = found["payments"]
    paid = sdk("payment", "fetch", captured["payment_id"])

    assert (made["status"], made.get("order_id"), made["payments"]) == ("created", None, None)
    assert (found["status"], found["amount_paid"], captured["amount"]) == ("paid", 123_450, 123_450)
    assert listed == [found]
    assert sdk("payment_link", "all", {"payment_id": captured["payment_id"]})["payment_links"] == [found]
    assert {each["id"]: each["status"] for each in tried} | {paid["id"]: "captured"} == {
        each["id"]: each["status"] for each in tried
    }
    assert sorted(str(each["error_reason"]) for each in tried) == ["None", "debit_instrument_blocked"]
    assert (paid["method"], paid["captured"], paid["notes"]) == ("upi", True, {"merchant_order_id": "TXN1"})

    messages = shop.wait_for(3)
    for message in messages:
        body, signature = message.body.decode(), message.headers["x-razorpay-signature"]
        check = ("utility", "verify_webhook_signature", body, signature)
        assert sdk(*check, config.WEBHOOK_SECRET) is True
        assert sdk(*check, "another")[0] == "SignatureVerificationError"
    events = [json.loads(message.body)["event"] for message in messages]
    assert sorted(events) == ["payment.captured", "payment.failed", "payment_link.paid"]
    assert len({message.headers["x-razorpay-event-id"] for message in messages}) == 3


def test_the_sdk_refuses_a_forged_message(sdk: Sdk, sandbox: SandboxProcess, shop: WebhookReceiver) -> None:
    sandbox.fault("webhook_forged", on="webhook")
    sandbox.pay(sdk("payment_link", "create", link())["short_url"])
    message = shop.wait_for(2)[0]

    signature = message.headers["x-razorpay-signature"]
    read = sdk("utility", "verify_webhook_signature", message.body.decode(), signature, config.WEBHOOK_SECRET)

    assert read[0] == "SignatureVerificationError"


def test_the_sdk_refunds_once_a_key_and_reads_the_report(sdk: Sdk, sandbox: SandboxProcess) -> None:
    sandbox.control("/settings", refund_seconds=None)
    sandbox.pay(sdk("payment_link", "create", link())["short_url"], method="netbanking")
    [captured] = sdk("payment_link", "all", {"reference_id": "TXN1"})["payment_links"][0]["payments"]
    paid = captured["payment_id"]
    wanted = {"amount": 20_000, "speed": "normal", "receipt": "RF1", "notes": {"merchant_refund_id": "RF1"}}
    once: Any = {"headers": {"X-Refund-Idempotency": "refund-id-RF1"}}

    made = sdk("payment", "refund", paid, wanted, **once)
    again = sdk("payment", "refund", paid, wanted, **once)
    other = sdk("payment", "refund", paid, wanted | {"amount": 100}, **once)
    sandbox.control("/refunds/RF1/settle", outcome="success")
    small = sdk("payment", "refund", paid, {"amount": 99})
    strange = sdk("payment", "refund", paid, wanted | {"reason": "RF1"})
    short: Any = {"headers": {"X-Refund-Idempotency": "RF1"}}
    unlocked = sdk("payment", "refund", paid, wanted, **short)
    done = sdk("refund", "fetch", made["id"])
    day = datetime.now(UTC).astimezone(INDIA)
    report = sdk("settlement", "report", {"year": day.year, "month": day.month, "day": day.day})

    assert (made["status"], made["receipt"], again) == ("pending", "RF1", made)
    assert other[0] == "BadRequestError" and "same idempotency key" in other[1]
    assert "at least INR 1.00" in small[1] and "reason is/are not required" in strange[1]
    assert "at least 10 characters" in unlocked[1]
    assert (done["status"], done["acquirer_data"]["arn"] is not None) == ("processed", True)
    assert sdk("payment", "fetch_multiple_refund", paid)["items"] == [done]
    assert sdk("payment", "fetch", paid)["amount_refunded"] == 20_000
    settled = [(each["type"], each["credit"] - each["debit"], each["fee"]) for each in report["items"]]
    assert settled == [("payment", 123_450 - 2_913, 2_913), ("refund", -20_000, 0)]
    # A key lives with its refund: without one the same receipt is refunded again.
    assert sdk("payment", "refund", paid, wanted)["id"] != made["id"]


def test_the_sdk_cancels_a_link(sdk: Sdk, sandbox: SandboxProcess) -> None:
    made = sdk("payment_link", "create", link())

    assert sdk("payment_link", "cancel", made["id"])["status"] == "cancelled"
    assert sdk("payment_link", "cancel", made["id"])[0] == "BadRequestError"


def test_the_sdk_understands_the_sandboxes_refusals(sdk: Sdk, sandbox: SandboxProcess) -> None:
    sdk("payment_link", "create", link())

    for refused, why in {
        "amount": (link("TXN2", amount=99), "at least INR 1.00"),
        "currency": (link("TXN2", currency="USD"), "not supported"),
        "notes": (link("TXN2", notes="none"), "must be an object"),
        "reference": (link(), "reference ID already attempted"),
        "long": (link("T" * 41), "no more than 40"),
        "expiry": (link("TXN2", expire_by=int(time.time()) + 890), "15 minutes in future"),
        "address": (link("TXN2", callback_url="no-address"), "valid URL"),
        "method": (link("TXN2", callback_method="post"), "callback_method"),
    }.values():
        kind, message = sdk("payment_link", "create", refused)
        assert (kind, why in message) == ("BadRequestError", True), message
    assert sdk("payment_link", "fetch", "plink_nobody")[0] == "BadRequestError"
    assert sdk("payment", "refund", "pay_nobody", {"amount": 100})[0] == "BadRequestError"
    assert sdk("refund", "fetch", "rfnd_nobody")[0] == "BadRequestError"
    assert sdk("dispute", "fetch", "disp_nobody")[0] == "BadRequestError"
    assert sdk("settlement", "report", {"year": 2026, "month": 13, "day": 1})[0] == "BadRequestError"
    assert sdk("payment_link", "fetch", "plink_1", secret="wrong") == [
        "BadRequestError",
        "Authentication failed",
    ]
    sandbox.fault("error_json", on="status")
    assert sdk("payment_link", "all", {"reference_id": "TXN1"})[0] == "ServerError"
