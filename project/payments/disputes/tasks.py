"""The job that asks for the status of a dispute."""

from contextlib import suppress

from huey.contrib.djhuey import db_task

from project.payments.disputes import actions
from project.payments.errors import PaymentProviderDown


@db_task()
def check_dispute(dispute_pk: int) -> None:
    """Ask how one dispute stands; without an answer it is asked again by its schedule."""
    with suppress(PaymentProviderDown):
        actions.check_dispute(dispute_pk, cause="clock")
