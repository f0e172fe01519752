"""Codec of Engine.IO 4 and Socket.IO 5 text packets in the namespace "/", without input or output.

Sources: socketio/engine.io-protocol (v4) and socketio/socket.io-protocol (v5). An Engine.IO packet is one
digit and its payload; inside a message packet ("4") a Socket.IO packet is again one digit, an optional
namespace up to a comma, an optional acknowledgement id, and JSON.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, NoReturn, TypeAlias

PING = "2"
# A Socket.IO event or connect packet; attachments ("51-") belong to binary types, which we refuse.
_PACKET = re.compile(
    r"(?P<type>[0-6])(?:(?P<namespace>/[^,]{0,128})(?:,|$))?(?P<id>[0-9]{1,15})?(?P<json>.*)", re.DOTALL
)
MAX_DEPTH = 16
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class ProtocolError(Exception):
    """A packet that no honest client sends; the socket is closed."""


class Signal(Enum):
    """A packet without content."""

    # The answer to our ping.
    PONG = auto()
    # The client closes the connection (Engine.IO).
    CLOSE = auto()
    # The client leaves the namespace and keeps the connection (Socket.IO).
    DISCONNECT = auto()
    # A packet without consequence (a late acknowledgement, a noop).
    NOTHING = auto()


@dataclass(frozen=True)
class Connect:
    """A client's CONNECT with its `auth`."""

    namespace: str
    auth: dict[str, Any]


@dataclass(frozen=True)
class Event:
    """A client's event; with an id it expects an acknowledgement."""

    name: str
    arguments: list[Any]
    id: int | None


Packet: TypeAlias = Signal | Connect | Event

# Refusals of a session, with the reference server's texts and numbers.
_TRANSPORT_UNKNOWN = {"code": 0, "message": "Transport unknown"}
_SESSION_UNKNOWN = {"code": 1, "message": "Session ID unknown"}
_BAD_REQUEST = {"code": 3, "message": "Bad request"}
_VERSION_UNSUPPORTED = {"code": 5, "message": "Unsupported protocol version"}


def handshake_error(query: Mapping[str, Sequence[str]], *, upgrade: bool) -> dict[str, Any] | None:
    """Return the error of these query parameters, None when a session may open.

    `upgrade` is True for a websocket.
    """
    if list(query.get("transport", ())) != ["websocket"]:
        return _TRANSPORT_UNKNOWN
    if "sid" in query:
        return _SESSION_UNKNOWN
    if not upgrade:
        return _BAD_REQUEST
    return None if list(query.get("EIO", ())) == ["4"] else _VERSION_UNSUPPORTED


def _no_constant(text: str) -> NoReturn:
    raise ProtocolError(f"{text} is not JSON")


def _parse(text: str) -> Any:
    if text.count("[") + text.count("{") > 4 * MAX_DEPTH:
        raise ProtocolError("too deep")
    try:
        value = json.loads(text, parse_constant=_no_constant)
        if _SURROGATE.search(text):
            # A lone surrogate can be neither sent nor looked up, so nothing is found.
            value = json.loads(json.dumps(value, ensure_ascii=False).encode(errors="replace"))
        return value
    except (ValueError, RecursionError) as error:
        raise ProtocolError("not JSON") from error


def decode(frame: str) -> Packet:
    """Read one frame of a client.

    Raises ProtocolError for unsupported packets.
    """
    kind, body = frame[:1], frame[1:]
    if kind == "3" and not body:
        return Signal.PONG
    if kind == "1" and not body:
        return Signal.CLOSE
    if kind == "6" and not body:
        return Signal.NOTHING
    if kind != "4":
        raise ProtocolError("unexpected Engine.IO packet")
    match = _PACKET.fullmatch(body)
    if match is None:
        raise ProtocolError("unexpected Socket.IO packet")
    namespace = match["namespace"] or "/"
    number = int(match["id"]) if match["id"] else None
    match match["type"]:
        case "0":
            auth = _parse(match["json"]) if match["json"] else {}
            if number is not None or not isinstance(auth, dict):
                raise ProtocolError("bad CONNECT")
            return Connect(namespace=namespace, auth=auth)
        case "1":
            return Signal.DISCONNECT if namespace == "/" else Signal.NOTHING
        case "2":
            arguments = _parse(match["json"])
            if not isinstance(arguments, list) or not arguments or not isinstance(arguments[0], str):
                raise ProtocolError("bad EVENT")
            if namespace != "/":
                raise ProtocolError("EVENT before CONNECT")
            return Event(name=arguments[0], arguments=arguments[1:], id=number)
        case "3":
            return Signal.NOTHING
        case _:
            raise ProtocolError("binary and error packets are not for clients to send")


def dumps(value: Any) -> str:
    """Return compact JSON that can be sent as UTF-8."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        # A lone surrogate, which needs an escape.
        return json.dumps(value, separators=(",", ":"))
    return text


def open_packet(*, sid: str, ping_interval_ms: int, ping_timeout_ms: int, max_payload: int) -> str:
    """Return the handshake, the first packet of a server."""
    return "0" + dumps(
        {
            "sid": sid,
            "upgrades": [],
            "pingInterval": ping_interval_ms,
            "pingTimeout": ping_timeout_ms,
            "maxPayload": max_payload,
        }
    )


def connected(sid: str) -> str:
    """Return the answer to an accepted CONNECT."""
    return f"40{dumps({'sid': sid})}"


def refused(message: str, code: str) -> str:
    """Return the answer to a refused CONNECT; the client does not reconnect by itself."""
    return f"44{dumps({'message': message, 'data': {'code': code}})}"


def namespace_refused(namespace: str) -> str:
    """Return the reference server's answer to a CONNECT to another namespace."""
    return f'44{namespace},{{"message":"Invalid namespace"}}'


def acknowledgement(number: int, answer_json: str) -> str:
    """Return the answer to an event."""
    return f"43{number}[{answer_json}]"


def subscribed(topic: str, version: int, data_json: str) -> str:
    """Return the acknowledgement of a subscription; the data are JSON, encoded once for all sockets."""
    return f'{{"ok":true,"topic":{dumps(topic)},"version":{version},"data":{data_json}}}'


def refusal(code: str) -> str:
    """Return the answer to a refused event."""
    return f'{{"ok":false,"code":"{code}"}}'


def event(name: str, argument: Any) -> str:
    """Return a server's event."""
    return f"42[{dumps(name)},{dumps(argument)}]"


def changed(topic: str, version: int, data_json: str) -> str:
    """Return the push of a topic's new state; the data are JSON, encoded once for all sockets."""
    return f'42["changed",{{"topic":{dumps(topic)},"version":{version},"data":{data_json}}}]'


def database(*, away: bool) -> str:
    """Return the event about the availability of the database."""
    return event("database", {"away": away})


def ended(topic: str, code: str) -> str:
    """Return the event that ends a watch, with the code of a refusal."""
    return event("ended", {"topic": topic, "code": code})
