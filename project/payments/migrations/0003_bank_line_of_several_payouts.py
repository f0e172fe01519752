from django.db import migrations, models

from project.core.concurrent_index import AddUniqueIndex, RemoveUniqueIndex


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('payments', '0002_bank_line_parts'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint(model_name='bankmatch', name='bank_line_is_one_payout'),
                migrations.AddConstraint(
                    model_name='bankmatch',
                    constraint=models.UniqueConstraint(
                        condition=models.Q(('part_paise__isnull', True), ('undone_at__isnull', True)),
                        fields=('line',),
                        name='bank_line_is_one_whole_payout',
                    ),
                ),
                migrations.AddConstraint(
                    model_name='bankmatch',
                    constraint=models.UniqueConstraint(
                        condition=models.Q(('undone_at__isnull', True)),
                        fields=('line', 'payout'),
                        name='bank_line_is_payout_once',
                    ),
                ),
            ],
            database_operations=[
                AddUniqueIndex(
                    'bank_line_is_one_whole_payout',
                    'payments_bankmatch (line_id) WHERE part_paise IS NULL AND undone_at IS NULL',
                ),
                AddUniqueIndex(
                    'bank_line_is_payout_once',
                    'payments_bankmatch (line_id, payout_id) WHERE undone_at IS NULL',
                ),
                RemoveUniqueIndex(
                    'bank_line_is_one_payout', 'payments_bankmatch (line_id) WHERE undone_at IS NULL'
                ),
            ],
        ),
    ]
