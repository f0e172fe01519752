from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('core', '0001_initial'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='mail', name='mail_status_known'),
        migrations.RemoveIndex(model_name='mail', name='mail_due'),
        migrations.AddField(
            model_name='mail',
            name='attachment',
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name='mail',
            name='reported_late_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name='mail',
            name='status',
            field=models.CharField(choices=[('due', 'Due'), ('sending', 'Sending'), ('sent', 'Sent'), ('failed', 'Failed')], default='due', max_length=8),
        ),
        migrations.AddIndex(
            model_name='mail',
            index=models.Index(condition=models.Q(('status__in', ['due', 'sending'])), fields=['next_try_at'], name='mail_under_way'),
        ),
        migrations.AddConstraint(
            model_name='mail',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['due', 'sending', 'sent', 'failed'])), name='mail_status_known'),
        ),
    ]
