from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from deploy.environment import ROOT
from project.sandbox import config
from tests.sandbox_process import SandboxProcess
from tests.webhook_receiver import WebhookReceiver

REQUIREMENTS = ROOT / "deploy" / "requirements-sdk.txt"
CACHE = ROOT / "deploy" / ".cache" / "sdk-venv"
SHOP_PAGE = "https://shop.example/order-confirmation/TXN1"


@pytest.fixture(scope="session")
def shop_process() -> Iterator[WebhookReceiver]:
    receiver = WebhookReceiver()
    yield receiver
    receiver.stop()


@pytest.fixture(scope="session")
def sandbox_process(shop_process: WebhookReceiver) -> Iterator[SandboxProcess]:
    with SandboxProcess(webhook_url=shop_process.url) as process:
        yield process


@pytest.fixture
def shop(sandbox: SandboxProcess, shop_process: WebhookReceiver) -> WebhookReceiver:
    """The address the sandbox sends its messages to."""
    return shop_process


@pytest.fixture
def sandbox(sandbox_process: SandboxProcess, shop_process: WebhookReceiver) -> SandboxProcess:
    sandbox_process.control("/reset")
    shop_process.forget()
    return sandbox_process


@pytest.fixture(scope="session")
def sdk_python() -> Path:
    """Return the Python of the SDKs' environment, made anew whenever its list changes."""
    home = CACHE / hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:16]
    python = home / "bin" / "python"
    finished = home / "finished"
    if not finished.exists():
        shutil.rmtree(CACHE, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        subprocess.run([str(python), *install, "-r", str(REQUIREMENTS)], check=True)
        finished.touch()
    return python


class Merchant:
    """A client without opinions: sends what a test tells it, with a valid token unless told otherwise."""

    def __init__(self, sandbox: SandboxProcess) -> None:
        self._http = httpx.Client(base_url=sandbox.api_url, timeout=10, trust_env=False)
        answer = self.token().json()
        self.authorization = f"{answer['token_type']} {answer['access_token']}"

    def token(self, **changes: str) -> httpx.Response:
        form = {
            "client_id": config.CLIENT_ID,
            "client_secret": config.CLIENT_SECRET,
            "client_version": "1",
            "grant_type": "client_credentials",
        }
        return self._http.post("/v1/oauth/token", data={**form, **changes})

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        headers = {"Authorization": self.authorization, **options.pop("headers", {})}
        return self._http.request(method, path, headers=headers, **options)

    def pay(self, **changes: Any) -> httpx.Response:
        """Open an order of 1,234.50 rupees called TXN1; `changes` replaces or adds fields of the body."""
        body = {
            "merchantOrderId": "TXN1",
            "amount": 123_450,
            "expireAfter": 600,
            "paymentFlow": {"type": "PG_CHECKOUT", "merchantUrls": {"redirectUrl": SHOP_PAGE}},
        }
        return self.request("POST", "/checkout/v2/pay", json={**body, **changes})

    def page(self, **changes: Any) -> str:
        """Open an order and return the address of its pay page."""
        address: str = self.pay(**changes).raise_for_status().json()["redirectUrl"]
        return address

    def status(self, order: str = "TXN1", query: str = "details=true") -> dict[str, Any]:
        response = self.request("GET", f"/checkout/v2/order/{order}/status?{query}")
        answer: dict[str, Any] = response.raise_for_status().json()
        return answer

    def refund(self, refund_id: str, amount: int, order: str = "TXN1") -> httpx.Response:
        body = {"merchantRefundId": refund_id, "originalMerchantOrderId": order, "amount": amount}
        return self.request("POST", "/payments/v2/refund", json=body)

    def close(self) -> None:
        self._http.close()


@pytest.fixture
def merchant(sandbox: SandboxProcess) -> Iterator[Merchant]:
    made = Merchant(sandbox)
    yield made
    made.close()
