"""Server processor time of a log-in by code, an order and the start of its payment, with limits on.

    .venv/bin/python -m tests.benchmarks.limited_calls

One person after another, each from an address of their own, over one kept connection; gunicorn on Postgres
and Redis, the sandbox as provider. Processor time is that of the server's threads alone
(/proc/…/schedstat). Nothing here asserts; the figures stand in README.md.
"""

import time
from collections.abc import Callable
from itertools import count

import httpx
import psycopg

from deploy.services import private_services
from tests.benchmarks.measuring import machine, processor_seconds
from tests.benchmarks.orders import GUEST, PIECES, STOCK
from tests.sandbox_process import SandboxProcess
from tests.server_process import ServerProcess, ShopProcesses

WARM_UP = 40
TIMES = 200
ROUNDS = 3
MAILED = """SELECT context ->> 'code' FROM core_mail WHERE "to" = %s ORDER BY id DESC LIMIT 1"""
NO_NETWORK_LIMITS = """
from tests.shop_settings import change_shop
change_shop(limits={"unpaid_orders_per_network": 0, "unpaid_pieces_per_network": 0})
"""
# All limits count, and none is reached.
SETTINGS = {
    "LOG_LEVEL": "ERROR",
    "RATE_LIMIT_FACTOR": "100000",
    "NUM_PROXIES": "1",
    "HOLD_LIMITS": "1",
}


class Person:
    """Somebody with an address and a mailbox of their own."""

    _numbers = count(1)

    def __init__(self, http: httpx.Client, product: str, database: psycopg.Connection) -> None:
        number = next(self._numbers)
        self.http, self.product, self.database = http, product, database
        self.email = f"person{number}@akshamala.example"
        self.phone = f"9{number:09d}"
        self.address = {"X-Forwarded-For": f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"}
        self.order: dict[str, str] = {}

    def _post(self, path: str, body: object, **headers: str) -> dict[str, str]:
        answer = self.http.post(f"/api{path}", json=body, headers=self.address | headers)
        answer.raise_for_status()
        found: dict[str, str] = answer.json()["data"]
        return found

    def log_in(self) -> None:
        """Ask for a code, read it in the mail, and exchange it for a session."""
        self.http.cookies.clear()
        self._post("/auth/send-otp", {"email": self.email})
        mail = self.database.execute(MAILED, [self.email]).fetchone()
        assert mail is not None
        self._post("/auth/verify-otp", {"email": self.email, "otp": mail[0]})
        self.http.cookies.clear()

    def place(self) -> None:
        """Place an order of one piece, at the price of the quote."""
        items = [{"productId": self.product, "quantity": 1}]
        amount = self._post("/orders/quote", {"items": items})["totalAmount"]
        customer = GUEST | {"email": self.email, "phone": self.phone}
        body = {"items": items, "amount": amount, "customerInfo": customer}
        self.order = self._post("/orders/create-guest-order", body, **{"Idempotency-Key": self.phone})

    def pay(self) -> None:
        """Take the pieces and open the payment page."""
        body = {"orderId": self.order["orderId"], "key": self.order["orderKey"]}
        self._post("/phonepe/create-order", body, **{"Idempotency-Key": self.phone})


def measure(server: ServerProcess, new_person: Callable[[], Person]) -> None:
    """Print one table row for each kind of call: the least of the rounds' means."""
    kinds: dict[str, Callable[[Person], None]] = {
        "log-in by code": Person.log_in,
        "quote and order": Person.place,
        "hold and payment page": Person.pay,
    }
    for _ in range(WARM_UP):
        person = new_person()
        for call in kinds.values():
            call(person)
    means: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(ROUNDS):
        people = [new_person() for _ in range(TIMES)]
        for kind, call in kinds.items():
            began = processor_seconds(server.pid)
            for person in people:
                call(person)
            means[kind].append((processor_seconds(server.pid) - began) * 1000 / TIMES)
    for kind, found in means.items():
        print(f"| {kind} | {min(found):.1f} ms ({', '.join(f'{mean:.1f}' for mean in found)}) |", flush=True)


def main() -> None:
    """Print the table."""
    print(f"{time.strftime('%Y-%m-%d')}: {machine()}\n")
    print("| what | processor time of the server |\n| --- | --- |", flush=True)
    with (
        private_services() as services,
        SandboxProcess() as sandbox,
        ShopProcesses(
            database_url=services.postgres.url,
            redis_url=services.redis.url,
            SANDBOX_URL=sandbox.url,
            **SETTINGS,
        ) as shop,
    ):
        shop.manage("sample_shop", "--verbosity", "0")
        shop.manage("shell", "--verbosity", "0", "-c", NO_NETWORK_LIMITS)
        shop.manage("shell", "--verbosity", "0", "-c", STOCK)
        server = shop.serve_pages()
        with (
            psycopg.connect(shop.environment()["DATABASE_URL"], autocommit=True) as database,
            httpx.Client(base_url=server.url, timeout=30, trust_env=False) as http,
        ):
            find = "SELECT public_id FROM catalog_product WHERE on_hand = %s ORDER BY id"
            row = database.execute(find, [PIECES]).fetchone()
            assert row is not None
            product: str = row[0]
            measure(server, lambda: Person(http, product, database))


if __name__ == "__main__":
    main()
