"""Subscriptions that arrive together are coalesced into one read, and each one's right is checked."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Hashable

import pytest
from django.db import OperationalError
from pytest_django import DjangoAssertNumQueries

from project.accounts.actions.sessions import log_out
from project.accounts.models import User
from project.accounts.tokens import authenticate_token, authenticate_tokens
from project.core.schemas import ApiModel
from project.events.topics import GUEST, Caller, State, Topic
from realtime.authorized_reads import Answer
from realtime.hub import CACHED_SECONDS, Hub
from realtime.socket import Watch
from tests.factories import log_in, make_user
from tests.realtime.line import Line
from tests.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "notes:a"


class Note(ApiModel):
    language: str
    says: int


class Notes(Topic):
    """A topic of whom it says may read it, in their language."""

    def __init__(self, *, guests: bool = True) -> None:
        self.guests = guests
        self.may_read: set[int | None] = set()
        self.version = 1
        self.reads = 0
        self.error: Exception | None = None
        # A reading begins, and goes on when it is let.
        self.begun = threading.Event()
        self.go_on = threading.Event()
        self.go_on.set()

    def may(self, caller: Caller, name: str) -> bool:
        return caller.user_id in self.may_read or (self.guests and caller.user_id is None)

    def audience(self, caller: Caller, name: str) -> Hashable:
        return caller.language

    def read(self, caller: Caller, name: str) -> State | None:
        self.reads += 1
        version = self.version
        self.begun.set()
        assert self.go_on.wait(10)
        if self.error:
            raise self.error
        return State(version, Note(language=caller.language, says=version))


class Reader(Line):
    """A socket that subscribes."""

    def __init__(self, hub: Hub, topic: Notes, caller: Caller = GUEST) -> None:
        super().__init__()
        self.hub = hub
        self.topic = topic
        self.socket.caller = caller

    async def subscribe(self) -> Answer:
        return await self.hub.subscribe(Watch(self.socket, NAME, self.socket.caller), self.topic)

    def pushed(self) -> list[int]:
        return [push["version"] for push in self.pushes()]


def in_a_hub(run: Callable[[Hub], Awaitable[None]]) -> None:
    """Run it with a hub that nobody wakes but the test."""

    async def main() -> None:
        await run(Hub(asyncio.get_running_loop()))

    asyncio.run(main())


def version(answer: Answer) -> int | None:
    return answer.state.version if answer.state else None


def test_thousand_subscribers_of_one_topic_cost_one_read() -> None:
    async def run(hub: Hub) -> None:
        notes = Notes()
        lines = [Reader(hub, notes) for _ in range(1000)]

        answers = await asyncio.gather(*(line.subscribe() for line in lines))
        # And who comes a little later.
        answers.append(await Reader(hub, notes).subscribe())

        assert {version(answer) for answer in answers} == {1}
        assert notes.reads == 1
        notes.version = 2
        hub.mark([NAME])
        await until(lambda: all(line.pushed() == [2] for line in lines))
        # Encoded once: all were handed the same frame.
        assert len({id(line.sent[-1]) for line in lines}) == 1

    in_a_hub(run)


def test_each_audience_gets_its_own_answer_and_who_has_no_right_gets_none() -> None:
    async def run(hub: Hub) -> None:
        notes = Notes(guests=False)
        notes.may_read = {1, 2}
        callers = [Caller(1), Caller(2), Caller(1, language="hi"), Caller(3), GUEST]
        # Nobody's session is looked up here: each was just now.
        lines = [Reader(hub, notes, caller) for caller in callers]
        for line in lines:
            line.socket.session_read_at = hub.loop.time()

        for _ in range(2):
            answers = await asyncio.gather(*(line.subscribe() for line in lines))

            assert [answer.state and answer.state.data["language"] for answer in answers] == [
                "en",
                "en",
                "hi",
                None,
                None,
            ]
        assert notes.reads == 2

    in_a_hub(run)


def test_cached_answer_grants_no_right() -> None:
    async def run(hub: Hub) -> None:
        notes = Notes(guests=False)
        notes.may_read = {1, 2}
        first, second = Reader(hub, notes, Caller(1)), Reader(hub, notes, Caller(2))
        for line in (first, second):
            line.socket.session_read_at = hub.loop.time()
        assert version(await first.subscribe()) == 1

        notes.may_read.remove(2)

        assert version(await second.subscribe()) is None
        assert notes.reads == 1

    in_a_hub(run)


@pytest.mark.parametrize("hears", [True, False], ids=["told", "not told"])
def test_who_logs_out_while_the_answer_is_read_does_not_get_it(hears: bool) -> None:
    leaving, staying = make_user(), make_user()
    tokens = {user.pk: log_in(user) for user in (leaving, staying)}
    sessions = {user_id: authenticate_token(token) for user_id, token in tokens.items()}

    async def run(hub: Hub) -> None:
        notes = Notes(guests=False)
        notes.may_read = {leaving.pk, staying.pk}
        lines = {user.pk: _logged_in(hub, notes, user) for user in (leaving, staying)}
        if hears:
            # It is known that they are good, so only news can end one.
            for line in lines.values():
                line.socket.session_read_at = hub.loop.time()
        keeping = asyncio.create_task(hub.sessions.keep())
        notes.go_on.clear()
        other = Reader(hub, notes, Caller(staying.pk))
        other.socket.session_read_at = hub.loop.time()
        first = asyncio.create_task(other.subscribe())
        await until(notes.begun.is_set)
        # They wait for the next reading.
        pending = {user_id: asyncio.create_task(line.subscribe()) for user_id, line in lines.items()}
        await asyncio.sleep(0)

        session = sessions[leaving.pk]
        assert session is not None
        await asyncio.to_thread(log_out, session)
        if hears:
            hub.mark([f"session:{leaving.pk}"])
            await until(lambda: lines[leaving.pk].socket.closed)
        notes.go_on.set()

        assert version(await first) == version(await pending[staying.pk]) == 1
        assert version(await pending[leaving.pk]) is None
        assert (lines[leaving.pk].frames, lines[leaving.pk].closed_with) == ([], 4401)
        keeping.cancel()

    def _logged_in(hub: Hub, notes: Notes, user: User) -> Reader:
        line = Reader(hub, notes, Caller(user.pk, role=user.role))
        session = sessions[user.pk]
        assert session is not None
        line.socket.session_pk = session.pk
        hub.sessions.add(line.socket, read_at=0.0)
        return line

    in_a_hub(run)


def test_change_between_reading_and_answering_is_pushed_after_the_answer() -> None:
    async def run(hub: Hub) -> None:
        notes = Notes()
        line, later = Reader(hub, notes), Reader(hub, notes)
        notes.go_on.clear()
        answer = asyncio.create_task(line.subscribe())
        await until(notes.begun.is_set)

        notes.version = 2
        hub.mark([NAME])
        notes.go_on.set()

        assert version(await answer) == 1
        # What was read before the change is not cached.
        assert version(await later.subscribe()) == 2
        await until(lambda: line.pushed() == [2])
        assert later.pushed() == []

    in_a_hub(run)


def test_failed_read_fails_all_that_it_coalesces_once_and_is_not_cached() -> None:
    async def run(hub: Hub) -> None:
        for error in (OperationalError("away"), ZeroDivisionError()):
            notes = Notes()
            notes.error = error
            lines = [Reader(hub, notes) for _ in range(10)]

            answers = await asyncio.gather(*(line.subscribe() for line in lines))

            assert [answer.error for answer in answers] == [error] * 10
            assert notes.reads == 1
            assert not any(line.socket.watches for line in lines)
            notes.error = None
            assert version(await lines[0].subscribe()) == 1
            hub.remove_socket(lines[0].socket)

    in_a_hub(run)


def test_answer_is_cached_for_two_seconds_at_most() -> None:
    async def run(hub: Hub) -> None:
        notes = Notes()
        await Reader(hub, notes).subscribe()
        # As what changes with the time alone does, of which nobody is told.
        notes.version = 2
        await asyncio.sleep(CACHED_SECONDS + 0.1)

        assert version(await Reader(hub, notes).subscribe()) == 2

    in_a_hub(run)


def test_refused_attempt_to_subscribe_again_leaves_the_former_watch() -> None:
    async def run(hub: Hub) -> None:
        notes = Notes()
        line = Reader(hub, notes)
        await line.subscribe()

        answer = await hub.subscribe(Watch(line.socket, NAME, Caller(user_id=7)), notes)

        assert version(answer) is None
        notes.version = 2
        hub.mark([NAME])
        await until(lambda: line.pushed() == [2])

    in_a_hub(run)


def test_socket_that_goes_while_it_waits_is_forgotten() -> None:
    async def run(hub: Hub) -> None:
        notes = Notes()
        going, staying = Reader(hub, notes), Reader(hub, notes)
        notes.go_on.clear()
        tasks = [asyncio.create_task(line.subscribe()) for line in (going, staying)]
        await until(notes.begun.is_set)

        going.socket.closed = True
        tasks[0].cancel()
        notes.go_on.set()

        assert version(await tasks[1]) == 1
        notes.version = 2
        hub.mark([NAME])
        await until(lambda: staying.pushed() == [2])
        assert (going.frames, going.socket.watches) == ([], {})

    in_a_hub(run)


def test_sessions_of_many_who_connect_are_found_by_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    first, second, gone = make_user(), make_user(), make_user()
    tokens = [log_in(first), log_in(second), log_in(first)]
    ended = log_in(gone)
    session = authenticate_token(ended)
    assert session is not None
    log_out(session)
    strange = [f"{tokens[0]}x", "", "\ud800", "guessed:1:2"]

    with django_assert_num_queries(1):
        found = authenticate_tokens([*tokens, ended, *strange])

    sessions = [found[token] for token in tokens]
    assert [session and session.user for session in sessions] == [first, second, first]
    assert len({session and session.pk for session in sessions}) == 3
    assert not any(found[token] for token in [ended, *strange])
    with django_assert_num_queries(0):
        assert authenticate_tokens(strange) == dict.fromkeys(strange)


def test_each_who_connects_gets_their_own_session() -> None:
    users = [make_user() for _ in range(20)]
    tokens = [log_in(user) for user in users]

    async def run(hub: Hub) -> None:
        found = await asyncio.gather(*(hub.sessions.find(token) for token in [*tokens, "guessed"]))

        assert [session and session.user for session in found] == [*users, None]

    in_a_hub(run)
