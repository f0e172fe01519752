"""The websocket endpoint: accepts, authenticates, subscribes."""

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from dataclasses import replace
from typing import Any

from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer
from django.conf import settings
from django.db import Error as DatabaseError

from project.accounts.models import User
from project.accounts.tokens import digest_of, find_user
from project.core.throttle import address_behind
from project.events import topics
from project.events.topics import Caller, State, Topic
from realtime import protocol
from realtime.drain import draining
from realtime.heartbeat import PING_INTERVAL, PING_TIMEOUT, get_heartbeat
from realtime.hub import Watch, get_hub
from realtime.reads import read, read_in
from realtime.socket import Socket

logger = logging.getLogger(__name__)

MAX_FRAME = 16 * 1024
MAX_TOPICS = 64
MAX_TOPIC_LENGTH = 200
MAX_SECRET_LENGTH = 200
CONNECT_WITHIN_SECONDS = 10.0
# CONNECT packets of one socket; the official client sends one.
MAX_ATTEMPTS = 5

# Close codes of ours (3000–4999 are for applications).
CLOSE_PROTOCOL = 4400
CLOSE_TOO_SLOW = 4408
CLOSE_TOO_MUCH = 4429

# All sockets of the process, those of them that were let in, and these by network address.
_sockets: set[Socket] = set()
_admitted: set[Socket] = set()
_admitted_by_address: Counter[str] = Counter()


def open_sockets() -> list[Socket]:
    """Return the sockets of this process."""
    return list(_sockets)


