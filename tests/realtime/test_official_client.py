"""The unchanged socket.io-client talks to the server: what browsers run."""

import json
import queue
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from deploy.environment import ROOT
from tests.realtime.hands import Hands
from tests.realtime.wire import Wire
from tests.server_process import ServerProcess, ShopProcesses

MODULES = ROOT / "frontend" / "node_modules"
NODE = which("node")

pytestmark = pytest.mark.skipif(
    NODE is None or not (MODULES / "socket.io-client").is_dir(),
    reason="needs Node and the front end's packages (npm ci in frontend/)",
)


class Client:
    """The client in a process of Node."""

    def __init__(self, url: str) -> None:
        assert NODE is not None
        self._process = subprocess.Popen(
            [NODE, str(Path(__file__).with_name("client.mjs")), url, str(MODULES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._heard: queue.Queue[tuple[str, Any]] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        self.expect("ready")

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            what, value = json.loads(line)
            self._heard.put((what, value))

    def do(self, deed: str, argument: Any = None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([deed, argument]) + "\n")
        self._process.stdin.flush()

    def expect(self, what: str, within: float = 15) -> Any:
        """Return what comes with the next thing it says, which must be this."""
        said, value = self._heard.get(timeout=within)
        assert said == what, (said, value)
        return value

    def until(self, what: str) -> list[Any]:
        """Wait until it says this; return the connection errors before."""
        errors = []
        while (said := self._heard.get(timeout=20))[0] != what:
            assert said[0] == "connect_error", said
            errors.append(said[1])
        return errors

    def ask(self, event: str, **request: Any) -> Any:
        """Emit an event and return its answer; news of a topic may overtake it."""
        self.do("emit", [event, request])
        return self.after_news("answer")

    def after_news(self, what: str, within: float = 15) -> Any:
        """Return what comes with the next thing it says that is not a push."""
        while (said := self._heard.get(timeout=within))[0] == "changed":
            pass
        assert said[0] == what, said
        return said[1]

    def until_version(self, version: int, within: float = 15) -> Any:
        """Return the push of this version; older ones may come before."""
        while (push := self.expect("changed", within))["version"] < version:
            pass
        return push

    def stop(self) -> None:
        self._process.kill()
        self._process.communicate()
        self._reader.join()


@pytest.fixture
def client(web: ServerProcess) -> Iterator[Client]:
    client = Client(web.url)
    yield client
    client.stop()


def test_connects_subscribes_and_gets_pushes(client: Client, hands: Hands) -> None:
    bead = hands.do("product", 5)
    topic = f"product:{bead['slug']}"

    client.do("connect", {})
    client.expect("connect")
    first = client.ask("subscribe", topic=topic)
    version = hands.do("count", bead["slug"], 3)
    push = client.until_version(version)

    assert first["data"]["sellable"] == 5
    assert (push["topic"], push["version"], push["data"]["sellable"]) == (topic, version, 3)


def test_comes_back_by_itself_after_the_line_was_cut_and_gets_what_it_missed(
    client: Client, hands: Hands
) -> None:
    payment = hands.do("pay", hands.do("order", hands.do("product")["id"])["order"])
    client.do("connect", {})
    client.expect("connect")
    held = client.ask("subscribe", topic=f"payment:{payment}")

    client.do("cut")
    client.after_news("disconnect")
    hands.do("answer", payment, "success")
    client.expect("connect")
    again = client.ask("subscribe", topic=f"payment:{payment}", version=held["version"])

    assert (held["data"]["outcome"], again["data"]["outcome"]) == ("processing", "success")


def test_refused_token_is_told_with_its_code_and_the_client_can_go_on_as_a_guest(client: Client) -> None:
    client.do("connect", {"token": "forged"})
    refusal = client.expect("connect_error")
    client.do("connect", {})
    client.expect("connect")

    assert refusal == {"code": "TOKEN_REFUSED"}


def test_stopping_server_says_bye_closes_in_order_and_the_client_finds_the_next_one(
    shop: ShopProcesses,
) -> None:
    web = shop.serve()
    client = Client(web.url)
    with Wire(web.url).open() as wire:
        client.do("connect", {})
        client.expect("connect")

        web.terminate()
        bye = client.expect("bye")
        reason = client.expect("disconnect")
        name, words = wire.event()
        code = wire.closed()
        web.wait(15)
        web.restart()

    assert 0 < bye["reconnectIn"] <= 3000
    # Neither a DISCONNECT packet nor a refusal: those would stop the client for good.
    assert reason == "transport close"
    assert (name, words.keys(), code) == ("bye", {"reconnectIn"}, 4503)
    # Attempts that failed meanwhile were the network's, and the client went on trying.
    refusals = client.until("connect")
    client.stop()
    assert all(refusal["active"] for refusal in refusals)
