"""The runner of health checks, with a time limit: one that hangs delays neither its caller nor the others."""

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from typing import Final

from django.db import Error as DatabaseError
from django.db import connection
from huey.exceptions import HueyException
from redis.exceptions import RedisError

from project.backoffice.health.result import Check, CheckName, Result, first_line

logger = logging.getLogger(__name__)

Results = dict[CheckName, Result]

# Enough for all checks that have a thread of their own, and one for those that read tables.
_pool: Final = ThreadPoolExecutor(max_workers=16, thread_name_prefix="health")
_lock = threading.Lock()
_running: dict[str, "Future[Results]"] = {}


def run(checks: Sequence[Check], *, seconds: float) -> Results:
    """Return the results there are within so many seconds.

    A check that does not apply, or whose answer cannot be known now, has none.
    """
    alone = [check for check in checks if not check.reads_tables]
    reading = [check for check in checks if check.reads_tables]
    futures = {check.name: _start(check.name, partial(_look, [check])) for check in alone}
    tables = [_start(",".join(check.name for check in reading), partial(_look, reading))] if reading else []
    done, _ = wait([*futures.values(), *tables], seconds)
    results: Results = {}
    for name, future in futures.items():
        results |= (
            future.result()
            if future in done
            else {name: Result("failing", f"no answer in {seconds:g} s", answers=False)}
        )
    for future in tables:
        results |= future.result() if future in done else {}
    return results


def _start(key: str, look: Callable[[], Results]) -> "Future[Results]":
    """Start the checks, unless they still run since the last time."""
    with _lock:
        running = _running.get(key)
        if running is None or running.done():
            running = _running[key] = _pool.submit(look)
        return running


def _look(checks: Sequence[Check]) -> Results:
    results: Results = {}
    try:
        for check in checks:
            try:
                result = check.look()
            except DatabaseError as error:
                logger.warning("%s is not known: %s", check.name, first_line(error))
                if connection.connection is None or not connection.is_usable():
                    break
            except (RedisError, HueyException):
                continue
            except Exception as error:
                logger.exception("the check %s failed", check.name)
                results[check.name] = Result("failing", f"the check itself failed: {type(error).__name__}")
            else:
                results |= {check.name: result} if result else {}
    finally:
        connection.close()
    return results
