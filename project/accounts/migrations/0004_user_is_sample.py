"""Mark the sample accounts, which were known by their addresses."""

from django.db import migrations, models

# SQL, as a function would have Django make all models of each later migration.
MARK = "UPDATE accounts_user SET is_sample = TRUE WHERE email LIKE '%@akshamala.example'"


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_first_admin_link")]

    operations = [
        migrations.AddField("User", "is_sample", models.BooleanField(default=False, db_default=False)),
        migrations.RunSQL(MARK, migrations.RunSQL.noop, elidable=True),
    ]
