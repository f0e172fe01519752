"""Web server and worker killed with -9 at random moments while people buy and get their money back.

Some use a code of few uses, some pay the courier, and a bank disputes some payments.

    .venv/bin/python -m tests.benchmarks.killed_processes               200 purchases, 60 refunds, on SQLite
    .venv/bin/python -m tests.benchmarks.killed_processes --only postgres
    .venv/bin/python -m tests.benchmarks.killed_processes --purchases 20 --refunds 6 --seed 7

Everything is real: processes, sockets, the provider's double with its messages. Who buys repeats a call that
broke off with the same key, as a browser does. In the end everything is left alone until nothing is due any
more, then the shop's books and the provider's must be equal, the ledger audit must find nothing, no code may
have more uses than its limit, and nothing may have happened twice; the command fails otherwise.
"""

import argparse
import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType
from typing import Any

import httpx

from deploy.environment import ROOT
from deploy.services import private_services
from tests.benchmarks.measuring import machine
from tests.mailbox import Mailbox
from tests.sandbox_process import Outcome, SandboxProcess
from tests.server_process import ServerProcess, ShopProcesses

# How the bank answers: mostly well.
OUTCOMES: tuple[Outcome, ...] = ("success",) * 8 + ("failure", "pending")
PATIENCE_SECONDS = 90.0
# On a machine with other work a document may take seconds.
SETTLED_WITHIN_SECONDS = 480.0
ADMIN = "admin@akshamala.example"
CODE = "KILLED10"
CASH_FEE_RUPEES = 49
GUEST = {
    "firstName": "Asha",
    "lastName": "Rao",
    "email": "asha@example.com",
    "phone": "9876543210",
    "address": {
        "street": "12 MG Road",
        "city": "Pune",
        "state": "Maharashtra",
        "pincode": "411001",
        "country": "India",
    },
}
# What is looked at in the end, in a process of its own that changes nothing: once messages are delivered,
# all that the provider did is in our books and the worker has made every document, the books must become
# equal. Past the deadline the comparison names what is missing. An attempt that failed leaves the provider's
# page open and may stay pending.
COMPARE = """
import json, time
import httpx
from project.backoffice.provider_reconciliation import differences
from project.invoices.models import DueDocument
from project.orders.models import DiscountCode, Order
from project.payments.audit.ledger import differences as audit_differences
from project.payments.models import CAPTURED, Payment, Refund, WebhookMessage

def still_due(books):
    paid = Payment.objects.filter(transaction_id__in=books["paid"])
    return (
        books["messagesWaiting"]
        + WebhookMessage.objects.filter(handled_at=None).count()
        + paid.exclude(status__in=CAPTURED).count()
        + Refund.objects.filter(status__in=("requested", "under_way")).count()
        + DueDocument.objects.count()
    )

deadline = time.monotonic() + {seconds}
while True:
    books = httpx.get({address!r}, timeout=30, trust_env=False).raise_for_status().json()
    late = time.monotonic() > deadline
    if late or not still_due(books):
        found = list(differences(paid=books["paid"], returned=books["returned"]))
        if late or not found:
            break
    time.sleep(0.5)
found += audit_differences()
for code in DiscountCode.objects.exclude(limit=None):
    if Order.objects.with_code(code).count() > code.limit:
        found.append(str(code) + " is used more often than it may")
print(json.dumps(found))
"""


@dataclass
class Tally:
    """Counts for the table."""

    kills: int = 0
    broken_calls: int = 0
    paid: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


class Refused(RuntimeError):
    """The shop refused a call; `code` says why."""

    def __init__(self, path: str, answer: httpx.Response) -> None:
        super().__init__(f"{path}: {answer.status_code} {answer.text}")
        self.code = str(answer.json().get("code", ""))


