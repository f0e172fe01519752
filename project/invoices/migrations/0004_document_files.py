from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from project.core.written_once import SQLITE_TRIGGER

TABLE = "invoices_documentfile"


def write_triggers(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the triggers again that SQLite drops with the table it makes anew."""
    if schema_editor.connection.vendor != "sqlite":
        return
    for name, event in ((f"{TABLE}_written_once", "UPDATE"), (f"{TABLE}_never_deleted", "DELETE")):
        schema_editor.execute(
            SQLITE_TRIGGER.format(name=name, event=event, table=TABLE, message=f"{TABLE} is written once")
        )


class Migration(migrations.Migration):
    """PDFs are files, which their rows name; what the code of before writes into the rows stays there."""

    dependencies = [("invoices", "0003_number_gap")]
    operations = [
        migrations.RunPython(migrations.RunPython.noop, write_triggers),
        migrations.AddField(
            model_name="documentfile",
            name="name",
            field=models.CharField(blank=True, db_default="", max_length=80),
        ),
        migrations.AddField(
            model_name="documentfile", name="size", field=models.PositiveIntegerField(null=True)
        ),
        migrations.AlterField(model_name="documentfile", name="pdf", field=models.BinaryField(null=True)),
        migrations.AddConstraint(
            model_name="documentfile",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("name", ""), ("pdf__isnull", False)),
                    models.Q(models.Q(("name", ""), _negated=True), ("pdf", None), ("size__isnull", False)),
                    _connector="OR",
                ),
                name="document_file_is_stored_once",
            ),
        ),
        migrations.RunPython(write_triggers, migrations.RunPython.noop),
    ]
