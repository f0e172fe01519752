"""Play shoppers through the real API and the sandbox, so that the boards live."""

import random
import time
import uuid
from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

CITIES = (
    ("Varanasi", "Uttar Pradesh", "221001"),
    ("Pune", "Maharashtra", "411001"),
    ("Kochi", "Kerala", "682001"),
    ("Jaipur", "Rajasthan", "302001"),
    ("Guwahati", "Assam", "781001"),
)
MODES = ("UPI_INTENT", "UPI_QR", "UPI_COLLECT", "CARD", "NET_BANKING")
# What happens at the pay page, with weights; "leave" walks away and lets the page expire.
OUTCOMES = (("success", 80), ("failure", 8), ("cancel", 6), ("leave", 6))
# Seconds a shopper spends on the pay page.
PAUSE = (1.0, 6.0)


class Command(BaseCommand):
    """`manage.py demo_traffic --per-minute N`."""

    help = "Plays sample shoppers through the real API and the sandbox provider until stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the pace and, for a bounded run, the number of shoppers."""
        parser.add_argument("--per-minute", type=float, default=10)
        parser.add_argument("--count", type=int, default=0, help="Stop after this many; 0 goes on")
        parser.add_argument("--url", default=settings.SITE_URL, help="Where the shop answers")

    def handle(self, *args: Any, **options: Any) -> None:
        """Start a shopper at random moments, on average the given number a minute."""
        if not settings.SANDBOX:
            raise CommandError("demo traffic needs the sandbox (SANDBOX=1): it must never meet real money")
        pace = options["per_minute"]
        if pace <= 0:
            raise CommandError("--per-minute must be above 0")
        started = 0
        with httpx.Client(timeout=30) as http, ThreadPoolExecutor(max_workers=16) as crowd:
            try:
                while not options["count"] or started < options["count"]:
                    started += 1
                    crowd.submit(self._shop, http, options["url"].rstrip("/"), started)
                    time.sleep(random.expovariate(pace / 60))
            except KeyboardInterrupt:
                self.stdout.write("stopping")

    def _shop(self, http: httpx.Client, url: str, number: int) -> None:
        try:
            self.stdout.write(f"{number}: {self._buy(http, url, number)}")
        except (httpx.HTTPError, KeyError, IndexError, ValueError) as error:
            self.stderr.write(f"{number}: {type(error).__name__}: {error}")

    def _buy(self, http: httpx.Client, url: str, number: int) -> str:
        page = http.get(f"{url}/api/products", params={"limit": 48}).json()["data"]["products"]
        on_sale = [p for p in page if p["isAvailable"]]
        if not on_sale:
            return "everything is sold out; manage.py sample_shop --reset fills the shelves"
        product = random.choice(on_sale)
        city, state, pincode = random.choice(CITIES)
        body = {
            "items": [
                {
                    "productId": product["_id"],
                    "quantity": 1,
                    "customization": self._choice(http, url, product),
                }
            ],
            "customerInfo": {
                "firstName": "Sample",
                "lastName": f"Shopper {number}",
                "email": f"shopper-{number}@akshamala.example",
                "phone": f"90000{random.randrange(100_000):05d}",
                "address": {"street": "Sample street 1", "city": city, "state": state, "pincode": pincode},
            },
        }
        order = self._post(http, f"{url}/api/orders/create-guest-order", body)
        payment = self._post(
            http,
            f"{url}/api/phonepe/create-order",
            {"orderId": order["orderId"], "orderKey": order["orderKey"]},
        )
        time.sleep(random.uniform(*PAUSE))
        outcome = random.choices([o for o, _ in OUTCOMES], [w for _, w in OUTCOMES])[0]
        if outcome != "leave":
            settled = http.post(
                f"{settings.SANDBOX_URL}/control/orders/{payment['transactionId']}/settle",
                json={"outcome": outcome, "mode": random.choice(MODES)},
            )
            settled.raise_for_status()
        return f"{payment['transactionId']} ₹{order['amount']} {outcome}"

    def _choice(self, http: httpx.Client, url: str, product: dict[str, Any]) -> dict[str, Any]:
        """Take the first origin and size on offer, as the product page does."""
        offered = http.get(f"{url}/api/products/{product['slug']}").json()["data"]["product"]["customization"]
        choice: dict[str, Any] = {}
        for field, kind in (("origin", "origins"), ("size", "sizes")):
            names = [option["name"] for option in offered[kind] if option["available"]]
            if names:
                default = "Nepal" if kind == "origins" else "regular"
                choice[field] = default if default in names else names[0]
        return choice

    def _post(self, http: httpx.Client, address: str, body: dict[str, Any]) -> dict[str, Any]:
        response = http.post(address, json=body, headers={"Idempotency-Key": str(uuid.uuid4())})
        answer = response.json()
        if not answer["success"]:
            raise ValueError(f"{response.status_code} {answer['code']}")
        data: dict[str, Any] = answer["data"]
        return data
