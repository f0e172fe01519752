"""The hub of a web process, which reads each changed topic once and pushes it to its watchers.

Hints (a commit in this process, a message of another one) and the hub's own tail of the event table wake it.
Either suffices: hints are fast, and the tail misses nothing.
"""

import asyncio
import contextlib
import logging
import math
import random
from collections import defaultdict
from collections.abc import Callable, Collection, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar, cast

from django.conf import settings
from django.db import Error as DatabaseError

from project.core.metrics import (
    LIVE_CORRECTIONS,
    LIVE_PUSH_SECONDS,
    LIVE_PUSHES,
    LIVE_TOPICS,
    LIVE_WAKES,
)
from project.events import wake
from project.events.topics import Caller, JSONObject, StaffListTopic, Topic, catalogue_changes
from realtime import protocol
from realtime.authorized_reads import Answer, read_answers, read_list
from realtime.availability import Availability
from realtime.broker import BrokerHints
from realtime.catalogue_version import CatalogueVersion
from realtime.frames import Frame
from realtime.reads import CoalescedReads, read
from realtime.sessions import Sessions
from realtime.socket import Socket, Watch
from realtime.tail import Tail
from realtime.visitors import Visitors
from realtime.watched_topic import Watched

R = TypeVar("R")

logger = logging.getLogger(__name__)

# The tail's interval. In embedded mode it also finds the worker's changes, and only asks SQLite for its
# data version; with a broker it is a safety net.
TAIL_EMBEDDED_SECONDS = 0.05
TAIL_SECONDS = 2.0
# Minimum interval of reads of a list's figures.
STATISTICS_EVERY_SECONDS = 1.0
# With more changed rows at once pages reload.
MAX_ROWS = 200
# Shortest and longest pause before a failed projector is retried.
RETRY_SECONDS = (0.5, 4.0)
# Sockets that get a frame in one turn of the event loop.
SOCKETS_AT_A_TIME = 500
# Seconds that a subscriber's answer is cached for its audience, unless the topic changes.
CACHED_SECONDS = 2.0
SESSION_PREFIX = "session:"


