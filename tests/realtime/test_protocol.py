"""The codec: what it reads and writes is what python-socketio's does, and nothing breaks it."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from socketio.packet import CONNECT, EVENT, Packet

from realtime import protocol

pytestmark = pytest.mark.any_stack

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.text(min_size=1, max_size=20)
IDS = st.none() | st.integers(0, 10**15 - 1)


def other_side_reads(frame: str) -> Packet:
    """Return what python-socketio makes of a frame of ours."""
    assert frame[0] == "4"
    return Packet(encoded_packet=frame[1:])


@given(NAMES, st.lists(JSON, max_size=3), IDS)
def test_reads_events_as_the_reference_writes_them(
    name: str, arguments: list[Any], number: int | None
) -> None:
    frame = "4" + Packet(packet_type=EVENT, data=[name, *arguments], id=number).encode()

    assert protocol.decode(frame) == protocol.Event(name=name, arguments=arguments, id=number)


@given(st.dictionaries(st.text(max_size=5), JSON, max_size=3), st.sampled_from(["/", "/staff"]))
def test_reads_connects_as_the_reference_writes_them(auth: dict[str, Any], namespace: str) -> None:
    frame = "4" + Packet(packet_type=CONNECT, data=auth or None, namespace=namespace).encode()

    assert protocol.decode(frame) == protocol.Connect(namespace=namespace, auth=auth)


@given(NAMES, JSON)
def test_reference_reads_our_events(name: str, argument: Any) -> None:
    packet = other_side_reads(protocol.event(name, argument))

    assert (packet.packet_type, packet.namespace, packet.id) == (2, None, None)
    assert packet.data == [name, argument]


@given(st.text(max_size=30), st.integers(0, 2**53), JSON)
def test_reference_reads_our_pushes(topic: str, version: int, data: Any) -> None:
    packet = other_side_reads(protocol.changed(topic, version, protocol.dumps(data)))

    assert packet.data == ["changed", {"topic": topic, "version": version, "data": data}]


@given(st.integers(0, 10**15 - 1), JSON)
def test_reference_reads_our_acknowledgements(number: int, answer: Any) -> None:
    packet = other_side_reads(protocol.acknowledgement(number, protocol.dumps(answer)))

    assert (packet.packet_type, packet.id, packet.data) == (3, number, [answer])


def test_reference_reads_our_refusals() -> None:
    packet = other_side_reads(protocol.refused("no", "TRY_LATER"))

    assert (packet.packet_type, packet.namespace) == (4, None)
    assert packet.data == {"message": "no", "data": {"code": "TRY_LATER"}}


def test_reference_reads_our_refusals_of_a_namespace() -> None:
    packet = other_side_reads(protocol.namespace_refused("/staff"))

    assert (packet.packet_type, packet.namespace) == (4, "/staff")
    assert packet.data == {"message": "Invalid namespace"}


@pytest.mark.parametrize(
    ("frame", "packet"),
    [
        ("40/staff", protocol.Connect(namespace="/staff", auth={})),
        ("40/staff,", protocol.Connect(namespace="/staff", auth={})),
        ("41", protocol.Signal.DISCONNECT),
        ("41/staff", protocol.Signal.NOTHING),
        ("41/staff,", protocol.Signal.NOTHING),
        ("6", protocol.Signal.NOTHING),
        ("1", protocol.Signal.CLOSE),
        ("3", protocol.Signal.PONG),
    ],
)
def test_short_packets_are_read_as_the_reference_reads_them(frame: str, packet: protocol.Packet) -> None:
    assert protocol.decode(frame) == packet


@pytest.mark.parametrize("text", [r"\ud800", r"a\uDFFFb", r"\udc00\ud800", r"\ud83d\ude00"])
def test_what_is_read_can_be_sent(text: str) -> None:
    event = protocol.decode(f'420["{text}",{{"{text}":"{text}","key":["{text}"]}}]')
    connect = protocol.decode(f'40{{"token":"{text}"}}')

    assert isinstance(event, protocol.Event) and isinstance(connect, protocol.Connect)
    assert json.dumps([event.name, event.arguments, connect.auth], ensure_ascii=False).encode()


def test_half_a_character_of_ours_is_sent_as_an_escape() -> None:
    frame = protocol.event("changed", {"text": "a\ud800", "emoji": "\N{BEAR FACE}"})

    assert json.loads(frame.encode()[2:])[1] == {"text": "a\ud800", "emoji": "\N{BEAR FACE}"}


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"EIO": ["4"], "transport": ["websocket"]}, None),
        ({"EIO": ["3"], "transport": ["websocket"]}, 5),
        ({"EIO": ["abc"], "transport": ["websocket"]}, 5),
        ({"EIO": ["4", "4"], "transport": ["websocket"]}, 5),
        ({"transport": ["websocket"]}, 5),
        ({"EIO": ["4"]}, 0),
        ({"EIO": ["4"], "transport": ["polling"]}, 0),
        ({"EIO": ["3"], "transport": ["polling"]}, 0),
        ({"EIO": ["4"], "transport": ["websocket"], "sid": ["a"]}, 1),
    ],
)
def test_session_is_opened_for_this_version_and_transport_only(
    query: dict[str, list[str]], code: int | None
) -> None:
    error = protocol.handshake_error(query, upgrade=True)

    assert (error and error["code"]) == code


def test_handshake_says_how_often_we_ping() -> None:
    frame = protocol.open_packet(sid="s", ping_interval_ms=25000, ping_timeout_ms=20000, max_payload=99)

    assert frame[0] == "0"
    assert json.loads(frame[1:]) == {
        "sid": "s",
        "upgrades": [],
        "pingInterval": 25000,
        "pingTimeout": 20000,
        "maxPayload": 99,
    }


@given(st.text(max_size=60) | st.from_regex(r"4[0-9](/[a-z,]{0,3})?[0-9]{0,3}[\[\]{}\",:0-9a-z-]{0,20}"))
@example("")
@example("4")
@example("42")
@example("42{}")
@example("42[]")
@example("42[1]")
@example('42[null,"a"]')
@example("40[]")
@example('401{"token":"a"}')
@example("40" + '{"a":' * 2000)
@example("42" + "[" * 8000)
@example("4" * 8000)
@example("42" + "9" * 8000 + '["a"]')
@example('42["a",' + "9" * 6000 + "]")
@example('42["a",NaN]')
@example('45999999999-["a"]')
@example('451-["a",{"_placeholder":true,"num":0}]')
@example('46999999999-["a"]')
@example("47")
@example("49")
@example("2probe")
@example("3probe")
@example("5")
@example("6")
@example("40/admin")
@example('42["a","\\ud800"]')
@example("b64")
@example('42/admin,["a"]')
@example('42x["a"]')
def test_anything_is_either_a_packet_or_refused(frame: str) -> None:
    try:
        packet = protocol.decode(frame)
    except protocol.ProtocolError:
        return
    assert isinstance(packet, protocol.Packet)


def test_packets_no_client_sends_are_refused() -> None:
    for frame in ("2", "2probe", "5", '44{"message":"no"}', '451-["a"]', "47", '42{"a":1}', "42[1]", "40[]"):
        with pytest.raises(protocol.ProtocolError):
            protocol.decode(frame)
