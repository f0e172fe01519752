"""A customer of a shop that runs as real processes."""

from typing import Any

import httpx

from tests.benchmarks.killed_processes import GUEST
from tests.sandbox_process import SandboxProcess
from tests.server_process import ServerProcess
from tests.waiting import eventually


class Customer:
    """Buys the sample product in a shop, and pays at the provider."""

    def __init__(self, web: ServerProcess, sandbox: SandboxProcess, product: str, *, first: int = 1) -> None:
        self._web = web
        self._sandbox = sandbox
        self._product = product
        self._count = first - 1

    def start(self) -> str:
        """Order and open the payment page; return the payment's id."""
        self._count += 1
        item = {"productId": self._product, "quantity": 1, "customization": {}}
        amount = self._post("/orders/quote", {"items": [item]})["totalAmount"]
        # Another buyer each time: one buyer's unpaid orders are capped.
        guest = GUEST | {"email": f"guest{self._count}@example.com", "phone": f"98{self._count:08d}"}
        order = self._post(
            "/orders/create-guest-order",
            {"items": [item], "customerInfo": guest, "amount": amount},
        )
        body = {"orderId": order["orderId"], "key": order["orderKey"]}
        return str(self._post("/phonepe/create-order", body)["transactionId"])

    def pay(self, transaction_id: str) -> None:
        """Pay at the provider, and wait until the shop knows."""
        self._sandbox.settle(transaction_id, "success")
        eventually(lambda: self.status(transaction_id) == "SUCCESS")

    def buy(self) -> str:
        """Order and pay."""
        transaction_id = self.start()
        self.pay(transaction_id)
        return transaction_id

    def status(self, transaction_id: str) -> str:
        answer = httpx.get(
            f"{self._web.url}/api/phonepe/status-check/{transaction_id}", timeout=30, trust_env=False
        )
        return str(answer.json()["data"]["status"]) if answer.is_success else str(answer.status_code)

    def _post(self, path: str, body: Any) -> dict[str, Any]:
        answer = httpx.post(
            f"{self._web.url}/api{path}",
            json=body,
            headers={"Idempotency-Key": f"drill{path}-{self._count}".replace("/", "-")},
            timeout=30,
            trust_env=False,
        )
        answer.raise_for_status()
        data: dict[str, Any] = answer.json()["data"]
        return data
