"""The job that processes a webhook message."""

from huey.contrib.djhuey import db_task

from project.payments.webhooks import processing


@db_task()
def handle_webhook(message_pk: int) -> None:
    """Process one stored webhook message."""
    processing.handle_webhook(message_pk)
