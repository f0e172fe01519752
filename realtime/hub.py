"""One hub per web process: knows who here watches what, reads each changed topic once, hands it round.

Woken by hints (a commit in this process, a message of another one) and by its own tail of the event table.
Either alone keeps every screen equal to the tables; the hints make it fast, the tail makes it certain.
"""

import asyncio
import contextlib
import logging
import random
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import Error as DatabaseError

from project.events import wake
from project.events.topics import Caller, ListTopic, Topic
from realtime import protocol
from realtime.reads import read, read_in
from realtime.tail import Tail

if TYPE_CHECKING:
    from realtime.socket import Socket

logger = logging.getLogger(__name__)

# The tail's pace: in embedded mode it also carries the worker's changes, with a broker it is a safety net.
TAIL_EMBEDDED_SECONDS = 0.2
TAIL_SECONDS = 3.0
# A list's changed rows are collected this long, its figures are read at most this often.
ROWS_EVERY_SECONDS = 0.25
STATISTICS_EVERY_SECONDS = 1.0
# More rows than this at once: the screens are told to ask for their page again.
MAX_ROWS = 200
SESSIONS_EVERY_SECONDS = 60.0
SESSION_PREFIX = "session:"


@dataclass(eq=False)
class Watch:
    """One socket's subscription of one topic."""

    socket: "Socket"
    name: str
    caller: Caller
    audience: Hashable
    version: int = -1


@dataclass
class Watched:
    """A topic that somebody here watches."""

    topic: Topic
    watches: set[Watch] = field(default_factory=set)
    # Changed since it was last read; for lists also the rows.
    dirty: bool = False
    rows: set[str] = field(default_factory=set)
    statistics_dirty: bool = False
    statistics_read_at: float = 0.0
    read_at: float = 0.0
    version: int = 0

    @property
    def is_list(self) -> bool:
        """Whether changes travel as upserts."""
        return hasattr(self.topic, "read_rows")


