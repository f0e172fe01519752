"""The log of a whole shop while a guest buys: no personal data, no secret, one id from click to mail."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from deploy.environment import ROOT
from tests.mailbox import Mailbox
from tests.sandbox_process import SandboxProcess
from tests.server_process import ServerProcess, ShopProcesses
from tests.waiting import eventually

BUYER: dict[str, Any] = {
    "firstName": "Zubeidah",
    "lastName": "Quillfeather",
    "email": "zubeidah.quill@example.com",
    "phone": "9812345670",
    "address": {
        "street": "77 Larkspur Lane",
        "city": "Pune",
        "state": "Maharashtra",
        "pincode": "411001",
        "country": "India",
    },
}
EMAIL = BUYER["email"]
SEARCH = "rareindigobead"


class Browser:
    """A guest's browser."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[dict[str, Any], str]:
        """Return the answer's data and the id of the request."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self._http.request(method, f"/api{path}", json=body, headers=sent)
        assert answer.is_success, answer.text
        return answer.json()["data"], answer.headers["X-Request-ID"]


@contextmanager
def a_shop() -> Iterator[tuple[str, str, SandboxProcess, list[ServerProcess]]]:
    """Start gunicorn, daphne, a worker and the sandbox.

    Yield the addresses of the first two, the sandbox, and the shop's processes.
    """
    with (
        SandboxProcess() as sandbox,
        ShopProcesses(
            database_url=os.environ.get("DATABASE_URL", ""),
            redis_url=os.environ.get("REDIS_URL", ""),
            SANDBOX_URL=sandbox.url,
            LOG_JSON="1",
        ) as shop,
    ):
        subprocess.run(
            [
                sys.executable,
                *("manage.py", "shell", "-v", "0", "-c"),
                "from tests.factories import make_product\nmake_product(stock=5, price_paise=50_000)",
            ],
            cwd=ROOT,
            env=shop.environment(),
            check=True,
        )
        live = shop.begin_to_serve()
        pages = shop.serve_pages()
        live.wait_until_ready()
        worker = shop.work(SITE_URL=pages.url)
        sandbox.control("/settings", webhook_url=f"{pages.url}/api/payments/webhooks/phonepe")
        processes = [pages, live, worker]
        try:
            yield pages.url, live.url, sandbox, processes
        finally:
            for process in processes:  # pytest shows it when the test fails
                print(process.log()[-4000:])


def buy(browser: Browser, sandbox: SandboxProcess) -> tuple[dict[str, Any], str]:
    """Order and pay as a guest; return the order and the id of the request that started the payment."""
    products, _ = browser.call("GET", "/products")
    items = [{"productId": products["products"][0]["_id"], "quantity": 1, "customization": {}}]
    quote, _ = browser.call("POST", "/orders/quote", {"items": items})
    body = {"items": items, "customerInfo": BUYER, "amount": quote["totalAmount"]}
    order, _ = browser.call("POST", "/orders/create-guest-order", body)
    pay = {"orderId": order["orderId"], "key": order["orderKey"]}
    payment, request_id = browser.call("POST", "/phonepe/create-order", pay)
    sandbox.settle(payment["transactionId"], "success")
    return order | {"transactionId": payment["transactionId"]}, request_id


def entries(processes: list[ServerProcess]) -> list[dict[str, Any]]:
    """Return every line of the logs; each is JSON."""
    return [json.loads(line) for each in processes for line in each.log().splitlines()]


@pytest.mark.production_stack
@pytest.mark.timeout(240)
def test_whole_shop_logs_no_secrets_and_follows_a_payment_under_one_id() -> None:
    with a_shop() as (url, live_url, sandbox, processes), httpx.Client(timeout=30, trust_env=False) as plain:
        http = httpx.Client(base_url=url, timeout=30, trust_env=False, headers={"Origin": url})
        browser = Browser(http)
        order, request_id = buy(browser, sandbox)

        def of_payment() -> list[dict[str, Any]]:
            return [line for line in entries(processes) if line.get("request_id") == request_id]

        def has_mailed() -> bool:
            return any("payment_received" in line["event"] for line in of_payment())

        eventually(has_mailed, seconds=60)
        tracked, _ = browser.call("POST", "/orders/track", {"email": EMAIL})
        key = {"X_Order_Key": order["orderKey"]}
        browser.call("GET", f"/auth/orders/{order['orderId']}", **key)
        mailbox = Mailbox(url, plain)
        mark = mailbox.last_id()
        browser.call("POST", "/auth/send-otp", {"email": EMAIL})
        code = mailbox.code_to(EMAIL, containing="login code", after=mark)
        account, _ = browser.call("POST", "/auth/verify-otp", {"email": EMAIL, "otp": code})
        browser.call("GET", "/auth/orders", Authorization=f"Bearer {account['token']}")
        for server in (url, live_url):
            link = order["orderLink"].partition("/order/")[2]
            assert plain.get(f"{server}/order/{link}").status_code == 200
            assert plain.get(f"{server}/api/products?search={SEARCH}").is_success
        http.close()

        written = "\n".join(process.log() for process in processes)
        lines = of_payment()

    assert [row["orderId"] for row in tracked["orders"]] == [order["orderId"]]
    secrets = [BUYER["firstName"], BUYER["lastName"], EMAIL, EMAIL.partition("@")[0], BUYER["phone"]]
    secrets += [BUYER["address"]["street"], "Larkspur", order["orderKey"], account["token"], SEARCH, "key="]
    assert not [secret for secret in secrets if secret.lower() in written.lower()]
    assert not re.search(rf"\b{code}\b", written)

    click, settled, mailed = (
        next(
            line for line in lines if wanted in (line.get("route"), line["event"]) or wanted in line["event"]
        )
        for wanted in ("/api/phonepe/create-order", f"{order['transactionId']}: SUCCESS", "payment_received")
    )
    assert click["logger"] == "project.core.request_log"
    assert settled["logger"] == "project.payments.attempts.status_check"
    assert mailed["logger"] == "project.core.mail"
