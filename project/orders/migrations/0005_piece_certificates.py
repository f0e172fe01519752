import django.db.models.deletion
from django.db import migrations, models

# What constraints of one table cannot say. Whether a certificate is void is asked when it is given: one that is
# withdrawn later stays with its piece.
POSTGRES = """
CREATE FUNCTION orders_piece_certificate_fits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM orders_orderline line JOIN catalog_certificate certificate USING (product_id)
        WHERE line.id = NEW.line_id AND certificate.id = NEW.certificate_id
            AND NEW.piece <= line.quantity AND certificate.voided_at IS NULL
    ) THEN
        RAISE EXCEPTION 'the certificate does not fit the piece' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER certificate_fits BEFORE INSERT OR UPDATE ON orders_piececertificate
    FOR EACH ROW EXECUTE FUNCTION orders_piece_certificate_fits();
"""

# A migration that remakes the table drops its triggers, and has to make these again.
SQLITE = """
CREATE TRIGGER orders_piece_certificate_fits_{event} BEFORE {event} ON orders_piececertificate
WHEN NOT EXISTS (
    SELECT 1 FROM orders_orderline line JOIN catalog_certificate certificate USING (product_id)
    WHERE line.id = NEW.line_id AND certificate.id = NEW.certificate_id
        AND NEW.piece <= line.quantity AND certificate.voided_at IS NULL
)
BEGIN SELECT RAISE(ABORT, 'the certificate does not fit the piece'); END
"""


def create_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRES, params=None)
    else:
        for event in ("INSERT", "UPDATE"):
            schema_editor.execute(SQLITE.format(event=event))


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION orders_piece_certificate_fits() CASCADE", params=None)
    else:
        for event in ("INSERT", "UPDATE"):
            schema_editor.execute(f"DROP TRIGGER orders_piece_certificate_fits_{event}")


class Migration(migrations.Migration):
    """The certificate of each sold piece."""

    dependencies = [("orders", "0004_list_indexes"), ("catalog", "0004_turntable_and_option_pictures")]
    operations = [
        migrations.CreateModel(
            name="PieceCertificate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("piece", models.PositiveIntegerField()),
                (
                    "certificate",
                    models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="catalog.certificate"),
                ),
                (
                    "line",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="certificates", to="orders.orderline"),
                ),
            ],
            options={
                "ordering": ["line", "piece"],
                "constraints": [
                    models.UniqueConstraint(fields=("line", "piece"), name="piece_certificate_one_per_piece"),
                    models.CheckConstraint(condition=models.Q(("piece__gte", 1)), name="piece_certificate_counts_from_one"),
                ],
            },
        ),
        migrations.RunPython(create_triggers, drop_triggers),
    ]
