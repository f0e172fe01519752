"""Sockets of logged-in people, closed as soon as their session has ended."""

import asyncio
import contextlib
import logging
import math
from collections import defaultdict
from collections.abc import Sequence

from django.db import Error as DatabaseError

from project.accounts.models import Token
from project.accounts.tokens import authenticate_tokens, roles_of_sessions
from realtime.reads import CoalescedReads, read
from realtime.socket import Socket

logger = logging.getLogger(__name__)

# Interval of reading all sessions without a hint, and the number read in one query.
EVERY_SECONDS = 60.0
AT_A_TIME = 500
# Greatest age of a session's check at a delivery.
FRESH_SECONDS = 2.0
CLOSE_SESSION_ENDED = 4401


class Sessions:
    """Sockets by user; all of it but the reads runs on the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._by_user: dict[int, set[Socket]] = defaultdict(set)
        # Users whose sessions must be read again, and the time of the last hint.
        self._due: set[int] = set()
        self._changed_at: dict[int, float] = {}
        self._all_changed_at = -math.inf
        self._changed = asyncio.Event()
        self._verifying = asyncio.Lock()
        self._found = CoalescedReads(lambda tokens: read(authenticate_tokens, tokens))

    async def find(self, token: str) -> Token | None:
        """Return the session of an access token, None for an invalid token."""
        return await self._found.get(token)

    def add(self, socket: Socket, *, read_at: float) -> None:
        """Add the socket of a logged-in user.

        `read_at` is the start of the session's look-up, since which it may have ended.
        """
        user_id = socket.caller.user_id
        if user_id is None:
            return
        self._by_user[user_id].add(socket)
        socket.session_read_at = read_at
        if max(self._changed_at.get(user_id, -math.inf), self._all_changed_at) >= read_at:
            self._due.add(user_id)
            self._changed.set()

    def remove(self, socket: Socket) -> None:
        """Remove the socket."""
        user_id = socket.caller.user_id
        if user_id is not None and user_id in self._by_user:
            self._by_user[user_id].discard(socket)
            if not self._by_user[user_id]:
                del self._by_user[user_id]

    def sockets_of(self, user_id: int) -> int:
        """Return the number of this user's sockets in this process."""
        return len(self._by_user.get(user_id, ()))

    def mark(self, user_id: str) -> None:
        """Mark this user's sessions as changed; ignore anything but a number."""
        if user_id.isdigit():
            self._changed_at[int(user_id)] = self._loop.time()
            self._due.add(int(user_id))
            self._changed.set()

    def mark_all(self) -> None:
        """Mark all sessions as possibly changed."""
        self._all_changed_at = self._loop.time()
        self._due.update(self._by_user)
        self._changed.set()

    async def keep(self) -> None:
        """Check changed sessions at once and all sessions every minute, for ever."""
        next_round = self._loop.time() + EVERY_SECONDS
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(next_round):
                    await self._changed.wait()
            self._changed.clear()
            users, self._due = self._due, set()
            now = self._loop.time()
            if now >= next_round:
                users = set(self._by_user)
                next_round = now + EVERY_SECONDS
                recent = now - EVERY_SECONDS
                self._changed_at = {user: at for user, at in self._changed_at.items() if at > recent}
            try:
                await self._close_ended(
                    [socket for user_id in users for socket in self._by_user.get(user_id, ())]
                )
            except DatabaseError as error:
                logger.warning("sessions cannot be checked now: %s", error)
                self._due |= users
                self._changed.set()
                await asyncio.sleep(1)

    async def verify(self, sockets: Sequence[Socket]) -> None:
        """Close sockets of ended sessions before a delivery.

        Raises the database's errors: the right is unknown then, and nothing may be delivered.
        """
        if not self._stale(sockets):
            return
        # Topics that change together ask once for the sockets they share.
        async with self._verifying:
            stale = {(each.caller.user_id, each.session_pk) for each in self._stale(sockets)}
            await self._close_ended(
                [
                    socket
                    for user_id, session_pk in stale
                    for socket in self._by_user.get(user_id or 0, ())
                    if socket.session_pk == session_pk
                ]
            )

    def _stale(self, sockets: Sequence[Socket]) -> list[Socket]:
        """Return those whose session must be read before a delivery."""
        before = self._loop.time() - FRESH_SECONDS
        return [each for each in sockets if each.caller.user_id is not None and each.session_read_at < before]

    async def _close_ended(self, sockets: Sequence[Socket]) -> None:
        """Close sockets whose session or role has ended; the client reconnects with its present rights."""
        for start in range(0, len(sockets), AT_A_TIME):
            some = sockets[start : start + AT_A_TIME]
            asked_at = self._loop.time()
            session_pks = [socket.session_pk for socket in some]
            live = await read(roles_of_sessions, session_pks)
            for socket, session_pk in zip(some, session_pks, strict=True):
                if socket.session_pk != session_pk:
                    continue  # it left the namespace meanwhile, and may have another user now
                socket.session_read_at = asked_at
                if live.get(session_pk) != (socket.caller.user_id, socket.caller.role):
                    socket.close(CLOSE_SESSION_ENDED)
