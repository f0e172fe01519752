"""The festival's crowd: shoppers who look around, search, fill carts, order and pay, and staff who look.

    python -m tests.benchmarks.festival.shoppers      orders on standard input, see generator.py

Each visit has an address, a connection with its own handshake, and ten page views. A buyer quotes the cart,
orders, opens the payment, pays at the provider, comes back and watches the payment's screen.
"""

import asyncio
import json
import random
import time
from collections import deque
from contextlib import suppress
from itertools import combinations, count
from typing import Any
from urllib.parse import urlencode

import httpx

from tests.benchmarks.festival.generator import Tally, new_address, own_certificate, serve_forever
from tests.benchmarks.festival.watchers import Screen
from tests.benchmarks.orders import GUEST, items_of
from tests.benchmarks.rest import Connection

VIEWS_PER_VISIT = 10
# For each so many page views somebody searches, with suggestions first.
VIEWS_PER_SEARCH = 20
# Carts that are looked at for each that is ordered.
CARTS_PER_ORDER = 2
STAFF_PER_SECOND = 1.0
# How many buyers stay on the payment's screen.
SCREENS = 500
PAID_WITHIN_SECONDS = 60.0
# nginx ends a connection that is idle for 30 s.
IDLE_SECONDS = 20.0


class Visitor:
    """A shopper's browser as the shop sees it."""

    def __init__(self, host: str, token: str = "") -> None:
        self.connection = Connection(host, tls=_TLS)
        self.headers = {"X-Forwarded-For": new_address()}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"
        self.views = 0
        self.used_at = time.monotonic()

    async def get(self, path: str) -> int:
        """Return the status, 0 for a connection that broke."""
        try:
            return await self.connection.get(path, self.headers)
        except (OSError, EOFError, ValueError):
            self.connection.close()
            return 0
        finally:
            self.used_at = time.monotonic()

    async def post(self, path: str, body: Any, key: str = "") -> int:
        """Return the status, 0 for a connection that broke."""
        headers = self.headers | ({"Idempotency-Key": key} if key else {})
        try:
            return await self.connection.post(path, json.dumps(body).encode(), headers)
        except (OSError, EOFError, ValueError):
            self.connection.close()
            return 0

    @property
    def data(self) -> dict[str, Any]:
        """Return the data of the last answer."""
        return dict(json.loads(self.connection.body)["data"])


_TLS = own_certificate()


