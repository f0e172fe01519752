"""Sample shoppers and sample staff, each a caller of the shop's own API and of the sandbox, as in life."""

import random
import socket
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx
from django.conf import settings

from project.core.site_address import site_url
from project.payments.shared.api_names import CREATE_PAYMENT, VERIFY_PAYMENT

CITIES = (
    ("Varanasi", "Uttar Pradesh", "221001"),
    ("Pune", "Maharashtra", "411001"),
    ("Kochi", "Kerala", "682001"),
    ("Jaipur", "Rajasthan", "302001"),
    ("Guwahati", "Assam", "781001"),
)
NAMES = (
    ("Asha", "Rao"),
    ("Vikram", "Nair"),
    ("Meera", "Joshi"),
    ("Arjun", "Das"),
    ("Kavya", "Iyer"),
    ("Rohan", "Gupta"),
)
MODES = ("UPI_INTENT", "UPI_QR", "UPI_COLLECT", "CARD", "NET_BANKING", "WALLET")
# What the bank says, word after word, with weights. Nothing: the shopper walks away and the page expires.
BANK_OUTCOMES: tuple[tuple[int, tuple[str, ...]], ...] = (
    (62, ("success",)),
    (8, ("pending", "success")),
    (6, ("failure", "success")),
    (5, ("final failure",)),
    (4, ("failure", "cancel")),
    (5, ("cancel",)),
    (2, ("cancel", "late success")),
    (3, ("pending",)),
    (5, ()),
)
# What becomes of a paid order, with weights; "refund" and "part" send money back.
STAFF_WORK: tuple[tuple[int, tuple[str, ...]], ...] = (
    (50, ()),
    (20, ("processing",)),
    (8, ("processing", "packaging")),
    (10, ("processing", "packaging", "dispatched")),
    (7, ("part",)),
    (3, ("refund",)),
    (2, ("cancelled",)),
)
# Seconds: what a shopper takes on the pay page, the bank for its late word, staff for the next step.
THINKING = (1.0, 6.0)
BANK = (4.0, 15.0)
AT_THE_DESK = (1.0, 5.0)
# How long one order takes on average, by the pauses above.
AVERAGE_SECONDS = 10.0
# Staff find an order unpaid as long as the shop has not heard of its money.
TRIES = 6
SHOP_HEARS_WITHIN_SECONDS = 15.0
SOME_FAILURES = ("Z9", "ZM", "U28", "AUTH_TIMEOUT")
# Network addresses that shoppers come from, where this machine has more than one.
ADDRESSES = 20
# Pieces that are delivered when a product runs out.
DELIVERY = (10, 30)


# Another shopper was quicker: this one chooses something else.
GONE_MEANWHILE = {
    "OUT_OF_STOCK",
    "PRODUCT_UNAVAILABLE",
    "HOLD_LIMIT",
    "HOLD_PROOF_REQUIRED",
    "PRICE_CHANGED",
}


class Refused(Exception):
    """The shop said no, with this code."""

    def __init__(self, detail: str, code: str = "") -> None:
        super().__init__(detail)
        self.code = code


class Closing(Exception):
    """The traffic ends, and with it this order."""


def loopback_addresses(url: str, count: int) -> list[str]:
    """Return addresses of this machine that people may come from, none where only one is to be had.

    The shop limits what one address and one network may do, so each is in a network (/24) of its own. On
    Linux all of 127.0.0.0/8 is this machine.
    """
    if urlsplit(url).hostname not in ("127.0.0.1", "localhost"):
        return []
    try:
        with socket.socket() as probe:
            probe.bind(("127.0.0.2", 0))
    except OSError:
        return []
    return [f"127.{number // 250}.{number % 250 + 1}.1" for number in range(count)]


