from django.db import migrations

from project.core.written_once import refuse_deletion


class Migration(migrations.Migration):
    """SQLite refuses to delete documents, as Postgres does."""

    dependencies = [("invoices", "0001_initial")]
    operations = [
        refuse_deletion(table, message=f"{table} is written once")
        for table in ("invoices_document", "invoices_documentfile")
    ]
