import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


# The database itself keeps the books straight: documents and their files are written once, and the numbers of
# a kind and year have no gap. (Deleting is refused on SQLite by a later migration.
# SQLite drops triggers when a later migration makes a table anew: that one has to write them again.)
WRITTEN_ONCE = ("invoices_document", "invoices_documentfile")

POSTGRES = """
CREATE FUNCTION invoices_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is written once', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
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
""" + "".join(
    f"CREATE TRIGGER written_once BEFORE UPDATE OR DELETE ON {table} "
    "FOR EACH ROW EXECUTE FUNCTION invoices_refuse();\n"
    for table in WRITTEN_ONCE
)

SQLITE = [
    """
    CREATE TRIGGER document_no_gap BEFORE INSERT ON invoices_document
    WHEN NEW.sequence <> 1 + (
        SELECT COALESCE(MAX(sequence), 0) FROM invoices_document WHERE kind = NEW.kind AND year = NEW.year
    )
    BEGIN SELECT RAISE(ABORT, 'the numbers of a kind and year have no gap'); END
    """,
] + [
    f"CREATE TRIGGER {table}_written_once BEFORE UPDATE ON {table} "
    f"BEGIN SELECT RAISE(ABORT, '{table} is written once'); END"
    for table in WRITTEN_ONCE
]


def guard(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRES, params=None)
        return
    for statement in SQLITE:
        schema_editor.execute(statement)


def unguard(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "DROP FUNCTION invoices_refuse() CASCADE; DROP FUNCTION invoices_no_gap() CASCADE", params=None
        )


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('orders', '0003_shipment'),
        ('payments', '0002_refunds_cases_ledger'),
    ]

    operations = [
        migrations.CreateModel(
            name='Document',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('invoice', 'Invoice'), ('credit_note', 'Credit Note')], max_length=12)),
                ('number', models.CharField(max_length=16, unique=True)),
                ('year', models.CharField(max_length=5)),
                ('sequence', models.PositiveIntegerField()),
                ('issued_on', models.DateField()),
                ('language', models.CharField(max_length=2)),
                ('contents', models.JSONField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('order', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='documents', to='orders.order')),
                ('refund', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='credit_note', to='payments.refund')),
            ],
        ),
        migrations.CreateModel(
            name='DocumentFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pdf', models.BinaryField()),
                ('sha256', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('document', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='file', to='invoices.document')),
            ],
        ),
        migrations.CreateModel(
            name='DueDocument',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('next_try_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('last_error', models.CharField(blank=True, max_length=200)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('order', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='orders.order')),
                ('refund', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='payments.refund')),
            ],
        ),
        migrations.CreateModel(
            name='Series',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('invoice', 'Invoice'), ('credit_note', 'Credit Note')], max_length=12)),
                ('year', models.CharField(max_length=5)),
                ('last', models.PositiveIntegerField(default=0)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('kind', 'year'), name='series_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.UniqueConstraint(fields=('kind', 'year', 'sequence'), name='document_number_once'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'invoice')), fields=('order',), name='one_invoice_per_order'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(('sequence__gte', 1)), name='document_numbers_start_at_one'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'invoice'), ('refund__isnull', True)), models.Q(('kind', 'credit_note'), ('refund__isnull', False)), _connector='OR'), name='credit_notes_belong_to_refunds'),
        ),
        migrations.AddConstraint(
            model_name='duedocument',
            constraint=models.UniqueConstraint(condition=models.Q(('refund', None)), fields=('order',), name='one_due_invoice_per_order'),
        ),
        migrations.RunPython(guard, unguard),
    ]
