"""The documents' job. A job is a hint: the due row is the work, and the sweep finds it again."""

from huey.contrib.djhuey import db_task

from project.invoices import actions


@db_task()
def make_document(due_pk: int) -> None:
    """Make one document that is due, and its mail."""
    actions.make_document(due_pk)
