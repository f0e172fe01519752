"""Jobs queued at once. A lost job is queued again by the scheduler, as its row stays due."""

import logging
from collections.abc import Callable
from typing import Any

from huey.exceptions import HueyException
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


def queue_now(job: Callable[[int], Any], pk: int) -> None:
    """Queue the job of a due row, to save the wait for the sweep, which finds the row in any case."""
    try:
        job(pk)
    except (HueyException, RedisError, OSError):
        logger.warning("%s of %s waits for the sweep: the queue does not answer", job, pk)
