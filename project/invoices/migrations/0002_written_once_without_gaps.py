from django.db import migrations

from project.core.written_once import written_once

POSTGRES = """
CREATE FUNCTION invoices_no_gap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.sequence <> 1 + (
        SELECT COALESCE(MAX(sequence), 0) FROM invoices_document WHERE kind = NEW.kind AND year = NEW.year
    ) THEN
        RAISE EXCEPTION 'the numbers of % % have no gap', NEW.kind, NEW.year
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER document_no_gap BEFORE INSERT ON invoices_document
    FOR EACH ROW EXECUTE FUNCTION invoices_no_gap();
"""

SQLITE = """
CREATE TRIGGER document_no_gap BEFORE INSERT ON invoices_document
WHEN NEW.sequence <> 1 + (
    SELECT COALESCE(MAX(sequence), 0) FROM invoices_document WHERE kind = NEW.kind AND year = NEW.year
)
BEGIN SELECT RAISE(ABORT, 'the numbers of a kind and year have no gap'); END
"""


def guard(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRES, params=None)
    else:
        schema_editor.execute(SQLITE)


def unguard(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION invoices_no_gap() CASCADE", params=None)
    else:
        schema_editor.execute("DROP TRIGGER document_no_gap")


class Migration(migrations.Migration):
    """The database itself refuses to change or delete documents, and gaps in the numbers of a kind and year."""

    dependencies = [("invoices", "0001_initial")]
    operations = [
        written_once("invoices_document", message="invoices_document is written once"),
        written_once("invoices_documentfile", message="invoices_documentfile is written once"),
        migrations.RunPython(guard, unguard),
    ]