class Crowd:
    """All shoppers, in this process."""

    def __init__(self) -> None:
        self._dice = random.Random(1)
        self._numbers = count(1)
        self._idle: list[Visitor] = []
        self._payments: deque[tuple[str, Screen]] = deque()

    async def meet(
        self, host: str, sandbox: str, slugs: list[str], buyable: list[str], texts: list[str], token: str
    ) -> None:
        """Learn where the shop and the provider are, what is sold and what people search for."""
        self._host = host
        self._provider = httpx.AsyncClient(base_url=sandbox, timeout=30, trust_env=False)
        self._slugs, self._pairs, self._texts = slugs, list(combinations(buyable, 2)), texts
        self._token = token
        self._staff: list[Visitor] = []

    async def load(self, pages: float, orders: float, seconds: float) -> dict[str, Any]:
        """Come at these rates a second for so long; return how it went once all have been answered."""
        self._tally = tally = Tally()
        lag = asyncio.create_task(tally.watch_lag())
        async with asyncio.TaskGroup() as group:
            for rate, route, act in (
                (pages, "page", self._view),
                (pages / VIEWS_PER_SEARCH, "search", self._search),
                (orders * (CARTS_PER_ORDER - 1), "cart", self._fill_cart),
                (orders, "order", self._buy),
                (STAFF_PER_SECOND, "staff", self._look_as_staff),
            ):
                if rate:
                    group.create_task(tally.by_clock(rate, seconds, route, act))
        lag.cancel()
        with suppress(asyncio.CancelledError):
            await lag
        return tally.report()

    async def payments(self) -> list[list[str]]:
        """Return the payments whose screens are open, and the status each shows."""
        return [
            [name, screen.data()["status"] if screen.is_open else "closed"] for name, screen in self._payments
        ]

    def _visitor(self) -> Visitor:
        while self._idle:
            visitor = self._idle.pop()
            if time.monotonic() - visitor.used_at < IDLE_SECONDS:
                return visitor
            visitor.connection.close()
        return Visitor(self._host)

    async def _view(self, due: float) -> None:
        visitor = self._visitor()
        dice = self._dice.random()
        if dice < 0.15:
            route, path = "front page", "/"
        elif dice < 0.4:
            route, path = "product list", self._dice.choice(("/products", "/products?page=2"))
        else:
            route, path = "product page", f"/products/{self._dice.choice(self._slugs)}"
        self._tally.note(route, due, await visitor.get(path))
        visitor.views += 1
        if visitor.views < VIEWS_PER_VISIT:
            self._idle.append(visitor)
        else:
            visitor.connection.close()

    async def _search(self, due: float) -> None:
        visitor = Visitor(self._host)
        text = self._dice.choice(self._texts)
        status = await visitor.get(f"/api/products/suggest?{urlencode({'q': text})}")
        self._tally.note("suggestions", due, status)
        began = time.perf_counter()
        status = await visitor.get(f"/products?{urlencode({'search': text})}")
        self._tally.note("search", began, status)
        visitor.connection.close()

    async def _fill_cart(self, due: float) -> None:
        visitor = Visitor(self._host)
        await self._quote(visitor, due)
        visitor.connection.close()

    async def _quote(self, visitor: Visitor, due: float) -> tuple[tuple[str, str], float | None]:
        pair = self._dice.choice(self._pairs)
        status = await visitor.post("/api/orders/quote", {"items": items_of(pair)})
        self._tally.note("cart", due, status)
        return pair, visitor.data["totalAmount"] if status == 200 else None

    async def _buy(self, due: float) -> None:
        visitor = Visitor(self._host)
        try:
            pair, amount = await self._quote(visitor, due)
            if amount is None:
                return
            number = next(self._numbers)
            guest = GUEST | {
                "email": f"guest{number}@akshamala.example",
                "phone": f"98{number:08d}",
            }
            body = {"items": items_of(pair), "amount": amount, "customerInfo": guest}
            began = time.perf_counter()
            status = await visitor.post("/api/orders/create-guest-order", body, f"order-{number}")
            self._tally.note("order", began, status)
            if status == 200:
                order = visitor.data
                body = {"orderId": order["orderId"], "key": order["orderKey"]}
                began = time.perf_counter()
                status = await visitor.post("/api/phonepe/create-order", body, f"pay-{number}")
                self._tally.note("payment opened", began, status)
                if status == 200:
                    await self._pay(visitor, str(visitor.data["transactionId"]))
        finally:
            visitor.connection.close()

    async def _pay(self, visitor: Visitor, transaction_id: str) -> None:
        """Pay at the provider, come back, and wait on the payment's screen until it says so."""
        try:
            answer = await self._provider.post(
                f"/control/orders/{transaction_id}/settle", json={"outcome": "success"}
            )
            answer.raise_for_status()
        except httpx.HTTPError as error:
            self._tally.errors[f"provider: {type(error).__name__}"] += 1
            return
        paid = time.perf_counter()
        status = await visitor.get(f"/order-confirmation/{transaction_id}")
        self._tally.note("payment page", paid, status)
        screen = Screen(
            self._host, f"payment:{transaction_id}", tls=_TLS, address=visitor.headers["X-Forwarded-For"]
        )
        try:
            await screen.open()
        except OSError as error:
            self._tally.errors[f"payment socket: {str(error)[:60]}"] += 1
            return
        began = time.perf_counter()
        status = await visitor.post("/api/payments/verify-phonepe", {"merchantTransactionId": transaction_id})
        self._tally.note("return", began, status)
        while screen.is_open and screen.data()["status"] != "SUCCESS":
            if time.perf_counter() > paid + PAID_WITHIN_SECONDS:
                break
            await asyncio.sleep(0.02)
        shown = screen.is_open and screen.data()["status"] == "SUCCESS"
        self._tally.note("paid on the screen", paid, 200 if shown else 504)
        self._payments.append((transaction_id, screen))
        if len(self._payments) > SCREENS:
            self._payments.popleft()[1].cut()

    async def _look_as_staff(self, due: float) -> None:
        staff = self._staff.pop() if self._staff else Visitor(self._host, self._token)
        self._tally.note("staff's board", due, await staff.get("/api/transactions"))
        began = time.perf_counter()
        self._tally.note("staff's orders", began, await staff.get("/api/admin-orders/orders"))
        self._staff.append(staff)


async def _main() -> None:
    crowd = Crowd()
    await serve_forever({"meet": crowd.meet, "load": crowd.load, "payments": crowd.payments})


if __name__ == "__main__":
    asyncio.run(_main())