class Hub:
    """See the module. Everything runs on the event loop, reads excepted."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._watched: dict[str, Watched] = {}
        self._by_user: dict[int, set[Socket]] = defaultdict(set)
        self._work = asyncio.Event()
        self._tail_now = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._tail_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live-tail")
        self._tail = Tail()

    # -- Life ------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start listening; the tasks live as long as the process."""
        if settings.HUB_HINTS:
            wake.add_listener(self._hint_from_any_thread)
            if settings.REDIS_URL:
                self._spawn(self._listen)
        if settings.HUB_TAIL:
            self._spawn(self._follow)
        self._spawn(self._deliver)
        self._spawn(self._recheck_sessions)

    async def stop(self) -> None:
        """Stop all tasks (tests; a process just ends)."""
        with contextlib.suppress(ValueError):
            wake.remove_listener(self._hint_from_any_thread)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tail_thread.shutdown(wait=False)

    def _spawn(self, run: Callable[[], Awaitable[None]]) -> None:
        async def forever() -> None:
            while True:
                try:
                    await run()
                except Exception:
                    # A hub without one of its tasks would be half deaf without anybody noticing.
                    logger.exception("%s failed and starts again", run)
                    await asyncio.sleep(1)

        self._tasks.append(self._loop.create_task(forever()))

    # -- Watching --------------------------------------------------------------------------------

    def add_socket(self, socket: "Socket") -> None:
        """Know a socket whose user is logged in, to close it when the session ends."""
        if socket.caller.user_id is not None:
            self._by_user[socket.caller.user_id].add(socket)

    def remove_socket(self, socket: "Socket") -> None:
        """Forget the socket and all it watches."""
        for watch in list(socket.watches.values()):
            self.remove_watch(watch)
        user_id = socket.caller.user_id
        if user_id is not None and user_id in self._by_user:
            self._by_user[user_id].discard(socket)
            if not self._by_user[user_id]:
                del self._by_user[user_id]

    def sockets_of(self, user_id: int) -> int:
        """Return how many sockets this user has here."""
        return len(self._by_user.get(user_id, ()))

    def add_watch(self, watch: Watch, topic: Topic) -> None:
        """Hand changes of the topic to the watch from now on."""
        watched = self._watched.setdefault(watch.name, Watched(topic))
        watched.watches.add(watch)
        watch.socket.watches[watch.name] = watch

    def remove_watch(self, watch: Watch) -> None:
        """Stop; a topic nobody watches is not read any more."""
        watch.socket.watches.pop(watch.name, None)
        watched = self._watched.get(watch.name)
        if watched is not None:
            watched.watches.discard(watch)
            if not watched.watches:
                del self._watched[watch.name]

    # -- Being woken -----------------------------------------------------------------------------

    def _hint_from_any_thread(self, names: Sequence[str]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closing
            self._loop.call_soon_threadsafe(self.mark, list(names))

    def mark(self, names: Sequence[str]) -> None:
        """Note that these topics changed; "list#row" names the row."""
        for name in names:
            if name.startswith(SESSION_PREFIX):
                user_id = name.removeprefix(SESSION_PREFIX)
                if user_id.isdigit() and int(user_id) in self._by_user:
                    self._loop.create_task(self._recheck(list(self._by_user[int(user_id)])))
                continue
            topic, _, row = name.partition("#")
            watched = self._watched.get(topic)
            if watched is None:
                continue
            watched.dirty = True
            if row:
                watched.rows.add(row)
            self._work.set()

    async def _listen(self) -> None:
        """Hear the hints of other processes."""
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(wake.GROUP, channel)
        # What was said before we listened, or while the broker was away, is in the table.
        self._tail_now.set()
        while True:
            message = await layer.receive(channel)
            if message.get("origin") != wake.ORIGIN:
                self.mark(message.get("topics", ()))

    async def _follow(self) -> None:
        """Read the event table from where we were, again and again."""
        pause = TAIL_SECONDS if settings.REDIS_URL else TAIL_EMBEDDED_SECONDS
        while True:
            try:
                found = await self._loop.run_in_executor(self._tail_thread, self._tail.read)
            except DatabaseError as error:
                logger.warning("the event table cannot be read now: %s", error)
                await asyncio.sleep(0.5)
                continue
            if found:
                self.mark(found)
            self._tail_now.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._tail_now.wait(), pause * random.uniform(0.8, 1.2))

    # -- Reading and handing round ---------------------------------------------------------------

    async def _deliver(self) -> None:
        while True:
            await self._work.wait()
            self._work.clear()
            now = time.monotonic()
            due: list[Awaitable[None]] = []
            for name, watched in list(self._watched.items()):
                if not (watched.dirty or watched.statistics_dirty):
                    continue
                wait = self._wait(watched, now)
                if wait > 0:
                    self._loop.call_later(wait, self._work.set)
                    continue
                watched.read_at = now
                watched.dirty = False
                due.append(
                    self._deliver_list(name, watched)
                    if watched.is_list
                    else self._deliver_state(name, watched)
                )
            for outcome in await asyncio.gather(*due, return_exceptions=True):
                if isinstance(outcome, BaseException):
                    logger.error("a changed topic could not be read and is tried again", exc_info=outcome)

    def _wait(self, watched: Watched, now: float) -> float:
        """Return how long this topic must rest: lists and costly ones are not read for each change."""
        rest = ROWS_EVERY_SECONDS if watched.is_list else getattr(watched.topic, "rest_seconds", 0.0)
        if watched.is_list and not watched.dirty:
            return watched.statistics_read_at + STATISTICS_EVERY_SECONDS - now
        return float(watched.read_at + rest - now)

    async def _deliver_state(self, name: str, watched: Watched) -> None:
        """Read the topic once for each audience, encode once, hand to each socket."""
        audiences: dict[Hashable, list[Watch]] = defaultdict(list)
        for watch in watched.watches:
            audiences[watch.audience].append(watch)
        for watches in audiences.values():
            caller = watches[0].caller
            try:
                state = await read_in(caller.language, watched.topic.read, caller, name)
            except Exception:
                self._again(watched)
                raise
            if state is None:
                continue
            frame = protocol.changed(name, state.version, protocol.dumps(state.data))
            for watch in watches:
                if watch.version < state.version:
                    watch.version = state.version
                    watch.socket.push(name, frame)

    def _again(self, watched: Watched) -> None:
        """Read the topic again in a moment: the database did not answer."""
        watched.dirty = True
        self._loop.call_later(0.5, self._work.set)

    async def _deliver_list(self, name: str, watched: Watched) -> None:
        """Read the rows that changed, and at most once a second the figures."""
        topic = cast(ListTopic, watched.topic)
        ids, watched.rows = watched.rows, set()
        now = time.monotonic()
        data: dict[str, Any] = {"rows": []}
        try:
            if len(ids) > MAX_ROWS:
                data["reset"] = True
            elif ids:
                data["rows"] = await read(topic.read_rows, sorted(ids))
            if now - watched.statistics_read_at >= STATISTICS_EVERY_SECONDS:
                watched.statistics_read_at = now
                watched.statistics_dirty = False
                data |= await read(topic.read_statistics)
            else:
                watched.statistics_dirty = True
                self._loop.call_later(
                    watched.statistics_read_at + STATISTICS_EVERY_SECONDS - now + 0.01, self._work.set
                )
        except Exception:
            watched.rows |= ids
            self._again(watched)
            raise
        watched.version += 1
        frame = protocol.changed(name, watched.version, protocol.dumps(data))
        for watch in list(watched.watches):
            watch.socket.push_rows(name, watched.version, data, frame)

    # -- Sessions --------------------------------------------------------------------------------

    async def _recheck_sessions(self) -> None:
        while True:
            await asyncio.sleep(SESSIONS_EVERY_SECONDS)
            for sockets in list(self._by_user.values()):
                await self._recheck(list(sockets))

    async def _recheck(self, sockets: Sequence["Socket"]) -> None:
        """Close the sockets whose token or role is gone; the client comes back as what it is now."""
        for socket in sockets:
            try:
                valid = await socket.session_is_valid()
            except DatabaseError:
                continue  # nothing is known; the next round asks again
            if not valid:
                await socket.close(4401)


_hub: Hub | None = None


def get_hub() -> Hub:
    """Return this process's hub, started on the running loop at its first use."""
    global _hub
    loop = asyncio.get_running_loop()
    if _hub is None or _hub._loop is not loop:
        _hub = Hub(loop)
        _hub.start()
    return _hub