class LiveConsumer(AsyncConsumer):
    """One websocket. Channels' groups are not used: the hub hands changes to all sockets of the process."""

    channel_layer_alias = "none: sockets have no channel of their own"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the socket and clean up whatever ends it, an error or a cancelled task included."""
        self.socket: Socket | None = None
        self.timer: asyncio.TimerHandle | None = None
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._forget()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message without Channels' visit to a database thread before each one."""
        match message["type"]:
            case "websocket.connect":
                await self._open()
            case "websocket.receive":
                await self._receive(message.get("text"))
            case "websocket.disconnect":
                raise StopConsumer

    async def _open(self) -> None:
        """Accept at once: authentication follows in the CONNECT packet, so a storm cannot time out here."""
        headers = {name: value.decode("latin1") for name, value in self.scope["headers"]}
        origin = headers.get(b"origin")
        foreign = origin is not None and origin not in settings.SITE_ORIGINS
        # Those over the cap are told so in their CONNECT; far over it, there is no room even for that.
        if draining() or foreign or len(_sockets) >= 2 * settings.LIVE_SOCKETS:
            await self.send({"type": "websocket.close"})
            return
        client = self.scope.get("client") or ["unknown"]
        address = address_behind(str(client[0]), headers.get(b"x-forwarded-for"))
        socket = self.socket = Socket(sid=secrets.token_urlsafe(15), address=address, send=self.base_send)
        _sockets.add(socket)
        await self.send({"type": "websocket.accept"})
        socket.write(
            protocol.open_packet(
                sid=socket.sid,
                ping_interval_ms=int(PING_INTERVAL * 1000),
                ping_timeout_ms=int(PING_TIMEOUT * 1000),
                max_payload=MAX_FRAME,
            )
        )
        self.timer = asyncio.get_running_loop().call_later(
            CONNECT_WITHIN_SECONDS, socket.close, CLOSE_TOO_SLOW
        )

    async def _receive(self, text: str | None) -> None:
        socket = self.socket
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
            case protocol.Pong():
                socket.pong()
            case protocol.Close():
                socket.close(1000)
            case protocol.Connect():
                await self._connect(socket, packet)
            case protocol.Event():
                await self._event(socket, packet)
            case protocol.Nothing():
                socket.seen()

    # -- CONNECT ---------------------------------------------------------------------------------

    async def _connect(self, socket: Socket, packet: protocol.Connect) -> None:
        socket.attempts += 1
        if socket.attempts > MAX_ATTEMPTS:
            socket.close(CLOSE_TOO_MUCH)
            return
        if packet.namespace != "/":
            socket.write(protocol.refused(packet.namespace, "Invalid namespace", "NOT_FOUND"))
            return
        if socket.connected:
            socket.close(CLOSE_PROTOCOL)
            return
        language = "hi" if packet.auth.get("language") == "hi" else "en"
        caller = Caller(language=language)
        token = packet.auth.get("token")
        asked_at = asyncio.get_running_loop().time()
        if token is not None:
            try:
                user = await _user_of(token)
            except DatabaseError:
                socket.write(protocol.refused("/", "Try later", "TRY_LATER"))
                return
            if user is None:
                socket.write(protocol.refused("/", "The session has ended", "TOKEN_REFUSED"))
                return
            caller = Caller(user_id=user.pk, role=user.role, language=language)
            socket.token_digest = digest_of(token)
        # No await from here on: the places counted are the places taken.
        if socket.closed:
            return
        if _is_full(socket.address, caller):
            socket.write(protocol.refused("/", "Too many connections, try later", "TRY_LATER"))
            return
        socket.caller = caller
        socket.connected = True
        _admitted.add(socket)
        _admitted_by_address[socket.address] += 1
        if self.timer is not None:
            self.timer.cancel()
        get_hub().sessions.add(socket, read_at=asked_at)
        get_heartbeat().add(socket)
        socket.write(protocol.connected(socket.sid))

    # -- Events ----------------------------------------------------------------------------------

    async def _event(self, socket: Socket, packet: protocol.Event) -> None:
        if not socket.connected:
            socket.close(CLOSE_PROTOCOL)
            return
        socket.seen()
        if not socket.within_rate():
            if socket.floods:
                socket.close(CLOSE_TOO_MUCH)
            answer: dict[str, Any] = {"ok": False, "code": "RATE_LIMITED"}
        else:
            request = packet.arguments[0] if packet.arguments else None
            if not isinstance(request, dict) or not isinstance(request.get("topic"), str):
                answer = {"ok": False, "code": "VALIDATION"}
            elif packet.name == "subscribe":
                answer = await self._subscribe(socket, request)
            elif packet.name == "unsubscribe":
                answer = self._unsubscribe(socket, request["topic"])
            else:
                answer = {"ok": False, "code": "NOT_FOUND"}
        if packet.id is not None:
            socket.write(protocol.acknowledgement(packet.id, answer))

    async def _subscribe(self, socket: Socket, request: dict[str, Any]) -> dict[str, Any]:
        """Watch first, read second: a change in between is read or handed over, never missed."""
        name, version, key = request["topic"], request.get("version"), request.get("key")
        topic = topics.find(name) if len(name) <= MAX_TOPIC_LENGTH and "\x00" not in name else None
        if topic is None:
            return {"ok": False, "code": "NOT_FOUND"}
        if name not in socket.watches and len(socket.watches) >= MAX_TOPICS:
            return {"ok": False, "code": "RATE_LIMITED"}
        key = key if isinstance(key, str) and len(key) <= MAX_SECRET_LENGTH else None
        caller = replace(socket.caller, key=key)
        hub = get_hub()
        try:
            audience = await read(_admit, topic, caller, name)
            if audience is None:
                return {"ok": False, "code": "NOT_FOUND" if caller.user_id is None else "FORBIDDEN"}
            watch = Watch(socket=socket, name=name, caller=caller, audience=audience[0])
            hub.add_watch(watch, topic)
            state: State | None = await read_in(caller.language, topic.read, caller, name)
        except DatabaseError as error:
            logger.warning("%s cannot be read now: %s", name, error)
            self._unsubscribe(socket, name)
            return {"ok": False, "code": "TRY_LATER"}
        if state is None:
            self._unsubscribe(socket, name)
            return {"ok": False, "code": "NOT_FOUND"}
        watch.version = max(watch.version, state.version)
        if hasattr(topic, "read_rows"):
            # Figures carry no version: should a push have overtaken this answer, another one follows it.
            hub.mark([name])
        elif isinstance(version, int) and version == state.version:
            return {"ok": True, "topic": name, "same": True}
        return {"ok": True, "topic": name, "version": state.version, "data": state.data}

    def _unsubscribe(self, socket: Socket, name: str) -> dict[str, Any]:
        watch = socket.watches.get(name)
        if watch is not None:
            get_hub().remove_watch(watch)
            socket.forget(name)
        return {"ok": True, "topic": name}

    def _forget(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        socket = self.socket
        if socket is None or socket not in _sockets:
            return
        socket.closed = True
        _sockets.discard(socket)
        if socket.connected:
            _admitted.discard(socket)
            _admitted_by_address[socket.address] -= 1
            if not _admitted_by_address[socket.address]:
                del _admitted_by_address[socket.address]
            with contextlib.suppress(RuntimeError):  # the loop is gone, and with it the hub
                get_hub().remove_socket(socket)
                get_heartbeat().remove(socket)


def _is_full(address: str, caller: Caller) -> bool:
    """Return whether this process has no place for one more socket of this kind."""
    return (
        len(_admitted) >= settings.LIVE_SOCKETS
        or _admitted_by_address[address] >= settings.LIVE_SOCKETS_PER_ADDRESS
        or (
            caller.user_id is not None
            and get_hub().sessions.sockets_of(caller.user_id) >= settings.LIVE_SOCKETS_PER_USER
        )
    )


async def _user_of(token: object) -> User | None:
    """Return whose token it is, None for anything that is none."""
    if not isinstance(token, str) or len(token) > MAX_SECRET_LENGTH:
        return None
    return await read(find_user, token)


def _admit(topic: Topic, caller: Caller, name: str) -> tuple[Any] | None:
    """Return the caller's audience, None when they may not watch."""
    return (topic.audience(caller, name),) if topic.may(caller, name) else None
