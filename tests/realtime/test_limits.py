"""Refused messages, and a server that survives any input."""

import contextlib
import json

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from realtime.budget import MAX_REFUSED, MESSAGES, TOPICS, Budget
from tests.realtime.action_process import ActionProcess
from tests.realtime.wire import Wire
from tests.server_process import ServerProcess, ShopProcesses

# What one web server does with its own sockets, whatever is behind it.
pytestmark = pytest.mark.any_stack

PROTOCOL_ERROR = 4400
TOO_MUCH = 4429
# A line closed for a flood is gone before the time that slow clients have to answer a close frame.
FLOOD_ENDS_SECONDS = 6.0


def still_serves(web: ServerProcess) -> bool:
    with Wire(web.url).open() as wire:
        return wire.ask("unsubscribe", topic="product:any")["ok"] is True


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("EIO=4&transport=polling", {"code": 0, "message": "Transport unknown"}),
        ("", {"code": 0, "message": "Transport unknown"}),
        ("EIO=4&transport=websocket&sid=a", {"code": 1, "message": "Session ID unknown"}),
        ("EIO=4&transport=websocket", {"code": 3, "message": "Bad request"}),
    ],
)
def test_plain_http_on_the_live_path_says_what_is_missing(
    web: ServerProcess, query: str, error: dict[str, object]
) -> None:
    answer = httpx.get(f"{web.url}/socket.io/?{query}", trust_env=False)

    assert answer.status_code == 400
    assert answer.json() == error


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:1", "null"])
def test_foreign_origin_is_refused(web: ServerProcess, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        Wire(web.url, origin=origin)

    assert refusal.value.response.status_code == 403


def test_bad_token_is_refused_with_a_code(web: ServerProcess) -> None:
    for token in ("forged", "", "x" * 5000, 5, ["a"], {"a": 1}):
        with Wire(web.url) as wire:
            answer = wire.connect(token=token)

        assert answer.startswith("44"), answer
        assert json.loads(answer[2:])["data"] == {"code": "TOKEN_REFUSED"}


def test_namespace_other_than_the_root_is_refused(web: ServerProcess) -> None:
    with Wire(web.url) as wire:
        assert wire.frame().startswith("0{")
        for connect in ("40/admin,", "40/admin", '40/admin,{"token":"a"}'):
            wire.send(connect)
            assert wire.frame() == '44/admin,{"message":"Invalid namespace"}'


@pytest.mark.parametrize(
    "frame",
    [
        '42["subscribe"',
        "42{}",
        "42[]",
        '42/admin,["subscribe",{"topic":"product:a"}]',
        '45999999999-["subscribe"]',
        '451-["subscribe",{"_placeholder":true,"num":0}]',
        '46999999999-["a"]',
        "40{}",
        "40[1]",
        "44{}",
        "47",
        "48",
        "49",
        "2",
        "2probe",
        "5",
        "",
        "9",
        "42" + "[" * 8000,
        '42["subscribe",' + '{"a":' * 2500 + "1" + "}" * 2500 + "]",
        '42["subscribe","' + "x" * 20_000 + '"]',
        b"\x04binary",
    ],
)
def test_hostile_frame_closes_its_own_socket_only(web: ServerProcess, frame: str | bytes) -> None:
    with Wire(web.url).open() as bystander, Wire(web.url).open() as wire:
        wire.send(frame)

        # daphne drops an empty text message; everything else is an error of the client.
        if frame:
            assert wire.closed() == PROTOCOL_ERROR
        assert bystander.ask("unsubscribe", topic="product:any")["ok"]


def test_frame_beyond_what_the_server_reads_closes_the_socket(web: ServerProcess) -> None:
    with Wire(web.url).open() as wire:
        # The server may hang up before it has it all.
        with contextlib.suppress(ConnectionClosed):
            wire.send("x" * (2 * 1024 * 1024))
        wire.closed()

    assert still_serves(web)


def test_event_before_connect_closes_the_socket(web: ServerProcess) -> None:
    with Wire(web.url) as wire:
        wire.send('420["subscribe",{"topic":"product:a"}]')

        assert wire.closed() == PROTOCOL_ERROR


def test_client_that_never_connects_is_closed(web: ServerProcess) -> None:
    with Wire(web.url) as wire:
        assert wire.closed(within=12) == 4408


def test_client_that_says_goodbye_is_let_go(web: ServerProcess) -> None:
    with Wire(web.url).open() as wire:
        wire.send("1")

        assert wire.closed() == 1000


def flood(wire: Wire, frame: str, times: int) -> None:
    """Send the frame again and again; the server may end it before we are through."""
    with contextlib.suppress(ConnectionClosed):
        for _ in range(times):
            wire.send(frame)


def test_messages_over_the_rate_are_refused_and_a_flood_is_closed(web: ServerProcess) -> None:
    at_once = TOPICS.value + MESSAGES.value
    with Wire(web.url).open() as wire:
        answers = [wire.ask("unsubscribe", topic="product:any") for _ in range(at_once + MAX_REFUSED // 2)]
        assert all(answer["ok"] for answer in answers[:at_once])
        assert {"ok": False, "code": "RATE_LIMITED"} in answers[at_once:]

        flood(wire, '42["unsubscribe",{"topic":"product:any"}]', 2 * MAX_REFUSED)
        assert wire.closed(within=FLOOD_ENDS_SECONDS) == TOO_MUCH


@pytest.mark.parametrize("frame", ["3", "6", '43["late"]', "41/admin"])
def test_flood_of_frames_that_ask_for_nothing_is_closed(web: ServerProcess, frame: str) -> None:
    with Wire(web.url).open() as wire:
        flood(wire, frame, 1000)

        assert wire.closed(within=FLOOD_ENDS_SECONDS) == TOO_MUCH


def test_flood_of_large_frames_is_closed(web: ServerProcess) -> None:
    with Wire(web.url).open() as wire:
        # No more at once than the line holds: a client that is stuck sending reads no close frame.
        flood(wire, '430["' + "x" * 16_000 + '"]', 12)

        assert wire.closed(within=FLOOD_ENDS_SECONDS) == TOO_MUCH


def test_flood_of_websocket_pings_is_closed(web: ServerProcess) -> None:
    with Wire(web.url).open() as wire:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(1000):
                wire.socket.ping()

        assert wire.closed(within=FLOOD_ENDS_SECONDS) == TOO_MUCH


def test_pong_that_was_asked_for_costs_nothing() -> None:
    budget = Budget()
    for _ in range(1000):
        budget.expect_pong()
        assert budget.take_frame(now=1.0, is_pong=True)

    frames = [budget.take_frame(now=1.0, is_pong=True) for _ in range(1000)]

    assert frames.count(True) == TOPICS.value + MESSAGES.value + MAX_REFUSED
    assert budget.take_frame(now=1.0 + MESSAGES.seconds / MESSAGES.value)


def test_connects_over_the_rate_are_closed(web: ServerProcess) -> None:
    with Wire(web.url) as wire:
        flood(wire, '40{"token":"guess"}', 30)

        assert wire.closed(within=FLOOD_ENDS_SECONDS) == TOO_MUCH


def test_user_with_too_many_sockets_is_told_to_try_later(web: ServerProcess, actions: ActionProcess) -> None:
    token = actions.do("user", "customer")["token"]
    wires = [Wire(web.url).open(token=token) for _ in range(3)]

    with Wire(web.url) as one_more:
        refused = one_more.connect(token=token)
    for wire in wires:
        wire.socket.close()
    with Wire(web.url) as later:
        let_in = later.connect(token=token)

    assert json.loads(refused[2:])["data"] == {"code": "TRY_LATER"}
    assert let_in.startswith("40")


@pytest.fixture(scope="module")
def narrow(shop: ShopProcesses) -> ServerProcess:
    """A web server for two sockets of different addresses, with as many waiting."""
    return shop.serve(LIVE_SOCKETS="2", LIVE_SOCKETS_PER_ADDRESS="1", NUM_PROXIES="1")


def open_from(number: int, web: ServerProcess) -> Wire:
    """Open a socket from the address with this number."""
    return Wire(web.url, headers={"X-Forwarded-For": f"198.18.{number}.1"})


def test_one_address_does_not_keep_others_out_by_sockets_that_never_connect(narrow: ServerProcess) -> None:
    waiting = [open_from(1, narrow) for _ in range(2)]

    with pytest.raises(InvalidStatus):
        open_from(1, narrow)
    with open_from(2, narrow) as other:
        assert other.connect().startswith("40")

    # A place that gets free is given to the next.
    waiting.pop().socket.close()
    waiting.append(open_from(1, narrow).open())
    for wire in waiting:
        wire.socket.close()


def test_full_server_tells_to_try_later_and_refuses_at_the_door_when_overrun(narrow: ServerProcess) -> None:
    inside = [open_from(number, narrow).open() for number in (1, 2)]
    waiting = [open_from(number, narrow) for number in (3, 4)]

    with pytest.raises(InvalidStatus):
        open_from(5, narrow)
    answers = [wire.connect() for wire in waiting]
    assert all(json.loads(answer[2:])["data"] == {"code": "TRY_LATER"} for answer in answers)

    # A place that gets free is given to the next.
    inside[0].socket.close()
    waiting[0].send("40")
    assert waiting[0].frame().startswith("40")
    for wire in (*inside, *waiting):
        wire.socket.close()


@pytest.mark.parametrize("network", ["2001:db8:9:{:x}::1", "203.0.113.{}"])
def test_guests_of_one_site_leave_half_of_the_places_to_others(
    shop: ShopProcesses, actions: ActionProcess, network: str
) -> None:
    web = shop.serve(LIVE_SOCKETS="8", LIVE_SOCKETS_PER_ADDRESS="4", NUM_PROXIES="1")
    token = actions.do("user", "customer")["token"]
    with contextlib.ExitStack() as wires:

        def connect(address: str, **given: str) -> bool:
            wire = wires.enter_context(Wire(web.url, headers={"X-Forwarded-For": address}))
            return wire.connect(**given).startswith("40")

        inside = [connect(network.format(number)) for number in range(1, 7)]

        assert inside == [True] * 4 + [False] * 2
        # Whoever is logged in is known, wherever they are.
        assert connect(network.format(7), token=token)
        assert [connect(f"198.18.{number}.1") for number in (1, 2, 3)] == [True] * 3
        # As many are open as may be let in: the door is shut for this site, not for others.
        with pytest.raises(InvalidStatus):
            connect(network.format(8))
        assert not connect("198.18.4.1")
