from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('core', '0003_row_checksums'),
    ]

    operations = [
        migrations.CreateModel(
            name='HealthReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('results', models.JSONField(default=dict)),
            ],
        ),
        # The release before still writes to its table.
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name='SiteCertificate')]),
    ]
