from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from project.core.written_once import SQLITE_TRIGGER

TABLE = "invoices_document"
# As 0003_number_gap wrote it.
NO_GAP = """
CREATE TRIGGER document_no_gap BEFORE INSERT ON invoices_document
WHEN NEW.sequence <> 1 + MAX(
    (SELECT COALESCE(MAX(sequence), 0) FROM invoices_document WHERE kind = NEW.kind AND year = NEW.year),
    (SELECT COALESCE(MAX(last), 0) FROM invoices_numbergap WHERE kind = NEW.kind AND year = NEW.year)
)
BEGIN SELECT RAISE(ABORT, 'the numbers of a kind and year have no gap'); END
"""


def write_triggers(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the triggers again that SQLite drops with the table it makes anew."""
    if schema_editor.connection.vendor != "sqlite":
        return
    for name, event in ((f"{TABLE}_written_once", "UPDATE"), (f"{TABLE}_never_deleted", "DELETE")):
        schema_editor.execute(
            SQLITE_TRIGGER.format(name=name, event=event, table=TABLE, message=f"{TABLE} is written once")
        )
    schema_editor.execute(NO_GAP)


class Migration(migrations.Migration):
    """A credit note may take back an invoice that nobody paid, of an order that the courier was paid for."""

    dependencies = [
        ('invoices', '0004_document_files'),
        ('orders', '0007_cash_on_delivery'),
        ('payments', '0011_cash_on_delivery'),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, write_triggers),
        migrations.RemoveConstraint(
            model_name='document',
            name='credit_notes_belong_to_refunds',
        ),
        migrations.RemoveConstraint(
            model_name='duedocument',
            name='one_due_invoice_per_order',
        ),
        migrations.AddField(
            model_name='duedocument',
            name='is_cancellation',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'credit_note'), ('refund__isnull', True), _connector='OR'), name='credit_notes_belong_to_refunds'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'credit_note'), ('refund__isnull', True)), fields=('order',), name='one_cancellation_per_order'),
        ),
        migrations.AddConstraint(
            model_name='duedocument',
            constraint=models.UniqueConstraint(condition=models.Q(('refund', None)), fields=('order', 'is_cancellation'), name='one_due_invoice_per_order'),
        ),
        migrations.AddConstraint(
            model_name='duedocument',
            constraint=models.CheckConstraint(condition=models.Q(('is_cancellation', False), ('refund', None), _connector='OR'), name='due_cancellation_has_no_refund'),
        ),
        migrations.RunPython(write_triggers, migrations.RunPython.noop),
    ]
