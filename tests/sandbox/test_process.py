"""The sandbox as a service: its memory, its clock, its mounting, and what is off by default."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from project.sandbox import config
from project.sandbox.app import create_application
from project.sandbox.config import Config
from tests.sandbox.conftest import Merchant
from tests.sandbox_process import SandboxProcess
from tests.waiting import eventually
from tests.webhook_receiver import WebhookReceiver


@pytest.fixture
def own_sandbox(shop_process: WebhookReceiver) -> Iterator[SandboxProcess]:
    """A sandbox of this test alone, to be killed and restarted."""
    shop_process.forget()
    with SandboxProcess(webhook_url=shop_process.url) as process:
        yield process


def test_a_killed_sandbox_remembers_orders_tokens_and_its_clock(own_sandbox: SandboxProcess) -> None:
    merchant = Merchant(own_sandbox)
    page = merchant.page()
    own_sandbox.control("/clock", advance=300)

    own_sandbox.restart()
    own_sandbox.pay(page)

    answer = merchant.status()
    assert answer["state"] == "COMPLETED"
    assert answer["paymentDetails"][0]["timestamp"] >= answer["expireAt"] - 301_000
    merchant.close()


def test_a_killed_sandbox_still_delivers_what_it_owed(
    own_sandbox: SandboxProcess, shop_process: WebhookReceiver
) -> None:
    merchant = Merchant(own_sandbox)
    own_sandbox.fault("webhook_delay", on="webhook", value=1000)
    own_sandbox.pay(merchant.page())

    own_sandbox.restart()

    assert [message.event for message in shop_process.wait_for(1)] == ["checkout.order.completed"]
    merchant.close()


def test_two_processes_share_one_memory_and_send_a_message_once(
    own_sandbox: SandboxProcess, shop_process: WebhookReceiver, tmp_path: Path
) -> None:
    database = own_sandbox.database
    with SandboxProcess(webhook_url=shop_process.url, SANDBOX_DB=str(database)) as other:
        merchant, elsewhere = Merchant(own_sandbox), Merchant(other)
        for number in range(5):
            page = merchant.page(merchantOrderId=f"TXN{number}")
            other.pay(page.replace(own_sandbox.url, other.url))

        assert elsewhere.status("TXN4")["state"] == merchant.status("TXN4")["state"] == "COMPLETED"
        shop_process.wait_for(5)
        states = [row["state"] for row in own_sandbox.control("/state", "GET")["deliveries"]]
        assert len(states) == 5
        assert len(shop_process.received) == 5
        merchant.close()
        elsewhere.close()


def test_a_call_that_waits_while_everything_is_forgotten_does_nothing(sandbox: SandboxProcess) -> None:
    sandbox.fault("latency", on="pay", value=700, times=1)
    link = {"reference_id": "TXN1", "amount": 100, "currency": "INR"}

    with ThreadPoolExecutor() as pool, httpx.Client(auth=(config.CLIENT_ID, config.CLIENT_SECRET)) as http:
        call = pool.submit(http.post, f"{sandbox.url}/razorpay/v1/payment_links", json=link)
        eventually(lambda: sandbox.control("/state", "GET")["faults"][0]["times_left"] == 0)
        sandbox.control("/reset")

        with pytest.raises(httpx.HTTPError):
            call.result()
    assert sandbox.control("/state", "GET")["orders"] == []


def test_bank_and_clock_are_nobodys_to_move_unless_configured(shop_process: WebhookReceiver) -> None:
    with SandboxProcess(webhook_url="", SANDBOX_CONTROL="0") as process:
        merchant = Merchant(process)
        merchant.page()

        for path in (
            "/control/state",
            "/control/reset",
            "/control/orders/TXN1/settle",
            "/orders/TXN1/settle",
        ):
            response = httpx.post(process.url + path, json={"outcome": "success"}, trust_env=False)
            assert response.status_code == 404
        assert merchant.status()["state"] == "PENDING"
        merchant.close()


@pytest.mark.parametrize(
    ("environment", "control"),
    [({}, False), ({"DEBUG": "1"}, True), ({"DEBUG": "1", "SANDBOX_CONTROL": "0"}, False)],
)
def test_control_follows_debug_unless_told(environment: dict[str, str], control: bool) -> None:
    assert Config.from_environment(environment).control is control


def test_a_provider_that_failed_an_order_may_still_take_the_money(
    merchant: Merchant, sandbox: SandboxProcess
) -> None:
    merchant.page()
    sandbox.control("/clock", advance=601)
    failed = merchant.status()["state"]
    sandbox.settle("TXN1", "success", late=True)

    assert (failed, merchant.status()["state"]) == ("FAILED", "COMPLETED")


def get(application: Any, path: str, root_path: str) -> tuple[int, str]:
    """Ask the application as a server does that mounts it at `root_path`."""

    async def ask() -> tuple[int, str]:
        transport = httpx.ASGITransport(application, root_path=root_path)
        async with httpx.AsyncClient(transport=transport, base_url="http://shop.example") as client:
            response = await client.get(path)
            return response.status_code, response.text

    return asyncio.run(ask())


def test_mounted_below_a_prefix_every_address_keeps_it(tmp_path: Path) -> None:
    application = create_application(Config(database=tmp_path / "sandbox.sqlite3", webhook_url=""))

    status, page = get(application, "/sandbox/", "/sandbox")
    script, _ = get(application, "/sandbox/web/bundle/checkout.js", "/sandbox")
    style, _ = get(application, "/sandbox/static/sandbox.css", "/sandbox")

    assert (status, script, style) == (200, 200, 200)
    assert 'href="/sandbox/static/sandbox.css"' in page
    assert 'href="/sandbox/?lang=hi"' in page


def test_importing_and_building_the_sandbox_touches_no_file(tmp_path: Path) -> None:
    create_application(Config(database=tmp_path / "sandbox.sqlite3"))

    assert list(tmp_path.iterdir()) == []
