import project.payments.models.webhook
from django.db import migrations, models


def name_messages(apps, schema_editor):
    for model, name in (
        ('WebhookMessage', project.payments.models.webhook.new_message_id),
        ('RefusedMessage', project.payments.models.webhook.new_refused_id),
    ):
        rows = apps.get_model('payments', model).objects
        for pk in rows.values_list('pk', flat=True):
            rows.filter(pk=pk).update(message_id=name())


class Migration(migrations.Migration):

    dependencies = [
        ('payments', '0002_refunds_cases_ledger'),
    ]

    operations = [
        migrations.AddField(
            model_name='webhookmessage',
            name='message_id',
            field=models.CharField(default='', max_length=20),
        ),
        migrations.AddField(
            model_name='refusedmessage',
            name='message_id',
            field=models.CharField(default='', max_length=20),
        ),
        migrations.RunPython(name_messages, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='webhookmessage',
            name='message_id',
            field=models.CharField(default=project.payments.models.webhook.new_message_id, max_length=20, unique=True),
        ),
        migrations.AlterField(
            model_name='refusedmessage',
            name='message_id',
            field=models.CharField(default=project.payments.models.webhook.new_refused_id, max_length=20, unique=True),
        ),
    ]
