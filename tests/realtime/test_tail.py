"""The tail misses no event, whatever order transactions commit in, and waits for none of them."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection, transaction

from project.events.models import Event
from project.events.publish import publish
from realtime.tail import BATCH, Gap, Tail, gaps_between
from tests.realtime.conftest import ON_POSTGRES

on_postgres = pytest.mark.skipif(not ON_POSTGRES, reason="SQLite has one writer at a time")
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tail() -> Tail:
    found = Tail()
    found.position()
    return found


def say(*topics: str) -> None:
    publish("test.happened", subject="test", topics=topics)


def read(tail: Tail) -> list[str]:
    """Return all there is to read."""
    found, more = tail.read()
    while more:
        some, more = tail.read()
        found += some
    return found


@contextmanager
def other_transaction(*topics: str, commit: bool = True) -> Iterator[Callable[[], None]]:
    """Say something in a transaction of another connection; what is yielded ends it."""
    said, end = threading.Event(), threading.Event()

    def run() -> None:
        try:
            with transaction.atomic():
                say(*topics)
                said.set()
                end.wait()
                transaction.set_rollback(not commit)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    said.wait()

    def finish() -> None:
        end.set()
        thread.join()

    try:
        yield finish
    finally:
        finish()


def test_gaps_are_what_is_missing_between_ids() -> None:
    assert list(gaps_between(1, 9, [2, 3, 7])) == [Gap(1, 1), Gap(4, 6), Gap(8, 9)]
    assert list(gaps_between(1, 3, [1, 2, 3])) == []
    assert list(gaps_between(5, 6, [])) == [Gap(5, 6)]


def test_each_event_is_read_once(tail: Tail) -> None:
    say("a")
    say("b", "c")

    assert read(tail) == ["a", "b", "c"]
    assert read(tail) == []


def test_more_than_a_batch_is_read_in_several_calls(tail: Tail) -> None:
    with transaction.atomic():
        for number in range(BATCH + 5):
            say(f"topic:{number}")

    assert tail.read() == ([f"topic:{number}" for number in range(BATCH)], True)
    assert len(tail.read()[0]) == 5


@on_postgres
def test_event_that_commits_after_one_with_a_higher_id_is_read(tail: Tail) -> None:
    with other_transaction("late") as finish:
        say("early")
        assert read(tail) == ["early"]
        assert read(tail) == []
        assert read(tail) == []

        finish()

    assert read(tail) == ["late"]
    assert read(tail) == []


@on_postgres
def test_transaction_that_writes_its_event_late_is_read(tail: Tail) -> None:
    """Its number is older than that of an event which was read before it wrote its own."""
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": psycopg.Cursor}) as other:
        other.execute("SELECT pg_current_xact_id()")
        say("early")
        assert read(tail) == ["early"]
        other.execute(
            "INSERT INTO events_event (name, subject, topics, payload, actor, cause, created_at)"
            """ VALUES ('test', 'test', '["late"]', '{}', '', '', now())"""
        )
        say("between")
        assert read(tail) == ["between"]

    assert read(tail) == ["late"]


@on_postgres
def test_tail_waits_for_no_other_transaction(tail: Tail) -> None:
    parameters = connection.get_connection_params() | {"cursor_factory": psycopg.Cursor}
    with (
        psycopg.connect(**parameters) as unrelated,
        psycopg.connect(**parameters | {"dbname": "postgres"}) as foreign,
        other_transaction("held"),
    ):
        unrelated.execute("SELECT pg_current_xact_id()")
        foreign.execute("SELECT pg_current_xact_id()")

        say("a")
        assert read(tail) == ["a"]
        say("b")
        assert read(tail) == ["b"]

    assert read(tail) == ["held"]


@on_postgres
def test_tail_that_starts_while_an_event_is_being_written_reads_it() -> None:
    tail = Tail()
    with other_transaction("late") as finish:
        say("early")
        tail.position()
        assert read(tail) == []

        finish()

    assert read(tail) == ["late"]


@on_postgres
def test_ids_that_were_rolled_back_are_forgotten(tail: Tail) -> None:
    with other_transaction("never", commit=False) as finish:
        say("a")
        assert read(tail) == ["a"]
        assert read(tail) == []
        finish()
    say("b")

    assert read(tail) == ["b"]
    assert tail._gaps == []


@on_postgres
def test_tail_beside_many_writers_reads_every_event_exactly_once(tail: Tail) -> None:
    writers, each = 8, 60
    over = threading.Event()
    heard: list[str] = []

    def follow() -> None:
        try:
            while not over.is_set():
                heard.extend(read(tail))
        finally:
            connection.close()

    def write(number: int) -> None:
        dice = random.Random(number)
        pause = threading.Event()
        try:
            for turn in range(each):
                with transaction.atomic():
                    for part in range(dice.randint(1, 4)):
                        say(f"{number}:{turn}:{part}")
                        pause.wait(dice.random() / 200)
                    transaction.set_rollback(dice.random() < 0.2)
        finally:
            connection.close()

    follower = threading.Thread(target=follow)
    follower.start()
    threads = [threading.Thread(target=write, args=[number]) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    over.set()
    follower.join()
    heard += read(tail)

    committed = [topic for topics in Event.objects.values_list("topics", flat=True) for topic in topics]
    assert sorted(heard) == sorted(committed)
    assert len(committed) > writers * each