class Hub:
    """The watched topics of this process; all of it but the reads runs on the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._watched: dict[str, Watched] = {}
        self.sessions = Sessions(loop)
        self._catalogue = CatalogueVersion(loop)
        self.availability = Availability()
        self.visitors = Visitors(loop, self._watched)
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
                self._spawn(BrokerHints(on_hint=self._mark_hint, on_gap=self._tail_now.set).listen)
        if settings.HUB_TAIL:
            self._spawn(self._follow)
        self._spawn(self.sessions.keep)
        self._spawn(self.visitors.keep)

    def _spawn(self, run: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async def forever() -> None:
            while True:
                try:
                    await run()
                except Exception as error:
                    # Without one of its tasks the hub would silently miss changes.
                    logger.warning("%s failed and starts again", run.__qualname__, exc_info=error)
                    await asyncio.sleep(1)

        self._tasks.append(self.loop.create_task(forever()))

    # -- Watching --------------------------------------------------------------------------------

    def remove_socket(self, socket: Socket) -> None:
        """Forget the socket and all it watches."""
        for watch in list(socket.watches.values()):
            self.remove_watch(watch)
        self.sessions.remove(socket)

    async def subscribe(self, watch: Watch, topic: Topic) -> Answer:
        """Return the current answer for the watch, and push changes to it from then on.

        It replaces the socket's former watch of the topic, which stays when this one is refused.
        """
        watched = self._watched.get(watch.name)
        if watched is None:
            subscribers = CoalescedReads(partial(self._answer_subscribers, watch.name))
            watched = self._watched[watch.name] = Watched(watch.name, topic, subscribers)
            LIVE_TOPICS.set(len(self._watched))
        watched.waiting += 1
        try:
            return await watched.subscribers.get(watch)
        finally:
            watched.waiting -= 1
            self._drop_if_unused(watched)

    async def _answer_subscribers(self, name: str, watches: Sequence[Watch]) -> dict[Watch, Answer]:
        """Read the topic for all of them and hand changes to those who may watch it."""
        watched = self._watched[name]
        cached = watched.cached
        by_caller = await self._answers_for(watched, watches)
        answers = {}
        for watch in watches:
            answers[watch] = answer = by_caller[watch.caller]
            if watch.socket.closed:
                answers[watch] = Answer([], None)
            elif answer.state is not None:
                self._add_watch(watched, watch, answer.state.version)
        # These watches did not get changes that arrived during the read. Figures of lists have no version, so
        # a push follows that repeats them.
        if watched.cached is not cached or watched.is_list:
            self._mark_dirty(watched)
        return answers

    async def _answers_for(self, watched: Watched, watches: Sequence[Watch]) -> dict[Caller, Answer]:
        """Return each caller's answer, from the cache or one read for each audience."""
        cached = watched.cached
        known = cached.copy()
        try:
            by_caller = await self._by_caller(watches)
            answers = await read(read_answers, watched.topic, watched.name, list(by_caller), known)
        except Exception as error:
            answers = [Answer([watch.caller for watch in watches], None, error=error)]
        for answer in answers:
            if answer.error is not None:
                expected = isinstance(answer.error, DatabaseError)
                logger.warning(
                    "%s cannot be read now: %s",
                    watched.name,
                    answer.error,
                    exc_info=None if expected else answer.error,
                )
            elif answer.state is not None and answer.audience not in known and not watched.is_list:
                if not cached:
                    self.loop.call_later(CACHED_SECONDS, cached.clear)
                cached[answer.audience] = answer
        nothing = {watch.caller: Answer([], None) for watch in watches}
        return nothing | {caller: answer for answer in answers for caller in answer.callers}

    def _add_watch(self, watched: Watched, watch: Watch, version: int) -> None:
        """Hand changes of the topic to the watch, which was given this version."""
        watch.version = version
        watched.watches.add(watch)
        if watched.renewal is None:
            self._renew_later(watched)
        # The new watch has no rows yet.
        watched.sent.clear()
        watched.statistics = None
        former = watch.socket.watches.get(watch.name)
        watch.socket.watches[watch.name] = watch
        if former is not None:
            watched.watches.discard(former)

    def remove_watch(self, watch: Watch) -> None:
        """Stop; a topic nobody watches is not read any more."""
        if watch.socket.watches.get(watch.name) is watch:
            del watch.socket.watches[watch.name]
        watched = self._watched.get(watch.name)
        if watched is not None:
            watched.watches.discard(watch)
            self._drop_if_unused(watched)

    def _drop_if_unused(self, watched: Watched) -> None:
        if not watched.watches and not watched.waiting and self._watched.get(watched.name) is watched:
            del self._watched[watched.name]
            LIVE_TOPICS.set(len(self._watched))
            if watched.renewal is not None:
                watched.renewal.cancel()

    def end_watch(self, watch: Watch) -> None:
        """Stop what its caller has no right to any more, and say so: the client asks anew."""
        if watch.socket.watches.get(watch.name) is watch:
            self.remove_watch(watch)
            watch.socket.forget(watch.name)
            watch.socket.write(protocol.ended(watch.name, refusal(watch.caller)))

    # -- Being woken -----------------------------------------------------------------------------

    def _hint_from_any_thread(self, names: Sequence[str], event_id: int | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closing
            self.loop.call_soon_threadsafe(self._mark_hint, list(names), event_id)

    def _mark_hint(self, names: Sequence[str], event_id: int | None) -> None:
        self.mark(names)
        if event_id is not None:
            self._tail.leave_out(event_id)

    def mark(self, names: Sequence[str], *, by_tail: bool = False) -> None:
        """Mark these topics as changed, as a hint or the tail says; "list#row" names the row."""
        LIVE_WAKES.labels("tail" if by_tail else "hint").inc(len(names))
        if changes := catalogue_changes(names):
            self._catalogue.move(changes)
        for name in names:
            if name.startswith(SESSION_PREFIX):
                self.sessions.mark(name.removeprefix(SESSION_PREFIX))
                continue
            topic, _, row = name.partition("#")
            watched = self._watched.get(topic)
            if watched is None:
                continue
            if row and watched.is_list:
                watched.rows.add(row)
            watched.only_by_tail = by_tail and (watched.only_by_tail or not watched.dirty)
            self._mark_dirty(watched)

    def _mark_all(self) -> None:
        """Mark all topics as changed."""
        self._catalogue.move()
        self.sessions.mark_all()
        for watched in self._watched.values():
            watched.reset = True
            self._mark_dirty(watched)

    def _mark_dirty(self, watched: Watched) -> None:
        if not watched.dirty:
            watched.changed_at = self.loop.time()
        watched.cached = {}
        watched.dirty = True
        if watched.reader is None:
            watched.reader = self.loop.create_task(self._read_while_dirty(watched))

    def _renew_later(self, watched: Watched) -> None:
        """Have a topic whose answer changes with the time alone read again when that is due."""
        if watched.renewal is not None:
            watched.renewal.cancel()
        renew_seconds = watched.topic.renew_seconds
        if renew_seconds and watched.watches:
            watched.renewal = self.loop.call_later(renew_seconds, self._mark_dirty, watched)

    async def _follow(self) -> None:
        """Read the event table from where we were, again and again."""
        pause = TAIL_SECONDS if settings.REDIS_URL else TAIL_EMBEDDED_SECONDS
        while True:
            self._tail_now.clear()
            more = False
            try:
                if self._tail.is_positioned:
                    found, more = await self._in_tail_thread(self._tail.read)
                    self.mark(found, by_tail=True)
                else:
                    await self._in_tail_thread(self._tail.position)
                    # A topic, session or public answer may have changed before the position.
                    self._mark_all()
            except DatabaseError as error:
                logger.warning("the event table cannot be read now: %s", error)
                await asyncio.sleep(0.5)
                continue
            if more:
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._tail_now.wait(), pause * random.uniform(0.8, 1.2))

    async def _in_tail_thread(self, read: Callable[[], R]) -> R:
        return await self.availability.judge(self.loop.run_in_executor(self._tail_thread, read))

    # -- Reading and handing round ---------------------------------------------------------------

    async def _read_while_dirty(self, watched: Watched) -> None:
        """Read the topic and hand it round until nothing has changed since."""
        retry, longest = RETRY_SECONDS
        try:
            while watched.watches and watched.dirty:
                # A list collects its changed rows; other topics push the first change at once.
                since = max(watched.read_at, watched.changed_at) if watched.is_list else watched.read_at
                due_at = since + watched.topic.throttle_seconds
                await asyncio.sleep(max(0.0, due_at - self.loop.time()))
                watched.read_at = self.loop.time()
                watched.dirty = False
                # A REST call after a push must not get an older answer.
                await self._catalogue.wait_moved()
                try:
                    await (self._deliver_list(watched) if watched.is_list else self._deliver_state(watched))
                    retry = RETRY_SECONDS[0]
                except Exception as error:
                    expected = isinstance(error, DatabaseError)
                    logger.warning("%s is read again: %s", watched.name, error, exc_info=not expected)
                    watched.dirty = True
                    await asyncio.sleep(retry)
                    retry = min(2 * retry, longest)
        finally:
            watched.reader = None
            self._renew_later(watched)

    async def _by_caller(self, watches: Collection[Watch]) -> dict[Caller, list[Watch]]:
        """Return the watches of sessions that still live, by who watches."""
        await self.sessions.verify([watch.socket for watch in watches])
        found: dict[Caller, list[Watch]] = defaultdict(list)
        for watch in watches:
            if not watch.socket.closed:
                found[watch.caller].append(watch)
        return found

    async def _deliver_state(self, watched: Watched) -> None:
        """Read the topic once for each audience, encode once, hand to each socket."""
        by_caller = await self._by_caller(watched.watches)
        answers = await read(read_answers, watched.topic, watched.name, list(by_caller))
        for answer in answers:
            watches = [watch for caller in answer.callers for watch in by_caller[caller]]
            if answer.state is not None:
                await self._push_state(watched, watches, answer.state.version, answer.json)
            elif answer.error is None:
                for watch in watches:
                    self.end_watch(watch)
        for answer in answers:
            if answer.error is not None:
                raise answer.error

    async def _push_state(self, watched: Watched, watches: Sequence[Watch], version: int, json: str) -> None:
        frame = Frame(protocol.changed(watched.name, version, json))
        pushed = 0
        for number, watch in enumerate(watches, start=1):
            if watch in watched.watches and watch.version < version:
                watch.version = version
                watch.socket.push(watched.name, frame)
                pushed += 1
            if number % SOCKETS_AT_A_TIME == 0:
                await asyncio.sleep(0)
        self._count_pushes(watched, pushed)

    def _count_pushes(self, watched: Watched, pushed: int) -> None:
        if pushed:
            LIVE_PUSHES.inc(pushed)
            LIVE_PUSH_SECONDS.observe(self.loop.time() - watched.changed_at)
            if watched.only_by_tail:
                LIVE_CORRECTIONS.inc()

    async def _deliver_list(self, watched: Watched) -> None:
        """Read the rows that changed, and at most once a second the figures."""
        topic = cast(StaffListTopic, watched.topic)
        figures_due = self.loop.time() >= watched.statistics_read_at + STATISTICS_EVERY_SECONDS
        if not figures_due:
            watched.dirty = True  # read again after the pause
            if not watched.rows and not watched.reset:
                return
        by_caller = await self._by_caller(watched.watches)
        ids, watched.rows = watched.rows, set()
        reset, watched.reset = watched.reset or len(ids) > MAX_ROWS, False
        if figures_due:
            watched.statistics_read_at = self.loop.time()
        try:
            found = await read(
                read_list, topic, watched.name, list(by_caller), () if reset else sorted(ids), figures_due
            )
        except Exception:
            # Nothing was sent; the next attempt takes all of it.
            watched.rows |= ids
            watched.reset = watched.reset or reset
            watched.statistics_read_at = -math.inf
            raise
        for caller in by_caller.keys() - found.may:
            for watch in by_caller[caller]:
                self.end_watch(watch)
        data: JSONObject = {"rows": watched.take_unsent(found.rows)}
        if reset:
            data["reset"] = True
        if found.figures is not None and found.figures != watched.statistics:
            watched.statistics = found.figures
            data |= found.figures
        if not data["rows"] and len(data) == 1:
            return
        watched.pushes += 1
        frame = Frame(protocol.changed(watched.name, watched.pushes, protocol.dumps(data)))
        watches = [watch for caller in found.may for watch in by_caller[caller] if watch in watched.watches]
        for watch in watches:
            watch.socket.push_rows(watched.name, watched.pushes, data, frame)
        self._count_pushes(watched, len(watches))


def refusal(caller: Caller) -> str:
    """Return the code for who may not watch a topic: a guest cannot tell whether it exists."""
    return "NOT_FOUND" if caller.user_id is None else "FORBIDDEN"


_hub: Hub | None = None


def get_hub() -> Hub:
    """Return this process's hub, started on the running loop at its first use."""
    global _hub
    loop = asyncio.get_running_loop()
    if _hub is None or _hub.loop is not loop:
        _hub = Hub(loop)
        _hub.start()
    return _hub
