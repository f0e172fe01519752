"""A psycopg connection that does not wait for ever for a server that hangs."""

import time
from typing import Any

import psycopg
from psycopg.abc import RV, PQGen

from project.core.postgres.timeouts import STATEMENT_SECONDS, WAIT_SECONDS


class Connection(psycopg.Connection[Any]):
    """A connection that is closed when the server does not answer in time.

    Postgres ends a slow statement itself, but not while its process or host is frozen: the kernel still
    acknowledges what was sent, so no TCP limit ends the wait, and a web process would be without its threads.
    """

    answer_seconds: float | None = STATEMENT_SECONDS + WAIT_SECONDS
    """Time limit of a statement; None for statements without a limit (migrations)."""

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Run psycopg's generator until the server has answered; the clock is read each `interval` seconds.

        Raises OperationalError: the server has not answered in time; the connection is closed.
        """
        if timeout is None and self.answer_seconds is not None:
            gen = self._watched(gen, self.answer_seconds)
        return super().wait(gen, interval, timeout)

    def _watched(self, gen: PQGen[RV], answer_seconds: float) -> PQGen[RV]:
        """Run the generator; give up when the time is over, or when the server takes no new connection.

        A slow statement and a lock leave the server able to take one. It is asked twice before it counts as
        hanging: on a busy machine one answer may be late.
        """
        began = time.monotonic()
        ask_at, unanswered = began + WAIT_SECONDS, 0
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                now = time.monotonic()
                if not ready and now >= began + answer_seconds:
                    raise self._give_up(f"no answer for {answer_seconds} s")
                if not ready and now >= ask_at:
                    unanswered = 0 if self._takes_connections() else unanswered + 1
                    if unanswered == 2:
                        raise self._give_up("no answer, and no new connection either")
                    ask_at = now if unanswered else now + WAIT_SECONDS
                wanted = gen.send(ready)
        except StopIteration as end:
            result: RV = end.value
            return result

    def _give_up(self, why: str) -> psycopg.OperationalError:
        self.close()
        return psycopg.OperationalError(why)

    def _takes_connections(self) -> bool:
        """Return whether the server answers who connects, be it by a refusal."""
        try:
            psycopg.connect(self.info.dsn, password=self.info.password, connect_timeout=2).close()
        except psycopg.errors.ConnectionTimeout:
            return False
        except psycopg.OperationalError:
            return True
        return True
