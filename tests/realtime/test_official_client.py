"""The unchanged socket.io-client talks to the server: what browsers run."""

from collections.abc import Iterator

import pytest

from tests.realtime.action_process import ActionProcess
from tests.realtime.official_client import MODULES, NODE, Client
from tests.realtime.wire import Wire
from tests.server_process import ServerProcess, ShopProcesses

pytestmark = [
    # What the client makes of the frames of one web server, whatever is behind it.
    pytest.mark.any_stack,
    pytest.mark.skipif(
        NODE is None or not (MODULES / "socket.io-client").is_dir(),
        reason="needs Node and the front end's packages (npm ci in frontend/)",
    ),
]


@pytest.fixture
def client(web: ServerProcess) -> Iterator[Client]:
    client = Client(web.url)
    yield client
    client.stop()


def test_connects_subscribes_and_gets_pushes(client: Client, actions: ActionProcess) -> None:
    bead = actions.do("product", 5)
    topic = f"product:{bead['slug']}"

    client.do("connect", {})
    client.expect("connect")
    first = client.ask("subscribe", topic=topic)
    version = actions.do("count", bead["slug"], 3)
    push = client.until_version(version)

    assert first["data"]["sellable"] == 5
    assert (push["topic"], push["version"], push["data"]["sellable"]) == (topic, version, 3)


def test_comes_back_by_itself_after_the_line_was_cut_and_gets_what_it_missed(
    client: Client, actions: ActionProcess
) -> None:
    payment = actions.do("pay", actions.do("order", actions.do("product")["id"])["order"])
    client.do("connect", {})
    client.expect("connect")
    held = client.ask("subscribe", topic=f"payment:{payment}")

    client.do("cut")
    client.after_news("disconnect")
    actions.do("answer", payment, "success")
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
