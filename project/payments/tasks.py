"""The payments' jobs. A lost job is queued again by the scheduler, as its row stays due."""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from huey.contrib.djhuey import db_task
from huey.exceptions import HueyException
from redis.exceptions import RedisError

from project.payments import actions
from project.payments.errors import PaymentProviderDown

logger = logging.getLogger(__name__)


def queue_now(job: Callable[[int], Any], pk: int) -> None:
    """Queue the job of a due row, to save the wait for the sweep, which finds the row in any case."""
    try:
        job(pk)
    except (HueyException, RedisError, OSError):
        logger.warning("%s of %s waits for the sweep: the queue does not answer", job, pk)


@db_task()
def check_payment(payment_pk: int) -> None:
    """Check one payment; without an answer it is retried by its schedule."""
    with suppress(PaymentProviderDown):
        actions.check(payment_pk, cause="clock")


@db_task()
def handle_webhook(message_pk: int) -> None:
    """Process one stored webhook message."""
    actions.handle_webhook(message_pk)


@db_task()
def advance_refund(refund_pk: int) -> None:
    """Send or check one refund; without an answer it is retried by its schedule."""
    with suppress(PaymentProviderDown):
        actions.advance_refund(refund_pk, cause="clock")


@db_task()
def check_dispute(dispute_pk: int) -> None:
    """Ask how one dispute stands; without an answer it is asked again by its schedule."""
    with suppress(PaymentProviderDown):
        actions.check_dispute(dispute_pk, cause="clock")


@db_task()
def import_statement(statement_pk: int) -> None:
    """Import and reconcile one settlement report."""
    actions.import_statement(statement_pk)
