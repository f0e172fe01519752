"""The job that sends or checks a refund."""

from contextlib import suppress

from huey.contrib.djhuey import db_task

from project.payments.errors import PaymentProviderDown
from project.payments.refunds import processing


@db_task()
def advance_refund(refund_pk: int) -> None:
    """Send or check one refund; without an answer it is retried by its schedule."""
    with suppress(PaymentProviderDown):
        processing.advance_refund(refund_pk, cause="clock")
