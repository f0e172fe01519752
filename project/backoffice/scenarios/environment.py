"""An isolated shop and a provider's double for scenarios: nothing of the real shop is touched."""

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import httpx
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.db import connection, connections
from django.test.utils import override_settings
from huey.contrib.djhuey import HUEY

from project.backoffice.scenarios.cash import SCENARIOS as CASH_SCENARIOS
from project.backoffice.scenarios.cash import CashScenarioRun
from project.backoffice.scenarios.runner import Result, ScenarioRun
from project.payments.providers.registry import INSTALLED, adapter_of, provider_names
from project.payments.shared.api_names import webhook_path

STARTS_WITHIN_SECONDS = 30.0
STOPS_WITHIN_SECONDS = 10.0


class RemoteDouble:
    """A provider's double at an address."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._http = httpx.Client(timeout=30, trust_env=False)

    def close(self) -> None:
        """Close the connections to it."""
        self._http.close()

    def control(self, path: str, method: str = "POST", **body: Any) -> dict[str, Any]:
        """Send one command; raises httpx.HTTPStatusError when it is refused."""
        address = f"{self.url}/control{path}"
        response = self._http.request(method, address, json=body if method != "GET" else None)
        response.raise_for_status()
        answer: dict[str, Any] = response.json()
        return answer

    def scenarios(self) -> list[str]:
        """Return the names of the scenarios it knows, in its order."""
        return [each["name"] for each in self.control("/scenarios", "GET")["scenarios"]]

    def is_up(self) -> bool:
        """Tell whether it answers."""
        try:
            return self._http.get(f"{self.url}/healthz").is_success
        except httpx.HTTPError:
            return False


class ScenarioEnvironment:
    """An empty shop that nobody else uses, and its provider's double."""

    def __init__(self, double: RemoteDouble, shop_url: str) -> None:
        self.double = double
        self._shop_url = shop_url

    def play(self, name: str, *, provider: str = "") -> Result:
        """Play one scenario in a shop that is empty again, over this provider or the first in use."""
        call_command("flush", interactive=False, verbosity=0)
        if name in CASH_SCENARIOS:
            return CashScenarioRun().play(name)
        provider = provider or provider_names()[0]
        adapter, url = adapter_of(provider), self.double.url
        # One that is not in use has no settings yet.
        theirs = {**adapter.settings_from_environment(double_url=url, required=True)}
        theirs |= adapter.settings_of_double(url)
        with override_settings(PAYMENT_PROVIDERS={provider: INSTALLED[provider]}, **theirs):
            webhook_url = f"{self._shop_url}/api{webhook_path(provider)}"
            return ScenarioRun(self.double, webhook_url=webhook_url).play(name)


@contextmanager
def scenario_environment(double: RemoteDouble) -> Iterator[ScenarioEnvironment]:
    """Start a shop with a database of its own that is paid through the double."""
    with own_database(), own_shop() as url:
        # Jobs run where they are queued: a worker of the real shop must never get to see these rows.
        immediate, HUEY.immediate = HUEY.immediate, True
        try:
            with override_settings(RATE_LIMIT_FACTOR=0):
                yield ScenarioEnvironment(double, url)
        finally:
            HUEY.immediate = immediate


@contextmanager
def double_at(url: str = "") -> Iterator[RemoteDouble]:
    """Yield the double of this address, or start one with a memory of its own on a free port."""
    if url:
        with closing(RemoteDouble(url)) as double:
            yield double
        return
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="scenario-") as folder:
        environment = os.environ | {"SANDBOX_DB": f"{folder}/sandbox.sqlite3"}
        command = [sys.executable, "-m", "project.sandbox", "--port", str(port), "--control"]
        process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        try:
            with closing(RemoteDouble(f"http://127.0.0.1:{port}")) as double:
                deadline = time.monotonic() + STARTS_WITHIN_SECONDS
                while not double.is_up():
                    if process.poll() is not None or time.monotonic() > deadline:
                        raise RuntimeError("the sandbox does not start")
                    time.sleep(0.05)
                yield double
        finally:
            stop_double(process)


def stop_double(process: subprocess.Popen[bytes], *, seconds: float = STOPS_WITHIN_SECONDS) -> None:
    """Ask the double to end, and kill it when it takes more than `seconds`."""
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def own_database() -> Iterator[None]:
    """Make an empty database beside the configured one, and drop it in the end."""
    name = connection.settings_dict["NAME"]
    own = f"scenario_{secrets.token_hex(6)}"
    with tempfile.TemporaryDirectory(prefix="scenario-") as folder:
        is_file = connection.vendor == "sqlite"
        connection.settings_dict["TEST"]["NAME"] = f"{folder}/{own}.sqlite3" if is_file else own
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield
        finally:
            connections.close_all()
            connection.creation.destroy_test_db(name, verbosity=0)


@contextmanager
def own_shop() -> Iterator[str]:
    """Serve this process's shop over HTTP for the double's messages; yield its address."""
    server = ThreadedWSGIServer(("127.0.0.1", 0), _Quiet)
    server.set_app(WSGIHandler())
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the table is the output."""
