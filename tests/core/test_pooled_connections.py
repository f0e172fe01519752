"""The pool hands out no connection that is gone, and does not ask each time whether one works."""

import time

import psutil  # type: ignore[import-untyped]
import pytest
from django.db import DatabaseError, connection

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no pool"),
]
LOOK = "SELECT pg_backend_pid()"


@pytest.fixture(autouse=True)
def new_pool() -> None:
    """Keep one connection of a new pool for ourselves, so that one other is given back and taken again."""
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    connection.ensure_connection()


def take() -> int:
    """Take a connection from the pool, use it, give it back, and return the server process behind it."""
    taken = connection.copy()
    with taken.cursor() as cursor:
        cursor.execute(LOOK)
        pid: int = cursor.fetchone()[0]
    taken.close()
    return pid


def last_question(pid: int) -> str:
    """Return what that server process was asked last."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT query FROM pg_stat_activity WHERE pid = %s", [pid])
        query: str = cursor.fetchone()[0]
    return query


def take_and_only_connect(pid: int) -> None:
    """Take this connection, which was given back last, and ask it nothing."""
    taken = connection.copy()
    taken.ensure_connection()
    found = taken.connection.info.backend_pid
    taken.close()
    assert found == pid


def test_connection_that_has_just_answered_is_handed_out_unasked() -> None:
    pid = take()

    take_and_only_connect(pid)

    assert last_question(pid) == LOOK


def test_connection_that_has_not_answered_for_a_while_is_asked_first() -> None:
    pid = take()
    time.sleep(1.2)

    take_and_only_connect(pid)

    assert last_question(pid) == ""


def test_connection_that_the_server_has_closed_is_not_handed_out_however_lately_it_answered() -> None:
    for _ in range(10):
        pid = take()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])

        assert take() != pid


def test_query_is_given_up_when_the_server_behind_its_connection_hangs() -> None:
    hanging = connection.copy()
    hanging.ensure_connection()
    used = hanging.connection
    used.answer_seconds = 0.5
    server = psutil.Process(used.info.backend_pid)
    server.suspend()
    try:
        with pytest.raises(DatabaseError, match="no answer for 0.5 s"), hanging.cursor() as cursor:
            cursor.execute(LOOK)
    finally:
        server.resume()

    hanging.close()
    assert take() != server.pid


def test_transaction_whose_server_hangs_ends_without_a_second_wait() -> None:
    hanging = connection.copy()
    hanging.ensure_connection()
    hanging.connection.answer_seconds = 0.5
    hanging.set_autocommit(False)
    server = psutil.Process(hanging.connection.info.backend_pid)
    server.suspend()
    began = time.monotonic()
    try:
        with pytest.raises(DatabaseError), hanging.cursor() as cursor:
            cursor.execute(LOOK)
        with pytest.raises(DatabaseError):
            hanging.commit()
    finally:
        server.resume()
        hanging.close()

    assert hanging.connection is None
    assert time.monotonic() - began < 10