class Crowd:
    """Shoppers and staff who know nothing of crashes but calls that break off."""

    def __init__(
        self, url: str, http: httpx.Client, sandbox: SandboxProcess, tally: Tally, seed: int
    ) -> None:
        self._url = url
        self._http = http
        self._sandbox = sandbox
        self._tally = tally
        self._seed = seed
        self._mailbox = Mailbox(url, http)
        self._token = ""

    def log_in(self) -> None:
        """Log in as an admin by the code in the mail."""
        mark = self._mailbox.last_id()
        self._call("POST", "/auth/send-otp", {"email": ADMIN})
        code = self._mailbox.code_to(ADMIN, containing="login code", after=mark)
        answer = self._call("POST", "/auth/verify-otp", {"email": ADMIN, "otp": code})
        headers = {"Authorization": f"Bearer {answer['token']}"}
        proven = self._http.post(f"{self._url}/dev/second-factor", headers=headers).raise_for_status()
        self._token = proven.json()["token"]

    def buy(self, number: int, product: str) -> None:
        """Order, open the payment page, pay there, come back; with a code as long as it has uses."""
        dice = random.Random(f"{self._seed} buy {number}")
        try:
            payment = self._begin(f"{number}-code", product, GUEST, CODE) if dice.random() < 0.4 else None
        except Refused as refused:
            if not refused.code.startswith("DISCOUNT_"):
                raise
            payment = None
        payment = payment or self._begin(f"{number}", product, GUEST)
        transaction_id = str(payment["transactionId"])
        outcome = dice.choice(OUTCOMES)
        time.sleep(dice.random())
        self._sandbox.settle(transaction_id, outcome)
        if outcome == "pending":
            time.sleep(dice.random() * 3)
            self._sandbox.settle(transaction_id, "success")
        if dice.random() < 0.5:
            self._call("POST", "/payments/verify-phonepe", {"merchantTransactionId": transaction_id})
        if outcome != "failure":
            with self._tally.lock:
                self._tally.paid.append(transaction_id)

    def buy_for_cash(self, number: int, product: str) -> None:
        """Order, type the mailed code; the courier hands the parcel over, or brings it back."""
        dice = random.Random(f"{self._seed} cash {number}")
        email = f"cash-{self._seed}-{number}@example.com"
        order = self._order(f"cash-{number}", product, GUEST | {"email": email})
        path, headers = (
            f"/orders/{order['orderId']}/cash-on-delivery",
            {"X-Order-Key": str(order["orderKey"])},
        )
        amount = {"amount": order["amount"] + CASH_FEE_RUPEES}
        self._call("POST", path, amount, headers=headers)
        self._call("POST", f"{path}/confirm", {"code": self._code_to(email)}, headers=headers)
        way = ["processing", "packaging", "dispatched", "out_for_delivery"]
        is_taken = dice.random() < 0.7
        for status in [*way, "delivered"] if is_taken else way:
            body = {"status": status, "trackingNumber": "AB1234", "withoutCertificates": True}
            self._call("PUT", f"/admin/orders/{order['orderId']}/status", body)
        if not is_taken:
            cash = f"/admin{path}"
            self._call("POST", f"{cash}/refused", {"note": "Nobody was at home"})
            self._call("POST", f"{cash}/back", {"lines": [{"line": 1, "quantity": 1}]})

    def dispute(self, number: int, transaction_id: str) -> None:
        """Let a bank claim a payment and decide; staff enter it, as this provider does not tell of it."""
        self._wait_for_success(transaction_id)
        told = self._sandbox.control(f"/orders/{transaction_id}/dispute", amount=10_000)["disputeId"]
        entered = {"transactionId": transaction_id, "amount": 100, "providerDisputeId": told}
        key = f"dispute-{self._seed}-{number}"
        dispute = self._call("POST", "/admin/disputes", entered, key=key)["dispute"]
        step = random.Random(f"{self._seed} dispute {number}").choice(("won", "lost"))
        self._sandbox.control(f"/disputes/{told}/move", to=step)
        body = {"step": step, "notes": "As the bank says"}
        self._call("POST", f"/admin/disputes/{dispute['_id']}/step", body, key=f"{key}-{step}")

    def _begin(self, name: str, product: str, guest: dict[str, Any], code: str = "") -> dict[str, Any]:
        order = self._order(name, product, guest, code)
        body = {"orderId": order["orderId"], "key": order["orderKey"]}
        return self._call("POST", "/phonepe/create-order", body)

    def _order(self, name: str, product: str, guest: dict[str, Any], code: str = "") -> dict[str, Any]:
        items = [{"productId": product, "quantity": 1, "customization": {}}]
        wanted = {"items": items, "discountCode": code}
        amount = self._call("POST", "/orders/quote", wanted)["totalAmount"]
        body = wanted | {"customerInfo": guest, "amount": amount}
        key = f"order-{self._seed}-{name}"
        return self._call("POST", "/orders/create-guest-order", body, key=key) | {"amount": amount}

    def _code_to(self, email: str) -> str:
        """Return the code in the newest mail, however often the mailbox's server is killed meanwhile."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return self._mailbox.code_to(email)
            except (httpx.HTTPError, LookupError):
                if time.monotonic() > deadline:
                    raise

    def _wait_for_success(self, transaction_id: str) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            shown = self._call("GET", f"/transactions/{transaction_id}")["transaction"]
            if shown["status"] == "SUCCESS":
                break
            if time.monotonic() > deadline:
                raise RuntimeError(f"{transaction_id} is {shown['status']} and was paid")
            time.sleep(0.5)

    def refund(self, number: int, transaction_id: str) -> None:
        """Give part of a payment back, once it is in our books."""
        self._wait_for_success(transaction_id)
        rupees = random.Random(f"{self._seed} refund {number}").randint(1, 100)
        self._call(
            "POST",
            f"/transactions/{transaction_id}/refund",
            {"amount": rupees, "reason": "customer_request"},
            key=f"refund-{self._seed}-{number}",
        )

    def _call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        key: str = "",
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> dict[str, Any]:
        """Call until an answer comes: the same call with the same key, as browsers do it.

        Raises Refused.
        """
        more = headers
        headers = {"Accept-Language": "en", "Origin": self._url, **more}
        if self._token and path != "/auth/session":
            headers["Authorization"] = f"Bearer {self._token}"
        if key:
            headers["Idempotency-Key"] = key
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                answer = self._http.request(method, f"{self._url}/api{path}", json=body, headers=headers)
                if answer.status_code < 500:
                    break
            except httpx.HTTPError:
                pass
            if time.monotonic() > deadline:
                raise RuntimeError(f"{method} {path}: no answer for {PATIENCE_SECONDS} s")
            with self._tally.lock:
                self._tally.broken_calls += 1
            time.sleep(0.3)
        if answer.status_code == 401 and self._token and path != "/auth/session":
            self._token = self._call("POST", "/auth/session")["token"]
            return self._call(method, path, body, key=key, headers=more)
        if answer.is_error:
            raise Refused(f"{method} {path}", answer)
        data: dict[str, Any] = answer.json()["data"]
        return data


def kill_at_random(victims: list[ServerProcess], tally: Tally, crowd: Future[None], seed: int) -> None:
    """Kill the processes in turn with -9 and start each again, every few seconds until the crowd is done.

    Each is killed at least once. What starts a process must outlive it, so this is not a thread's work.
    """
    dice = random.Random(f"{seed} kill")
    pause = 0.2
    for turn in count():
        wait([crowd], timeout=pause)
        if crowd.done() and turn >= len(victims):
            return
        began = time.monotonic()
        victims[turn % len(victims)].restart()
        tally.kills += 1
        # On a slow machine a process lives longer, too: something must get done in between.
        pause = dice.uniform(0.5, 4.0) + time.monotonic() - began


def run(
    *,
    purchases: int,
    refunds: int,
    seed: int,
    database_url: str = "",
    redis_url: str = "",
    people: int = 6,
    provider: str = "phonepe",
) -> tuple[Tally, list[str]]:
    """Let it happen and return what was done and what does not agree afterwards."""
    tally = Tally()
    with (
        httpx.Client(timeout=15, trust_env=False) as http,
        SandboxProcess() as sandbox,
        ShopProcesses(
            database_url=database_url,
            redis_url=redis_url,
            SANDBOX_URL=sandbox.url,
            LOG_LEVEL="ERROR",
            PAYMENT_PROVIDERS=provider,
        ) as shop,
    ):
        product = furnish(shop, purchases)
        web = shop.serve()
        worker = shop.work(SITE_URL=web.url)
        sandbox.control("/settings", webhook_url=f"{web.url}/api/payments/webhooks/{provider}")
        crowd = Crowd(web.url, http, sandbox, tally, seed)
        crowd.log_in()

        def act() -> None:
            each(purchases, people, lambda number: crowd.buy(number, product))
            chosen = random.Random(f"{seed} choose").choices(tally.paid, k=refunds)
            each(refunds, people, lambda number: crowd.refund(number, chosen[number]))
            each(purchases // 5, people, lambda number: crowd.buy_for_cash(number, product))
            disputed = sorted(set(tally.paid) - set(chosen))[: purchases // 5]
            each(
                len(disputed) if provider == "phonepe" else 0,
                people,
                lambda number: crowd.dispute(number, disputed[number]),
            )

        with ThreadPoolExecutor(1) as pool:
            acting = pool.submit(act)
            kill_at_random([web, worker], tally, acting, seed)
            acting.result()
        return tally, compare(shop, sandbox)


def each(count: int, people: int, act: Callable[[int], None]) -> None:
    """Let so many people at a time do it; the first mishap is raised."""
    with ThreadPoolExecutor(people) as pool:
        for future in [pool.submit(act, number) for number in range(count)]:
            future.result()


def furnish(shop: ShopProcesses, pieces: int) -> str:
    """Have an admin, a code, cash on delivery and enough of one product; return the product's public id."""
    return ask(
        shop,
        "from tests.cod.cash_helpers import offer_cash\n"
        "from tests.factories import make_product, make_user\n"
        "from project.orders.models import DiscountCode\n"
        f"DiscountCode.objects.create(code={CODE!r}, percent=10, limit={max(1, pieces // 5)})\n"
        f"offer_cash(fee_paise={CASH_FEE_RUPEES * 100})\n"
        f"make_user(role='admin', email={ADMIN!r}, is_sample=True)\n"
        f"print(make_product(stock={pieces + 100}, price_paise=50_000).public_id)",
    )