class Traffic:
    """A shop's day. `tokens` give access tokens of staff by role; without them nobody works on the orders.

    `speed` divides every pause.
    """

    def __init__(
        self,
        url: str,
        sandbox_url: str,
        *,
        tokens: Mapping[str, Callable[[], str]],
        speed: float = 1,
    ) -> None:
        self._url = f"{url.rstrip('/')}/api"
        self._sandbox = sandbox_url.rstrip("/")
        self._tokens = tokens
        self._speed = speed
        self._ended = threading.Event()
        transports = [
            httpx.HTTPTransport(local_address=each) for each in loopback_addresses(url, ADDRESSES)
        ] or [httpx.HTTPTransport()]
        self._clients = [httpx.Client(timeout=30, transport=each) for each in transports]

    def end(self) -> None:
        """End all pauses, so that every thread ends."""
        self._ended.set()

    def close(self) -> None:
        """Close the connections, once all threads have ended."""
        for client in self._clients:
            client.close()

    def run_order(self, number: int) -> str:
        """Order, pay or not, and let staff do their part; return what happened, in a line."""
        outcome = _weighted_choice(BANK_OUTCOMES)
        http = self._clients[number % len(self._clients)]
        order, transaction_id = self._order_and_begin_to_pay(http, number)
        for word in outcome:
            self._pause(BANK if word == "late success" else THINKING)
            self._bank(http, transaction_id, word)
            if word == "pending":
                self._pause(BANK)
        if random.random() < 0.5:
            # Back from the pay page; of the others the shop hears by the provider's message.
            body = {"merchantTransactionId": transaction_id}
            self._call(http, "POST", VERIFY_PAYMENT, body)
        line = [transaction_id, f"₹{order['amount']}", *outcome]
        if outcome and outcome[-1].endswith("success") and self._tokens:
            staff_steps = _weighted_choice(STAFF_WORK)
            for step in staff_steps:
                self._pause(AT_THE_DESK)
                self._work(http, step, order, transaction_id)
            line += staff_steps
        return " ".join(line)

    def deliver(self) -> str:
        """Let a delivery arrive of the product that runs out first; return which."""
        http, token = self._clients[0], self._tokens["catalogue"]()
        query = "/admin/products?sortBy=stock-low&limit=1"
        (product,) = self._call(http, "GET", query, token=token)["products"]
        body = {"change": random.randint(*DELIVERY), "cause": "Goods received"}
        self._call(http, "POST", f"/admin/products/{product['_id']}/stock", body, token=token)
        return f"{product['slug']}: {body['change']} pieces delivered"

    def _order_and_begin_to_pay(self, http: httpx.Client, number: int) -> tuple[dict[str, Any], str]:
        """Return the order and its transaction id; who finds the goods gone chooses others."""
        tries = 0
        while True:
            try:
                order = self._order(http, number)
                body = {"orderId": order["orderId"], "key": order["orderKey"]}
                return order, str(self._call(http, "POST", CREATE_PAYMENT, body)["transactionId"])
            except Refused as refused:
                tries += 1
                if tries == TRIES or refused.code not in GONE_MEANWHILE:
                    raise

    def _order(self, http: httpx.Client, number: int) -> dict[str, Any]:
        on_sale = self._on_sale(http)
        if not on_sale:
            raise Refused("everything is sold out; manage.py sample_shop --reset restocks")
        chosen = random.sample(on_sale, k=min(len(on_sale), random.choice((1, 1, 1, 2))))
        first_name, last_name = random.choice(NAMES)
        city, state, pincode = random.choice(CITIES)
        body: dict[str, Any] = {
            "items": [
                {"productId": each["_id"], "quantity": 1, "customization": self._choice(http, each)}
                for each in chosen
            ],
            "customerInfo": {
                "firstName": first_name,
                "lastName": last_name,
                "email": f"shopper-{number}@akshamala.example",
                "phone": f"90000{random.randrange(100_000):05d}",
                "address": {"street": "Sample street 1", "city": city, "state": state, "pincode": pincode},
            },
        }
        # As a shopper does: they pay the price that they were shown.
        asked = {"items": body["items"], "state": state, "pincode": pincode}
        quote = self._call(http, "POST", "/orders/quote", asked)
        body["amount"] = quote["totalAmount"]
        order: dict[str, Any] = self._call(http, "POST", "/orders/create-guest-order", body)
        return order

    def _on_sale(self, http: httpx.Client) -> list[dict[str, Any]]:
        page = self._call(http, "GET", "/products?limit=48")
        pages = page["pagination"]["totalPages"]
        if (number := random.randint(1, pages)) > 1:
            page = self._call(http, "GET", f"/products?limit=48&page={number}")
        return [each for each in page["products"] if each["isAvailable"]]

    def _choice(self, http: httpx.Client, product: Mapping[str, Any]) -> dict[str, Any]:
        """Take the first origin and size on offer, as the product page does."""
        offered = self._call(http, "GET", f"/products/{product['slug']}")["product"]["customization"]
        choice: dict[str, Any] = {}
        for field, kind in (("origin", "origins"), ("size", "sizes")):
            names = [option["name"] for option in offered[kind] if option["available"]]
            if names:
                default = "Nepal" if kind == "origins" else "regular"
                choice[field] = default if default in names else names[0]
        return choice

    def _bank(self, http: httpx.Client, transaction_id: str, word: str) -> None:
        said = {"final failure": "failure", "late success": "success"}.get(word, word)
        http.post(
            f"{self._sandbox}/control/orders/{transaction_id}/settle",
            json={
                "outcome": said,
                "mode": random.choice(MODES),
                "detail": random.choice(SOME_FAILURES),
                "late": word == "late success",
                "final": word == "final failure",
            },
        ).raise_for_status()

    def _work(self, http: httpx.Client, step: str, order: Mapping[str, Any], transaction_id: str) -> None:
        """Do one thing with a paid order as staff do, again and again until the shop knows of the money."""
        for left in reversed(range(TRIES)):
            try:
                if step in ("part", "refund"):
                    self._refund(http, order, transaction_id, share=0.3 if step == "part" else 1)
                else:
                    self._move(http, order["orderId"], step)
                return
            except Refused:
                if not left:
                    raise
                # At no speed does the shop hear of the money sooner.
                self._pause(AT_THE_DESK, at_least=SHOP_HEARS_WITHIN_SECONDS / TRIES)

    def _move(self, http: httpx.Client, order_id: str, status: str) -> None:
        body: dict[str, Any] = {"status": status}
        if status == "dispatched":
            body |= {"carrier": "Delhivery", "trackingNumber": f"{random.randrange(10**10):010d}"}
            body["withoutCertificates"] = not self._give_certificates(http, order_id)
        path = f"/admin-orders/orders/{order_id}/status"
        self._call(http, "PATCH", path, body, token=self._tokens["orders"]())

    def _give_certificates(self, http: httpx.Client, order_id: str) -> bool:
        """Give the pieces certificates of their products as a packer does; return whether all have one."""
        path, complete = f"/admin/orders/{order_id}", True
        for line in self._call(http, "GET", path, token=self._tokens["orders"]())["certified"]:
            pieces = [each for each in line["pieces"] if each["isVoid"] or not each["certificate"]]
            of_line = f"{path}/lines/{line['line']}"
            free = self._call(http, "GET", f"{of_line}/certificates", token=self._tokens["orders"]())
            # Two packers seldom take the same one.
            chosen = random.sample(free["certificates"], k=min(len(pieces), len(free["certificates"])))
            complete = complete and len(chosen) == len(pieces)
            for piece, certificate in zip(pieces, chosen, strict=False):
                body = {"number": certificate["number"], "seen": piece["certificate"]}
                piece_path = f"{of_line}/pieces/{piece['piece']}/certificate"
                self._call(http, "PUT", piece_path, body, token=self._tokens["orders"]())
        return complete

    def _refund(
        self, http: httpx.Client, order: Mapping[str, Any], transaction_id: str, *, share: float
    ) -> None:
        amount = order["amount"] if share == 1 else max(1, round(order["amount"] * share))
        body = {"amount": amount, "reason": "customer_request", "notes": "Sample refund"}
        path = f"/transactions/{transaction_id}/refund"
        self._call(http, "POST", path, body, token=self._tokens["finance"]())

    def _pause(self, seconds: tuple[float, float], *, at_least: float = 0.0) -> None:
        if self._ended.wait(max(at_least, random.uniform(*seconds) / self._speed)):
            raise Closing

    def _call(
        self,
        http: httpx.Client,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        token: str = "",
    ) -> Any:
        headers = {"Idempotency-Key": str(uuid.uuid4()), "Accept-Language": "en"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        response = http.request(method, f"{self._url}{path}", json=body, headers=headers)
        answer = response.json()
        if not answer["success"]:
            code = answer["code"]
            raise Refused(f"{method} {path}: {response.status_code} {code}", code)
        return answer["data"]


def sandbox_of(url: str) -> str:
    """Return the sandbox of the shop at this address: its own unless SANDBOX_URL names another."""
    built_in = f"{site_url()}/sandbox"
    return f"{url}/sandbox" if built_in == settings.SANDBOX_URL else str(settings.SANDBOX_URL)


def _weighted_choice(choices: Sequence[tuple[int, tuple[str, ...]]]) -> tuple[str, ...]:
    return random.choices([each for _, each in choices], [weight for weight, _ in choices])[0]
