"""Django's Postgres backend with a circuit breaker where connections are taken from the pool.

While Postgres is away each request would wait its turn in the pool, and soon each thread of the process.
"""

import math
import time
from typing import Any

from django.db.backends.postgresql import base
from psycopg import OperationalError

from project.core.circuit import CircuitBreaker
from project.core.postgres import WAIT_SECONDS

_circuit = CircuitBreaker(retry_seconds=1.0)
_taken_at = -math.inf


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that fails at once while nobody gets one."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Take a connection from the pool.

        Raises OperationalError: after WAIT_SECONDS, or at once while the circuit is open.
        """
        global _taken_at
        if not _circuit.may_try():
            raise OperationalError("the database does not answer")
        try:
            connection = super().get_new_connection(conn_params)
        except OperationalError:
            # While others get theirs, the pool is only too small for the moment.
            if time.monotonic() - _taken_at >= WAIT_SECONDS:
                _circuit.open()
            raise
        _taken_at = time.monotonic()
        _circuit.close()
        return connection
