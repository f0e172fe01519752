import django.db.models.deletion
import django.utils.timezone
import project.payments.models.dispute
from django.conf import settings
from django.db import migrations, models

from project.core.rollups import create_triggers
from project.payments.models.payment_rollup import PAYMENTS


def _create_triggers_again(apps, schema_editor):
    # SQLite makes the table anew for a new column, without its triggers.
    if schema_editor.connection.vendor == "sqlite":
        create_triggers(PAYMENTS, schema_editor)


class Migration(migrations.Migration):
    """Disputes of payments, their sums, and the lines of settlement reports that are about them."""

    dependencies = [
        ('payments', '0011_cash_on_delivery'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='payment',
            name='dispute_lost_paise',
            field=models.PositiveBigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='payment',
            name='disputed_paise',
            field=models.PositiveBigIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(_create_triggers_again, migrations.RunPython.noop),
        migrations.AddField(
            model_name='statementline',
            name='dispute_reference',
            field=models.CharField(blank=True, db_default='', max_length=64),
        ),
        migrations.AlterField(
            model_name='case',
            name='kind',
            field=models.CharField(choices=[('amount_differs', 'Amount Differs'), ('id_differs', 'Id Differs'), ('paid_twice', 'Paid Twice'), ('paid_without_stock', 'Paid Without Stock'), ('paid_after_cancel', 'Paid After Cancel'), ('never_settled', 'Never Settled'), ('paid_unknown', 'Paid Unknown'), ('refund_failed', 'Refund Failed'), ('refund_stuck', 'Refund Stuck'), ('refund_approval', 'Refund Approval'), ('refund_declined', 'Refund Declined'), ('refund_differs', 'Refund Differs'), ('money_reversed', 'Money Reversed'), ('dispute_differs', 'Dispute Differs'), ('dispute_unknown', 'Dispute Unknown'), ('books_differ', 'Books Differ'), ('settled_unknown', 'Settled Unknown'), ('settled_differs', 'Settled Differs'), ('fee_differs', 'Fee Differs'), ('not_settled', 'Not Settled')], max_length=24),
        ),
        migrations.AlterField(
            model_name='movement',
            name='kind',
            field=models.CharField(choices=[('captured', 'Captured'), ('refund_started', 'Refund Started'), ('refund_done', 'Refund Done'), ('refund_failed', 'Refund Failed'), ('reversed', 'Reversed'), ('reinstated', 'Reinstated'), ('fee', 'Fee'), ('fee_returned', 'Fee Returned'), ('settled', 'Settled'), ('recovered', 'Recovered'), ('compensated', 'Compensated'), ('paid_out', 'Paid Out'), ('collected', 'Collected'), ('courier_fee', 'Courier Fee'), ('courier_fee_back', 'Courier Fee Back'), ('remitted', 'Remitted'), ('remitted_back', 'Remitted Back'), ('repay_started', 'Repay Started'), ('repaid', 'Repaid'), ('repay_failed', 'Repay Failed'), ('dispute_opened', 'Dispute Opened'), ('dispute_won', 'Dispute Won'), ('dispute_lost', 'Dispute Lost'), ('dispute_regained', 'Dispute Regained')], max_length=16),
        ),
        migrations.AlterField(
            model_name='movement',
            name='source',
            field=models.CharField(choices=[('customers', 'Customers'), ('provider', 'Provider'), ('in_transit', 'In Transit'), ('fees', 'Fees'), ('bank', 'Bank'), ('payable', 'Payable'), ('courier', 'Courier'), ('courier_fees', 'Courier Fees'), ('disputed', 'Disputed')], max_length=12),
        ),
        migrations.AlterField(
            model_name='movement',
            name='target',
            field=models.CharField(choices=[('customers', 'Customers'), ('provider', 'Provider'), ('in_transit', 'In Transit'), ('fees', 'Fees'), ('bank', 'Bank'), ('payable', 'Payable'), ('courier', 'Courier'), ('courier_fees', 'Courier Fees'), ('disputed', 'Disputed')], max_length=12),
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(default=1)),
                ('dispute_id', models.CharField(default=project.payments.models.dispute.new_dispute_id, max_length=20, unique=True)),
                ('provider', models.CharField(max_length=20)),
                ('provider_dispute_id', models.CharField(blank=True, max_length=64)),
                ('status', models.CharField(choices=[('open', 'Open'), ('under_review', 'Under Review'), ('won', 'Won'), ('lost', 'Lost'), ('accepted', 'Accepted'), ('closed', 'Closed')], default='open', max_length=24)),
                ('phase', models.CharField(choices=[('fraud', 'Fraud'), ('retrieval', 'Retrieval'), ('chargeback', 'Chargeback'), ('pre_arbitration', 'Pre Arbitration'), ('arbitration', 'Arbitration')], default='chargeback', max_length=16)),
                ('origin', models.CharField(choices=[('webhook', 'Webhook'), ('statement', 'Statement'), ('hand', 'Hand')], max_length=12)),
                ('amount_paise', models.PositiveBigIntegerField()),
                ('reason_code', models.CharField(blank=True, max_length=100)),
                ('provider_state', models.CharField(blank=True, max_length=64)),
                ('notes', models.CharField(blank=True, max_length=500)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('respond_by', models.DateTimeField(null=True)),
                ('evidence_sent_at', models.DateTimeField(null=True)),
                ('decided_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('next_check_at', models.DateTimeField(null=True)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('opened_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='payments.payment')),
            ],
        ),
        migrations.AddField(
            model_name='statementline',
            name='dispute',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='statement_lines', to='payments.dispute'),
        ),
        migrations.AddIndex(
            model_name='dispute',
            index=models.Index(condition=models.Q(('next_check_at__isnull', False)), fields=['next_check_at'], name='dispute_due'),
        ),
        migrations.AddIndex(
            model_name='dispute',
            index=models.Index(condition=models.Q(('status__in', ('open', 'under_review'))), fields=['respond_by'], name='dispute_deadline'),
        ),
        migrations.AddIndex(
            model_name='dispute',
            index=models.Index(fields=['-opened_at', '-id'], name='dispute_newest'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['open', 'under_review', 'won', 'lost', 'accepted', 'closed'])), name='dispute_status_known'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(('phase__in', ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration'])), name='dispute_phase_known'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(('amount_paise__gt', 0)), name='dispute_amount_positive'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.UniqueConstraint(condition=models.Q(('provider_dispute_id', ''), _negated=True), fields=('provider', 'provider_dispute_id'), name='dispute_once_per_provider'),
        ),
    ]
