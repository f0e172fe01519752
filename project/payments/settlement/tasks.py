"""The job that imports a settlement report."""

from huey.contrib.djhuey import db_task

from project.payments.settlement import statements


@db_task()
def import_statement(statement_pk: int) -> None:
    """Import and reconcile one settlement report."""
    statements.import_statement(statement_pk)
