"""The job that checks a payment."""

from contextlib import suppress

from huey.contrib.djhuey import db_task

from project.payments.attempts import status_check
from project.payments.errors import PaymentProviderDown


@db_task()
def check_payment(payment_pk: int) -> None:
    """Check one payment; without an answer it is retried by its schedule."""
    with suppress(PaymentProviderDown):
        status_check.check(payment_pk, cause="clock")
