"""Mark the sample accounts, which were known by their addresses."""

from typing import Any

from django.db import migrations, models


def mark_samples(apps: Any, schema_editor: Any) -> None:
    """Mark what earlier releases of the sample shop created."""
    users = apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias)
    users.filter(email__endswith="@akshamala.example").update(is_sample=True)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_first_admin_link")]

    operations = [
        migrations.AddField("User", "is_sample", models.BooleanField(default=False, db_default=False)),
        migrations.RunPython(mark_samples, migrations.RunPython.noop, elidable=True),
    ]
