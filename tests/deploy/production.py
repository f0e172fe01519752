"""The shop as deploy/compose.yaml runs it, without containers.

nginx (nginx.py), Postgres, Redis, gunicorn, daphne, worker and renderer are real, and so is PgBouncer where
it is wanted. The settings are production's (DEBUG=0); the provider is its double, which trusts nginx's
certificate, and the mail server remembers what it gets.
"""

import json
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg

from deploy import machine, processes
from deploy.environment import ROOT, prepare_node
from deploy.services import Services, private_services
from tests.deploy.nginx import make_certificate, serve_nginx
from tests.deploy.pgbouncer import PgBouncer
from tests.realtime.action_process import ActionProcess
from tests.sandbox_process import SandboxProcess
from tests.server_process import ServerProcess, ShopProcesses
from tests.smtp_server import SmtpServer
from tests.waiting import eventually

OPERATOR = "operator@akshamala.example"
SELLER = {
    "seller": {
        "legal_name": "Akshamala Testing",
        "address": "1 Test Road, Pune 411001",
        "grievance_officer": "Testing Officer",
    },
    "contact": {"email": "shop@akshamala.example", "phone": "+91 98765 43210"},
    "tax": {"state": "Maharashtra", "registration": "unregistered"},
}
METRICS_TOKEN = "a token for monitors"
# Who shows it reads which part is missing.
MONITOR = {"Authorization": f"Bearer {METRICS_TOKEN}"}
CUSTOMER = {
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


class Storefront:
    """A shop as the world reaches it, and what a buyer does there."""

    url: str
    sandbox: SandboxProcess
    product: dict[str, str]

    def http(self, **options: Any) -> httpx.Client:
        """Return a client of the shop as the world reaches it."""
        return httpx.Client(base_url=self.url, verify=False, trust_env=False, timeout=30, **options)

    def buy(self, http: httpx.Client) -> str:
        """Order a piece, open the payment, pay at the provider, come back; return the payment's id."""
        payment = self.open_payment(http)
        self.sandbox.settle(payment, "success")
        self._call(http, "/payments/verify-phonepe", {"merchantTransactionId": payment})
        return payment

    def open_payment(self, http: httpx.Client) -> str:
        """Order a piece and open the payment; return its id."""
        item = {"productId": self.product["id"], "quantity": 1, "customization": {}}
        quote = self._call(http, "/orders/quote", {"items": [item]})
        order = self._call(
            http,
            "/orders/create-guest-order",
            {"items": [item], "customerInfo": CUSTOMER, "amount": quote["totalAmount"]},
        )
        opened = self._call(
            http, "/phonepe/create-order", {"orderId": order["orderId"], "key": order["orderKey"]}
        )
        return str(opened["transactionId"])

    def _call(self, http: httpx.Client, path: str, body: Any) -> Any:
        key = {"Idempotency-Key": f"{threading.get_ident()}-{time.time_ns()}"}
        return http.post(f"/api{path}", json=body, headers=key).raise_for_status().json()["data"]


class Production(Storefront):
    """The running shop; everything ends with the block.

    With `trust_proxy` a caller is who X-Forwarded-For says, with `pooler` PgBouncer stands before Postgres.
    nginx takes so many `connections` in each of its two processes.
    """

    def __init__(
        self, *, trust_proxy: bool = False, pooler: bool = False, connections: int = 1024, **settings: str
    ) -> None:
        self._trust_proxy = trust_proxy
        self._connections = connections
        self._has_pooler = pooler
        self._settings = settings
        self.pooler: PgBouncer | None = None
        # What the running processes get besides the shop's settings.
        self._running: dict[str, str] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        machine.require_programs("nginx")
        with ExitStack() as stack:
            self.services: Services = stack.enter_context(private_services())
            self.port = processes.free_port()
            self.url = f"https://127.0.0.1:{self.port}"
            self._nginx_folder = Path(stack.enter_context(TemporaryDirectory(prefix="akshamala-nginx-")))
            certificate = make_certificate(self._nginx_folder)
            self.sandbox = stack.enter_context(SandboxProcess(SSL_CERT_FILE=str(certificate)))
            self.mails = SmtpServer()
            stack.callback(self.mails.stop)
            self.shop = stack.enter_context(self._shop())
            self.shop.manage("retain_assets")
            if self._has_pooler:
                self._stand_between(stack.enter_context(PgBouncer(self.services.postgres, user="postgres")))
            self.renderer = self.shop.render()
            self.live = [self._serve_sockets(number) for number in (1, 2)]
            self.rest = [self._serve_rest(number) for number in (1, 2)]
            for process in (*self.live, *self.rest):
                process.wait_until_ready()
            self.worker = self.shop.spawn(
                [sys.executable, "manage.py", "run_huey", "--graceful-signal", "TERM"],
                name="worker",
                **self._running,
            )
            self.watch = self.shop.spawn(
                [sys.executable, "manage.py", "watch"], name="watch", **self._running
            )
            self.actions = stack.enter_context(ActionProcess(self.shop.environment()))
            self.nginx = self._serve_nginx()
            stack.callback(self.nginx.stop)
            self.actions.do("shop", SELLER)
            self.product = self.actions.do("product")
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()

    def roll(self, *some: ServerProcess) -> float:
        """Restart processes as a deploy does; return after how many seconds the first was ready."""
        began = time.monotonic()
        for process in some:
            process.terminate()
        for process in some:
            process.stop(seconds=30)
        for process in some:
            process.spawn()
        eventually(lambda: any(process.is_ready() for process in some), seconds=60)
        first = time.monotonic() - began
        for process in some:
            process.wait_until_ready()
        return first

    def audit(self) -> None:
        """Run the ledger audit; raises CalledProcessError when it finds differences."""
        self.shop.manage("audit_ledger")

    def sql(self, *statements: str) -> None:
        """Run statements on the server, past the shop."""
        with psycopg.connect(self.services.postgres.url, autocommit=True) as server:
            for statement in statements:
                server.execute(statement)

    def _shop(self) -> ShopProcesses:
        return ShopProcesses(
            database_url=self.services.postgres.url,
            redis_url=self.services.redis.url,
            **{
                "DEBUG": "0",
                "SECRET_KEY": "the production set-up of the tests, fifty characters long",
                "SITE_URL": self.url,
                "METRICS_TOKEN": METRICS_TOKEN,
                "NUM_PROXIES": "1",
                **self.sandbox.merchant,
                "SMTP_HOST": "127.0.0.1",
                "SMTP_PORT": str(self.mails.port),
                "SMTP_TLS": "0",
                "RENDERER_MILLISECONDS": "5000",
                **self._settings,
            },
        )

    def _stand_between(self, pooler: PgBouncer) -> None:
        """Have the processes that start from now on reach Postgres through it."""
        self.pooler = pooler
        address = urlsplit(self.shop.environment()["DATABASE_URL"])
        through = address._replace(netloc=f"postgres@127.0.0.1:{pooler.port}")
        self._running = {"DATABASE_URL": urlunsplit(through), "DATABASE_PGBOUNCER": "1"}

    def _serve_sockets(self, number: int) -> ServerProcess:
        port = processes.free_port()
        endpoint = f"tcp:port={port}:interface=127.0.0.1:backlog=2048"
        server = ["-m", "realtime.server", "-e", endpoint, "--ping-interval", "3600"]
        return self.shop.spawn(
            [sys.executable, *server, "project.asgi:application"],
            name=f"web-live-{number}",
            url=f"http://127.0.0.1:{port}",
            **self._running,
        )

    def _serve_rest(self, number: int) -> ServerProcess:
        port = processes.free_port()
        server = ["-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", "-b", f"127.0.0.1:{port}"]
        return self.shop.spawn(
            [sys.executable, *server, "project.wsgi:application"],
            name=f"web-rest-{number}",
            url=f"http://127.0.0.1:{port}",
            **self._running,
        )

    def _serve_nginx(self) -> ServerProcess:
        return serve_nginx(
            self._nginx_folder,
            files=self.shop.folder,
            port=self.port,
            live=[_address(server) for server in self.live],
            rest=[_address(server) for server in self.rest],
            trust_proxy=self._trust_proxy,
            connections=self._connections,
        )


def _address(server: ServerProcess) -> str:
    return server.url.removeprefix("http://")


class Sockets:
    """Live clients in a process of Node: the official client with the front end's waits."""

    def __init__(self, url: str, topic: str, count: int) -> None:
        self._count = count
        self._up: dict[int, float] = {}
        self._versions: dict[int, int] = {}
        self._down: dict[int, float] = {}
        # Seconds that one was away at most.
        self.longest_gap = 0.0
        self._changed = threading.Condition()
        node = prepare_node(Path(sys.executable)).node
        self._process = subprocess.Popen(
            [
                str(node),
                str(Path(__file__).with_name("sockets.mjs")),
                url,
                str(ROOT / "frontend" / "node_modules"),
                topic,
                str(count),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._process.kill()
        self._process.communicate()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            what, number, moment, version = json.loads(line)
            with self._changed:
                if version is not None:
                    self._versions[number] = max(version, self._versions.get(number, 0))
                if what == "up":
                    self._up[number] = moment
                    self.longest_gap = max(self.longest_gap, moment - self._down.pop(number, moment))
                elif what != "changed":
                    self._up.pop(number, None)
                    self._down.setdefault(number, moment)
                self._changed.notify_all()

    @property
    def subscribed(self) -> int:
        """The number of sockets subscribed now."""
        with self._changed:
            return len(self._up)

    def wait_for_all(self, *, since: float = 0.0, seconds: float = 90) -> list[float]:
        """Wait until all are subscribed; return how long after `since` (seconds since the epoch) each was."""
        with self._changed:
            complete = self._changed.wait_for(lambda: len(self._up) == self._count, seconds)
            if not complete:
                raise AssertionError(f"{len(self._up)} of {self._count} are back after {seconds} s")
            return sorted(max(0.0, moment - since) for moment in self._up.values())

    def wait_for_version(self, version: int, *, seconds: float) -> bool:
        """Return True once all are subscribed and have this version or a newer one, False after `seconds`."""

        def is_equal() -> bool:
            equal = sum(given >= version for given in self._versions.values())
            return len(self._up) == equal == self._count

        with self._changed:
            return self._changed.wait_for(is_equal, seconds)


@dataclass
class Traffic:
    """Reads and purchases at a steady pace while something happens to the shop."""

    shop: Storefront
    reads_per_second: float = 30.0
    seconds_between_purchases: float = 2.0
    reads: int = 0
    failed: list[str] = field(default_factory=list)
    purchases: list[str] = field(default_factory=list)
    slowest: float = 0.0
    paths: tuple[str, ...] = ("/", "/products", "/api/products", "/api/categories", "/api/products?page=2")
    _stop: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Self:
        readers = 6
        pace = readers / self.reads_per_second
        self._threads = [
            threading.Thread(target=self._repeat, args=(pace, pace * number / readers, self._read))
            for number in range(readers)
        ]
        self._threads.append(
            threading.Thread(target=self._repeat, args=(self.seconds_between_purchases, 0.0, self._buy))
        )
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _repeat(self, pace: float, offset: float, act: Callable[[httpx.Client], None]) -> None:
        due = time.monotonic() + offset
        with self.shop.http() as http:
            while not self._stop.wait(max(0.0, due - time.monotonic())):
                due = max(due + pace, time.monotonic())
                began = time.monotonic()
                try:
                    act(http)
                except (httpx.HTTPError, ssl.SSLError) as error:
                    self.failed.append(f"{time.strftime('%X')} {error!r}")
                self.slowest = max(self.slowest, time.monotonic() - began)

    def _read(self, http: httpx.Client) -> None:
        self.reads += 1
        http.get(self.paths[self.reads % len(self.paths)]).raise_for_status()

    def _buy(self, http: httpx.Client) -> None:
        self.purchases.append(self.shop.buy(http))
