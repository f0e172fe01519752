from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('core', '0004_health_report'),
    ]

    operations = [
        migrations.AddField(
            model_name='mail',
            name='context',
            field=models.JSONField(db_default={}, default=dict),
        ),
        migrations.AlterField(
            model_name='mail',
            name='html',
            field=models.TextField(blank=True, null=True),
        ),
        # The columns keep their names.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                operation
                for name, field in (
                    ('subject', models.CharField(blank=True, db_column='subject', max_length=200)),
                    ('text', models.TextField(blank=True, db_column='text')),
                    ('html', models.TextField(blank=True, db_column='html', null=True)),
                )
                for operation in (
                    migrations.RenameField('mail', name, f'stored_{name}'),
                    migrations.AlterField('mail', f'stored_{name}', field),
                )
            ]
        ),
    ]
