"""The sandbox provider as a real process on a free port, with the calls by which tests control it."""

from __future__ import annotations

import os
import re
import signal
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Literal
from urllib.parse import parse_qs, urljoin, urlsplit

import httpx

from deploy import processes
from deploy.environment import ROOT

STARTS_WITHIN_SECONDS = 30.0

Outcome = Literal["success", "failure", "pending", "cancel"]
Method = Literal["upi", "card", "netbanking", "wallet"]


class SandboxProcess:
    """Starts on construction and keeps its data for `restart`; `stop` ends it and removes the data.

    It does not outlive us, and one that is not ready in time is stopped before RuntimeError is raised.
    `url` is where a browser finds it; the API's base address is `api_url`.
    """

    def __init__(
        self,
        *,
        webhook_url: str = "",
        port: int | None = None,
        starts_within_seconds: float = STARTS_WITHIN_SECONDS,
        **environment: str,
    ) -> None:
        self._starts_within_seconds = starts_within_seconds
        self.port = port or processes.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.api_url = f"{self.url}/apis/pg-sandbox"
        # The variables by which a production shop (DEBUG=0) is this provider's merchant.
        self.merchant = {
            "PHONEPE_URL": self.api_url,
            "PHONEPE_CLIENT_ID": "SANDBOX-CLIENT",
            "PHONEPE_CLIENT_SECRET": "sandbox-client-secret",
            "PHONEPE_WEBHOOK_SECRET": "sandbox-webhook-secret",
        }
        self._directory = tempfile.TemporaryDirectory(prefix="sandbox-")
        self.database = Path(self._directory.name) / "sandbox.sqlite3"
        self._environment = {
            **os.environ,
            "SANDBOX_DB": str(self.database),
            "SANDBOX_WEBHOOK_URL": webhook_url,
            "SANDBOX_CONTROL": "1",
            **environment,
        }
        self._http = httpx.Client(timeout=30, trust_env=False)
        self._start()

    def _start(self) -> None:
        with (Path(self._directory.name) / "log").open("ab") as output:
            self._process = processes.spawn(
                [sys.executable, "-m", "project.sandbox", "--port", str(self.port)],
                cwd=ROOT,
                env=self._environment,
                output=output,
            )
        if not processes.wait_until(self._ready, self._process, seconds=self._starts_within_seconds):
            log = self.log()
            self.stop()
            raise RuntimeError(f"the sandbox does not start:\n{log}")

    def _ready(self) -> bool:
        try:
            return self._http.get(f"{self.url}/healthz", timeout=5).is_success
        except httpx.HTTPError:
            return False

    @property
    def pid(self) -> int:
        return self._process.pid

    def log(self) -> str:
        return (Path(self._directory.name) / "log").read_text(errors="replace")

    def halt(self) -> None:
        """End the process and keep its data, as a crash would."""
        processes.stop(self._process, by=signal.SIGKILL)

    def restart(self) -> None:
        self.halt()
        self._start()

    def stop(self) -> None:
        processes.stop(self._process)
        self._http.close()
        self._directory.cleanup()

    def __enter__(self) -> SandboxProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()

    def opened_orders(self) -> list[str]:
        """Return our ids of the orders that were opened, the oldest first."""
        return [row["merchant_order_id"] for row in self.control("/state", "GET")["orders"]]

    def control(self, path: str, method: str = "POST", **body: Any) -> dict[str, Any]:
        """Call the control API: `control("/clock", advance=600)`, `control("/state", "GET")`."""
        response = self._http.request(
            method, f"{self.url}/control{path}", json=body if method != "GET" else None
        )
        if response.is_error:
            raise AssertionError(f"{method} {path}: {response.status_code} {response.text}")
        answer: dict[str, Any] = response.json()
        return answer

    def fault(
        self, kind: str, *, on: str = "any", order: str = "", value: Any = None, times: int | None = 1
    ) -> None:
        """Order bad luck, once unless told otherwise; the kinds are listed in `project/sandbox/faults.py`."""
        self.control("/faults", kind=kind, on=on, order=order, value=value, times=times)

    def settle(self, merchant_order_id: str, outcome: Outcome, **options: Any) -> None:
        """Let the bank answer without anybody touching the pay page."""
        self.control(f"/orders/{merchant_order_id}/settle", outcome=outcome, **options)

    def messages(self, merchant_order_id: str) -> list[dict[str, Any]]:
        """Return what the sandbox sent or will send about an order, oldest first."""
        rows = self.control("/state", "GET")["deliveries"]
        return [row for row in rows if row["merchant_order_id"] == merchant_order_id]

    def pay(
        self,
        redirect_url: str,
        outcome: Outcome = "success",
        *,
        method: Method = "upi",
        reason: str = "",
    ) -> str:
        """Pay on the page as a person does, through its forms; return where the browser is sent next."""
        shopper = Shopper(self._http, redirect_url)
        if outcome == "cancel":
            return shopper.submit(step="cancel")
        shopper.go(f"{shopper.address}&method={method}")
        shopper.submit(step="start")
        return shopper.submit(outcome=outcome, **({"reason": reason} if reason else {}))


class Shopper:
    """A browser without a screen: opens the pay page, sends its forms with what is filled in."""

    def __init__(self, http: httpx.Client, address: str) -> None:
        self._http = http
        self.go(address)

    def go(self, address: str) -> None:
        self.address = address
        self.page = self._http.get(address, headers={"Accept-Language": "en"})

    def submit(self, **pressed: str) -> str:
        """Send the form that holds the pressed button; follow to the next page unless it is the shop's."""
        name, value = next(iter(pressed.items()))
        for form in re.findall(r"<form.*?</form>", self.page.text, re.DOTALL):
            if f'name="{name}" value="{value}"' in form:
                break
        else:
            raise AssertionError(f"no button {name}={value} on {self.address}")
        action = re.search(r'<form[^>]*action="([^"]*)"', form)
        target = urljoin(self.address, action[1].replace("&amp;", "&")) if action else self.address
        response = self._http.post(target, data={**_filled_in(form), **pressed})
        if response.status_code != 303:
            self.address, self.page = target, response
            return target
        next_address = urljoin(target, response.headers["location"])
        if urlsplit(next_address).netloc == urlsplit(target).netloc and "token" in parse_qs(
            urlsplit(next_address).query
        ):
            self.go(next_address)
        return next_address


def _filled_in(form: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if attributes.get("type") != "radio" or "checked" in tag:
            fields[attributes["name"]] = attributes.get("value", "")
    for name, options in re.findall(r'<select[^>]*name="(\w+)".*?>(.*?)</select>', form, re.DOTALL):
        first = re.search(r'<option(?: value="([^"]*)")?[^>]*>([^<]*)', options)
        if first is None:
            raise AssertionError(f"nothing to choose in {name}")
        fields[name] = first[1] or first[2]
    return fields
