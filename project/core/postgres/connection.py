"""A psycopg connection that does not wait for ever for a server that hangs."""

from typing import Any

import psycopg

from project.core.postgres import STATEMENT_SECONDS, WAIT_SECONDS


class Connection(psycopg.Connection[Any]):
    """A connection that is closed when the server does not answer in time.

    Postgres ends a slow statement itself, but not while its process or host is frozen: the kernel still
    acknowledges what was sent, so no TCP limit ends the wait, and a web process would be without its threads.
    """

    answer_seconds: float | None = STATEMENT_SECONDS + WAIT_SECONDS
    """How long one answer may take; None for statements that have no limit (migrations)."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Run psycopg's generator until the server has answered.

        Raises OperationalError: the server has not answered in time; the connection is closed.
        """
        if timeout is not None or self.answer_seconds is None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, self.answer_seconds)
        except psycopg.errors._WaitTimeout as error:
            self.close()
            raise psycopg.OperationalError(f"no answer for {self.answer_seconds} s") from error
