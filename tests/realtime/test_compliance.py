"""The cases of the Engine.IO and Socket.IO protocols' own test suites that concern a websocket.

`realtime/README.md` names those that do not apply.
"""

import json

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.realtime.wire import Wire
from tests.server_process import ServerProcess

# What one web server does with its own sockets, whatever is behind it.
pytestmark = pytest.mark.any_stack


def refused(web: ServerProcess, path: str) -> tuple[int, dict[str, object]]:
    """Ask for a websocket, which must be refused; return the status and what the answer says."""
    with pytest.raises(InvalidStatus) as refusal:
        connect(web.url.replace("http", "ws", 1) + path, origin=Origin(web.url), proxy=None)
    answer = refusal.value.response
    return answer.status_code, json.loads(answer.body or b"")


def test_session_opens_with_a_handshake(web: ServerProcess) -> None:
    with Wire(web.url) as wire:
        frame = wire.frame()

    handshake = json.loads(frame.removeprefix("0"))
    assert handshake.keys() == {"sid", "upgrades", "pingInterval", "pingTimeout", "maxPayload"}
    assert isinstance(handshake["sid"], str)
    assert handshake["upgrades"] == []


@pytest.mark.parametrize("query", ["transport=websocket", "EIO=abc&transport=websocket"])
def test_invalid_version_is_refused(web: ServerProcess, query: str) -> None:
    assert refused(web, f"/socket.io/?{query}") == (
        400,
        {"code": 5, "message": "Unsupported protocol version"},
    )


@pytest.mark.parametrize("query", ["EIO=4", "EIO=4&transport=abc"])
def test_invalid_transport_is_refused(web: ServerProcess, query: str) -> None:
    assert refused(web, f"/socket.io/?{query}") == (400, {"code": 0, "message": "Transport unknown"})


def test_session_that_does_not_exist_is_refused(web: ServerProcess) -> None:
    status, said = refused(web, "/socket.io/?EIO=4&transport=websocket&sid=gone")

    assert (status, said["code"]) == (400, 1)


@pytest.mark.parametrize(
    "path", ["/", "/socket.io", "/socket.io/admin/", "/ws/orders/?EIO=4&transport=websocket"]
)
def test_websocket_on_any_other_path_is_not_found(web: ServerProcess, path: str) -> None:
    assert refused(web, path) == (404, {"message": "Not found"})
    assert "Traceback" not in web.log()


@pytest.mark.parametrize("frame", ["abc", "4abc"])
def test_invalid_packet_closes_the_session(web: ServerProcess, frame: str) -> None:
    with Wire(web.url) as wire:
        wire.frame()
        wire.send(frame)

        assert wire.closed() == 4400


def test_close_packet_closes_the_session(web: ServerProcess) -> None:
    with Wire(web.url) as wire:
        wire.frame()
        wire.send("1")

        assert wire.closed() == 1000


def test_noop_changes_nothing(web: ServerProcess) -> None:
    with Wire(web.url).open() as wire:
        wire.send("6")

        assert wire.ask("unsubscribe", topic="product:any")["ok"]


@pytest.mark.parametrize("auth", ["", '{"token":null}'])
def test_main_namespace_is_joined(web: ServerProcess, auth: str) -> None:
    with Wire(web.url) as wire:
        wire.frame()
        wire.send(f"40{auth}")

        assert json.loads(wire.frame().removeprefix("40")).keys() == {"sid"}


def test_unknown_namespace_is_refused(web: ServerProcess) -> None:
    with Wire(web.url) as wire:
        wire.frame()
        wire.send("40/random")

        assert wire.frame() == '44/random,{"message":"Invalid namespace"}'


def test_leaving_a_namespace_keeps_the_session(web: ServerProcess) -> None:
    with Wire(web.url).open() as wire:
        wire.send("41/random")
        assert wire.ask("unsubscribe", topic="product:any")["ok"]

        wire.send("41")
        wire.send("40")
        assert wire.frame().startswith("40{")
        assert wire.ask("unsubscribe", topic="product:any")["ok"]


def test_event_after_leaving_the_namespace_closes_the_session(web: ServerProcess) -> None:
    with Wire(web.url).open() as wire:
        wire.send("41")
        wire.send('420["unsubscribe",{"topic":"product:any"}]')

        assert wire.closed() == 4400


def test_event_with_an_id_is_acknowledged_and_one_without_is_not(web: ServerProcess) -> None:
    with Wire(web.url).open() as wire:
        wire.send('42["unsubscribe",{"topic":"product:a"}]')
        wire.send('42456["unsubscribe",{"topic":"product:b"}]')

        assert wire.frame() == '43456[{"ok":true,"topic":"product:b"}]'
