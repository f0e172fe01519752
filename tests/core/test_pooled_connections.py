"""The pool hands out no connection that is gone, and does not ask each time whether one works."""

import contextlib
import time
from collections.abc import Iterator

import psutil  # type: ignore[import-untyped]
import pytest
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper as DatabaseWrapper

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


@pytest.fixture
def hanging() -> Iterator[DatabaseWrapper]:
    """A connection whose server a test freezes."""
    wrapper = connection.copy()
    wrapper.ensure_connection()
    server = psutil.Process(wrapper.connection.info.backend_pid)
    frozen = [server, server.parent()]
    yield wrapper
    for process in frozen:
        with contextlib.suppress(psutil.NoSuchProcess):  # a server whose client is gone ends
            process.resume()
    wrapper.close()


def server_of(wrapper: DatabaseWrapper) -> psutil.Process:
    return psutil.Process(wrapper.connection.info.backend_pid)


def test_query_is_given_up_when_its_server_hangs_for_longer_than_a_statement_may_take(
    hanging: DatabaseWrapper,
) -> None:
    server = server_of(hanging)
    hanging.connection.answer_seconds = 0.5
    server.suspend()

    with pytest.raises(DatabaseError, match="no answer for 0.5 s"), hanging.cursor() as cursor:
        cursor.execute(LOOK)

    server.resume()
    hanging.close()
    assert take() != server.pid


def test_query_is_given_up_as_soon_as_postgres_takes_no_connection(hanging: DatabaseWrapper) -> None:
    server = server_of(hanging)
    server.suspend()
    server.parent().suspend()

    with pytest.raises(DatabaseError, match="no new connection either"), hanging.cursor() as cursor:
        cursor.execute(LOOK)


def test_slow_query_of_a_server_that_takes_connections_is_waited_for(hanging: DatabaseWrapper) -> None:
    with hanging.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(3), 7")

        assert cursor.fetchone()[1] == 7


def test_transaction_whose_server_hangs_has_no_connection_left_to_wait_for(hanging: DatabaseWrapper) -> None:
    used = hanging.connection
    used.answer_seconds = 0.5
    hanging.set_autocommit(False)
    server_of(hanging).suspend()

    with pytest.raises(DatabaseError), hanging.cursor() as cursor:
        cursor.execute(LOOK)

    assert used.closed
    with pytest.raises(DatabaseError, match="closed"):
        hanging.commit()
