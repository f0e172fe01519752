"""The payments' jobs. A job is a hint: the due row is the work, and the sweep finds it again."""

from huey.contrib.djhuey import db_task

from project.core.errors import PaymentProviderDown
from project.payments import actions


@db_task()
def check_payment(payment_pk: int, cause: str = "clock") -> None:
    """Ask the provider about one payment; without an answer the row is due again by its schedule."""
    try:
        actions.check(payment_pk, cause=cause)
    except PaymentProviderDown:
        return


@db_task()
def handle_webhook(message_pk: int) -> None:
    """Handle one stored message."""
    actions.handle_webhook(message_pk)


@db_task()
def advance_refund(refund_pk: int) -> None:
    """Send one refund or ask how it stands; without an answer the row is due again by its schedule."""
    try:
        actions.advance_refund(refund_pk, cause="clock")
    except PaymentProviderDown:
        return


@db_task()
def import_statement(statement_pk: int) -> None:
    """Enter one settlement report and compare it with our books."""
    actions.import_statement(statement_pk)