def ask(shop: ShopProcesses, code: str) -> str:
    """Run code in a process of the shop and return the last line it prints."""
    return printed(shop, code)[-1]


def printed(shop: ShopProcesses, code: str) -> list[str]:
    """Run code in a process of the shop and return the lines it prints."""
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", code]
    done = subprocess.run(
        command, cwd=ROOT, env=shop.environment(), check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout.strip().splitlines()


def compare(shop: ShopProcesses, sandbox: SandboxProcess) -> list[str]:
    """Leave everything alone until nothing is due; return how the shop's books and the provider's differ."""
    code = COMPARE.format(address=f"{sandbox.url}/control/books", seconds=SETTLED_WITHIN_SECONDS)
    found: list[str] = json.loads(ask(shop, code))
    return found


def main() -> None:
    """Print a table row; fail when anything does not agree."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=["postgres", "sqlite"])
    parser.add_argument("--purchases", type=int, default=200)
    parser.add_argument("--refunds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    chosen = parser.parse_args()
    print(f"{time.strftime('%Y-%m-%d')}: {machine()}; seed {chosen.seed}\n")
    print("| engine | what | measured |\n| --- | --- | --- |", flush=True)
    wrong = False
    amounts = {"purchases": chosen.purchases, "refunds": chosen.refunds, "seed": chosen.seed}
    for engine in ("sqlite", "postgres"):
        if chosen.only not in (None, engine):
            continue
        began = time.monotonic()
        if engine == "sqlite":
            tally, found = run(**amounts)
        else:
            with private_services() as services:
                tally, found = run(
                    **amounts, database_url=services.postgres.url, redis_url=services.redis.url
                )
        print(
            f"| {engine} | {chosen.purchases} purchases, {chosen.refunds} refunds |"
            f" killed {tally.kills} times, {tally.broken_calls} calls broke off; {len(found)} differences;"
            f" {time.monotonic() - began:.0f} s |",
            flush=True,
        )
        for line in found:
            print(f"    {line}")
        wrong = wrong or bool(found)
    if wrong:
        sys.exit("the books differ")


if __name__ == "__main__":
    main()
