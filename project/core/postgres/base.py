"""Django's Postgres backend with a circuit breaker where connections are taken from the pool.

While Postgres is away each request would wait its turn in the pool, and soon each thread of the process.
"""

import math
import select
import time
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from django.db.backends.postgresql import base

from project.core.circuit_breaker import CircuitBreaker
from project.core.postgres.timeouts import WAIT_SECONDS

# A connection is asked whether it works at most so often: that takes as long as a short query.
PING_SECONDS = 1.0

_circuit = CircuitBreaker(retry_seconds=1.0)
_taken_at = -math.inf
# When each connection answered last.
_answered_at: WeakKeyDictionary[Any, float] = WeakKeyDictionary()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that fails at once while nobody gets one."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Take a connection that answers from the pool.

        Raises OperationalError: after WAIT_SECONDS or so, or at once while the circuit is open.
        """
        global _taken_at
        if not _circuit.acquire_try():
            raise psycopg.OperationalError("the database does not answer")
        try:
            connection = self._take(conn_params)
        except psycopg.OperationalError:
            # While others get theirs, the pool is only too small for the moment.
            if time.monotonic() - _taken_at >= WAIT_SECONDS:
                _circuit.open()
            raise
        _taken_at = time.monotonic()
        _circuit.close()
        return connection

    def _take(self, conn_params: dict[str, Any]) -> Any:
        deadline = time.monotonic() + WAIT_SECONDS
        while True:
            connection = super().get_new_connection(conn_params)
            if _works(connection, deadline):
                return connection
            connection.close()
            if self.pool:
                self.pool.putconn(connection)  # which drops it
            if time.monotonic() >= deadline:
                raise psycopg.OperationalError(f"the database did not answer for {WAIT_SECONDS} s")


def _works(connection: Any, deadline: float) -> bool:
    """Return whether the connection can be used.

    The server says unasked that it has closed one; one that hangs is found by asking.
    """
    if time.monotonic() < _answered_at.get(connection, -math.inf) + PING_SECONDS:
        unread = select.poll()
        unread.register(connection.pgconn.socket, select.POLLIN)
        if not unread.poll(0):
            return True
    if not _answers(connection, deadline):
        return False
    _answered_at[connection] = time.monotonic()
    return True


def _answers(connection: Any, deadline: float) -> bool:
    """Return whether the server answers an empty query in time; the pool's own check waits for ever."""
    server = connection.pgconn
    readable = select.poll()
    readable.register(server.socket, select.POLLIN)
    try:
        server.send_query(b"")
        server.flush()
        while True:
            while not server.is_busy():
                if server.get_result() is None:
                    return True
            if not readable.poll(max(0.0, deadline - time.monotonic()) * 1000):
                return False
            server.consume_input()
    except psycopg.Error:
        return False
