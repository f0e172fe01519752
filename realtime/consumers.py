"""The websocket endpoint, which accepts, authenticates and subscribes clients."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.db import Error as DatabaseError

from project.accounts.models import Token
from project.accounts.tokens import lacks_second_factor
from project.core.language import known_language
from project.core.site_address import is_own_origin
from project.core.throttle import address_behind, network_of
from project.events.topics import GUEST, Caller, StaffListTopic
from project.live_topics import find
from realtime import open_sockets, protocol
from realtime.budget import TOPICS
from realtime.drain import draining
from realtime.heartbeat import PING_INTERVAL, PING_TIMEOUT, get_heartbeat
from realtime.hub import get_hub, refusal
from realtime.reads import read
from realtime.socket import Socket, Watch
from realtime.transport import CLOSE_TOO_MUCH, EXTENSION, LiveProtocol

logger = logging.getLogger(__name__)

MAX_FRAME = 16 * 1024
MAX_TOPIC_LENGTH = 200
MAX_SECRET_LENGTH = 200
CONNECT_WITHIN_SECONDS = 10.0
# Seconds that a connection without namespace stays open, longer than a heartbeat.
RETURN_WITHIN_SECONDS = 60.0
# CONNECT packets allowed on one socket; the official client sends one.
MAX_ATTEMPTS = 5

# Application close codes (3000–4999).
CLOSE_PROTOCOL = 4400
CLOSE_TOO_SLOW = 4408


async def live(
    scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
) -> None:
    """Serve one websocket; the ASGI application of the live path."""
    await LiveConsumer(scope, receive, send).run()


async def _is_own_origin(origin: str, host: str) -> bool:
    # The operator's address is no row.
    return is_own_origin(origin, host) if settings.SITE_URL else await read(is_own_origin, origin, host)


class LiveConsumer:
    """One websocket, with a receive loop of its own.

    Channels' dispatcher takes several turns of the event loop for each frame, and its groups are not used:
    the hub hands changes to all sockets of the process.
    """

    def __init__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[Any]],
        send: Callable[[Any], Awaitable[None]],
    ) -> None:
        self._scope = scope
        self._receive = receive
        self._send = send
        self._transport: LiveProtocol = scope["extensions"][EXTENSION]
        self._socket: Socket | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Handle frames until the end, and clean up after errors and cancellation, too."""
        try:
            while True:
                message = await self._receive()
                match message["type"]:
                    case "websocket.connect":
                        await self._open()
                    case "websocket.receive":
                        await self._transport.frame_taken()
                        await self._frame(message.get("text"))
                    case "websocket.disconnect":
                        return
        finally:
            self._forget()

    async def _open(self) -> None:
        """Accept at once; authentication follows in the CONNECT packet, so that a storm times out nothing."""
        headers = {name: value.decode("latin1") for name, value in self._scope["headers"]}
        # daphne keeps this unused list of 0.8 KB as long as the socket.
        self._scope["headers"].clear()
        origin = headers.get(b"origin")
        host = headers.get(b"host", "")
        client = self._scope.get("client") or ["unknown"]
        address = network_of(address_behind(str(client[0]), headers.get(b"x-forwarded-for")))
        # Sockets over a limit are refused at CONNECT; far over it they are closed at once.
        is_refused = draining() or open_sockets.accepted.are_taken(address)
        if is_refused or (origin is not None and not await _is_own_origin(origin, host)):
            await self._send({"type": "websocket.close"})
            return
        socket = self._socket = Socket(
            sid=secrets.token_urlsafe(15), address=address, transport=self._transport
        )
        open_sockets.add(socket)
        await self._send({"type": "websocket.accept"})
        socket.write(
            protocol.open_packet(
                sid=socket.sid,
                ping_interval_ms=int(PING_INTERVAL * 1000),
                ping_timeout_ms=int(PING_TIMEOUT * 1000),
                max_payload=MAX_FRAME,
            )
        )
        get_heartbeat().add(socket)
        self._expect_connect(socket, CONNECT_WITHIN_SECONDS)

    def _expect_connect(self, socket: Socket, within: float) -> None:
        """Close a connection without a namespace after a while."""
        self._timer = asyncio.get_running_loop().call_later(within, socket.close, CLOSE_TOO_SLOW)

    async def _frame(self, text: str | None) -> None:
        socket = self._socket
        if socket is None or socket.closed:
            return
        if text is None or len(text.encode()) > MAX_FRAME:
            socket.close(CLOSE_PROTOCOL)
            return
        try:
            packet = protocol.decode(text)
        except protocol.ProtocolError as error:
            logger.info("socket %s: %s", socket.sid, error)
            socket.close(CLOSE_PROTOCOL)
            return
        match packet:
            case protocol.Signal.PONG:
                socket.pong()
            case protocol.Signal.CLOSE:
                socket.close(1000)
            case protocol.Signal.DISCONNECT:
                self._disconnect(socket)
            case protocol.Connect():
                await self._connect(socket, packet)
            case protocol.Event():
                await self._event(socket, packet)
            case protocol.Signal.NOTHING:
                socket.mark_alive()

    # -- CONNECT ---------------------------------------------------------------------------------

    async def _connect(self, socket: Socket, packet: protocol.Connect) -> None:
        socket.attempts += 1
        if socket.attempts > MAX_ATTEMPTS:
            socket.close(CLOSE_TOO_MUCH)
            return
        if packet.namespace != "/":
            socket.write(protocol.namespace_refused(packet.namespace))
            return
        if socket.connected:
            socket.close(CLOSE_PROTOCOL)
            return
        language = known_language(packet.auth.get("language"))
        caller = Caller(language=language)
        token = packet.auth.get("token")
        asked_at = asyncio.get_running_loop().time()
        if token is not None:
            try:
                session = await _session_of(token)
            except DatabaseError:
                socket.write(protocol.refused("Try later", "TRY_LATER"))
                return
            if session is None:
                socket.write(protocol.refused("The session has ended", "TOKEN_REFUSED"))
                return
            # Staff without a proven second factor are guests.
            if not lacks_second_factor(session):
                caller = Caller(user_id=session.user_id, role=session.user.role, language=language)
                socket.session_pk = session.pk
        # No await from here on, so that no other socket takes a counted place.
        if socket.closed:
            return
        if _is_full(socket.address, caller):
            socket.write(protocol.refused("Too many connections, try later", "TRY_LATER"))
            return
        socket.caller = caller
        socket.connected = True
        open_sockets.admitted.add(socket)
        if self._timer is not None:
            self._timer.cancel()
        get_hub().sessions.add(socket, read_at=asked_at)
        socket.write(protocol.connected(socket.sid))
        if get_hub().availability.is_away:
            socket.write(protocol.database(away=True))

    def _disconnect(self, socket: Socket) -> None:
        """Remove the client from the namespace; it may CONNECT again on the same connection."""
        if not socket.connected:
            return
        for topic in list(socket.watches):
            socket.forget(topic)
        self._leave(socket)
        self._expect_connect(socket, RETURN_WITHIN_SECONDS)

    def _leave(self, socket: Socket) -> None:
        """Release the place and end all watches."""
        open_sockets.admitted.discard(socket)
        with contextlib.suppress(RuntimeError):  # the loop is gone, and with it the hub
            get_hub().remove_socket(socket)
        socket.connected = False
        socket.caller = GUEST
        socket.session_pk = 0

    # -- Events ----------------------------------------------------------------------------------

    async def _event(self, socket: Socket, packet: protocol.Event) -> None:
        if not socket.connected:
            socket.close(CLOSE_PROTOCOL)
            return
        socket.mark_alive()
        if not socket.budget.take_event(now=time.monotonic()):
            answer = protocol.refusal("RATE_LIMITED")
        else:
            request = packet.arguments[0] if packet.arguments else None
            if not isinstance(request, dict) or not isinstance(request.get("topic"), str):
                answer = protocol.refusal("VALIDATION")
            elif packet.name == "subscribe":
                answer = await self._subscribe(socket, request)
            elif packet.name == "unsubscribe":
                answer = self._unsubscribe(socket, request["topic"])
            else:
                answer = protocol.refusal("NOT_FOUND")
        if packet.id is not None:
            socket.write(protocol.acknowledgement(packet.id, answer))

    async def _subscribe(self, socket: Socket, request: dict[str, Any]) -> str:
        name, version, key = request["topic"], request.get("version"), request.get("key")
        topic = find(name) if len(name) <= MAX_TOPIC_LENGTH and "\x00" not in name else None
        if topic is None:
            return protocol.refusal("NOT_FOUND")
        if name not in socket.watches and len(socket.watches) >= TOPICS.value:
            return protocol.refusal("RATE_LIMITED")
        key = key if isinstance(key, str) and len(key) <= MAX_SECRET_LENGTH else None
        caller = replace(socket.caller, key=key) if key else socket.caller
        watch = Watch(socket=socket, name=name, caller=caller)
        answer = await get_hub().subscribe(watch, topic)
        if answer.error is not None:
            return protocol.refusal("TRY_LATER")
        if answer.state is None:
            return protocol.refusal("NOT_FOUND" if answer.may else refusal(caller))
        is_known = isinstance(version, int) and version == answer.state.version
        get_hub().visitors.add(watch, was_counted=is_known)
        if is_known and not isinstance(topic, StaffListTopic):
            return protocol.dumps({"ok": True, "topic": name, "same": True})
        return protocol.subscribed(name, answer.state.version, answer.json)

    def _unsubscribe(self, socket: Socket, name: str) -> str:
        watch = socket.watches.get(name)
        if watch is not None:
            get_hub().remove_watch(watch)
            socket.forget(name)
        return protocol.dumps({"ok": True, "topic": name})

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        socket = self._socket
        if socket is None:
            return
        socket.closed = True
        open_sockets.remove(socket)
        if socket.connected:
            self._leave(socket)
        with contextlib.suppress(RuntimeError):  # the loop is gone, and with it the wheel
            get_heartbeat().remove(socket)


def _is_full(address: str, caller: Caller) -> bool:
    """Return True when this process has no place for another socket of this kind."""
    return open_sockets.admitted.are_taken(address, is_known=caller.user_id is not None) or (
        caller.user_id is not None
        and get_hub().sessions.sockets_of(caller.user_id) >= open_sockets.OF_USER.value
    )


async def _session_of(token: object) -> Token | None:
    """Return the session of an access token, None for an invalid token."""
    if not isinstance(token, str) or len(token) > MAX_SECRET_LENGTH:
        return None
    return await get_hub().sessions.find(token)
