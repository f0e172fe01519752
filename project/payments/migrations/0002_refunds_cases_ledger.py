import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
import project.payments.models.case
import project.payments.models.refund
from django.conf import settings
from django.db import migrations, models


def name_cases(apps, schema_editor):
    for case in apps.get_model('payments', 'Case').objects.select_related('payment'):
        case.case_id = project.payments.models.case.new_case_id()
        case.subject = f'payment:{case.payment.transaction_id}'
        case.save(update_fields=['case_id', 'subject'])


def open_the_books(apps, schema_editor):
    Movement = apps.get_model('payments', 'Movement')
    for payment in apps.get_model('payments', 'Payment').objects.filter(captured_paise__gt=0).iterator():
        Movement.objects.create(
            kind='captured',
            source='customers',
            target='provider',
            amount_paise=payment.captured_paise,
            payment=payment,
            reference=payment.transaction_id,
        )


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0001_initial'),
        ('payments', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Movement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('captured', 'Captured'), ('refund_started', 'Refund Started'), ('refund_done', 'Refund Done'), ('refund_failed', 'Refund Failed'), ('fee', 'Fee'), ('settled', 'Settled')], max_length=16)),
                ('source', models.CharField(choices=[('customers', 'Customers'), ('provider', 'Provider'), ('in_transit', 'In Transit'), ('fees', 'Fees'), ('bank', 'Bank')], max_length=12)),
                ('target', models.CharField(choices=[('customers', 'Customers'), ('provider', 'Provider'), ('in_transit', 'In Transit'), ('fees', 'Fees'), ('bank', 'Bank')], max_length=12)),
                ('amount_paise', models.PositiveBigIntegerField()),
                ('reference', models.CharField(max_length=100)),
                ('at', models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='Refund',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(default=1)),
                ('refund_id', models.CharField(default=project.payments.models.refund.new_refund_id, max_length=63, unique=True)),
                ('status', models.CharField(choices=[('approval', 'Approval'), ('requested', 'Requested'), ('under_way', 'Under Way'), ('done', 'Done'), ('failed', 'Failed')], default='requested', max_length=24)),
                ('amount_paise', models.PositiveBigIntegerField()),
                ('origin', models.CharField(choices=[('staff', 'Staff'), ('rule', 'Rule'), ('console', 'Console')], max_length=8)),
                ('reason', models.CharField(choices=[('customer_request', 'Customer Request'), ('order_cancelled', 'Order Cancelled'), ('payment_error', 'Payment Error'), ('duplicate_payment', 'Duplicate Payment'), ('other', 'Other')], max_length=24)),
                ('notes', models.CharField(blank=True, max_length=500)),
                ('lines', models.JSONField(default=list)),
                ('requested_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('decided_at', models.DateTimeField(null=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('done_at', models.DateTimeField(null=True)),
                ('due_on', models.DateField(default=project.payments.models.refund.default_due_on)),
                ('provider_refund_id', models.CharField(blank=True, db_index=True, max_length=80)),
                ('provider_state', models.CharField(blank=True, max_length=64)),
                ('error_code', models.CharField(blank=True, max_length=100)),
                ('detailed_error_code', models.CharField(blank=True, max_length=100)),
                ('bank_reference', models.CharField(blank=True, max_length=64)),
                ('next_check_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='RefusedMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('provider', models.CharField(max_length=20)),
                ('verdict', models.CharField(max_length=20)),
                ('headers', models.JSONField()),
                ('body', models.BinaryField()),
                ('address', models.CharField(blank=True, max_length=45)),
                ('received_at', models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='case',
            name='case_once_per_payment',
        ),
        migrations.RemoveConstraint(
            model_name='payment',
            name='payment_refund_within_capture',
        ),
        migrations.AddField(
            model_name='case',
            name='case_id',
            field=models.CharField(default='', max_length=20),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='case',
            name='closed_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='case',
            name='closed_notes',
            field=models.CharField(blank=True, max_length=500),
        ),
        migrations.AddField(
            model_name='case',
            name='closed_rule',
            field=models.CharField(blank=True, max_length=24),
        ),
        migrations.AddField(
            model_name='case',
            name='subject',
            field=models.CharField(default='', max_length=80),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='case',
            name='version',
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.RunPython(name_cases, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='case',
            name='case_id',
            field=models.CharField(default=project.payments.models.case.new_case_id, max_length=20, unique=True),
        ),
        migrations.AddField(
            model_name='payment',
            name='refunding_paise',
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='webhookmessage',
            name='proof',
            field=models.CharField(blank=True, max_length=8),
        ),
        migrations.AlterField(
            model_name='case',
            name='kind',
            field=models.CharField(choices=[('amount_differs', 'Amount Differs'), ('id_differs', 'Id Differs'), ('paid_twice', 'Paid Twice'), ('paid_without_stock', 'Paid Without Stock'), ('paid_after_cancel', 'Paid After Cancel'), ('never_settled', 'Never Settled'), ('refund_failed', 'Refund Failed'), ('refund_stuck', 'Refund Stuck'), ('refund_differs', 'Refund Differs'), ('books_differ', 'Books Differ')], max_length=24),
        ),
        migrations.AlterField(
            model_name='case',
            name='payment',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='payments.payment'),
        ),
        migrations.AlterField(
            model_name='case',
            name='proposal',
            field=models.CharField(choices=[('wait', 'Wait'), ('refund', 'Refund'), ('refund_again', 'Refund Again'), ('ask_provider', 'Ask Provider'), ('look', 'Look')], max_length=24),
        ),
        migrations.AlterField(
            model_name='webhookmessage',
            name='received_at',
            field=models.DateTimeField(auto_now_add=True, db_index=True),
        ),
        migrations.AddConstraint(
            model_name='payment',
            constraint=models.CheckConstraint(condition=models.Q(('captured_paise__gte', django.db.models.expressions.CombinedExpression(models.F('refunded_paise'), '+', models.F('refunding_paise')))), name='payment_refund_within_capture'),
        ),
        migrations.AddField(
            model_name='movement',
            name='payment',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='movements', to='payments.payment'),
        ),
        migrations.AddField(
            model_name='refund',
            name='decided_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='refund',
            name='payment',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='refunds', to='payments.payment'),
        ),
        migrations.AddField(
            model_name='refund',
            name='requested_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='refund',
            name='retry_of',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='retry', to='payments.refund'),
        ),
        migrations.AddField(
            model_name='movement',
            name='refund',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='movements', to='payments.refund'),
        ),
        migrations.AddField(
            model_name='case',
            name='refund',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='payments.refund'),
        ),
        migrations.AddField(
            model_name='webhookmessage',
            name='refund',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='payments.refund'),
        ),
        migrations.AddIndex(
            model_name='case',
            index=models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['-opened_at'], name='case_open'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.UniqueConstraint(fields=('kind', 'subject'), name='case_once'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', True), ('closed_by__isnull', True), ('closed_rule', '')), models.Q(('closed_at__isnull', False), ('closed_by__isnull', False), ('closed_rule', '')), models.Q(('closed_at__isnull', False), ('closed_by__isnull', True), models.Q(('closed_rule', ''), _negated=True)), _connector='OR'), name='case_closed_by_somebody'),
        ),
        migrations.AddIndex(
            model_name='refund',
            index=models.Index(condition=models.Q(('next_check_at__isnull', False)), fields=['next_check_at'], name='refund_due'),
        ),
        migrations.AddConstraint(
            model_name='refund',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['approval', 'requested', 'under_way', 'done', 'failed'])), name='refund_status_known'),
        ),
        migrations.AddConstraint(
            model_name='refund',
            constraint=models.CheckConstraint(condition=models.Q(('amount_paise__gt', 0)), name='refund_amount_positive'),
        ),
        migrations.AddConstraint(
            model_name='refund',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'done'), _negated=True), ('done_at__isnull', False), _connector='OR'), name='refund_done_has_its_time'),
        ),
        migrations.AddConstraint(
            model_name='refund',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'under_way')), fields=('payment',), name='refund_one_under_way'),
        ),
        migrations.AddConstraint(
            model_name='movement',
            constraint=models.UniqueConstraint(fields=('kind', 'reference'), name='movement_once'),
        ),
        migrations.AddConstraint(
            model_name='movement',
            constraint=models.CheckConstraint(condition=models.Q(('amount_paise__gt', 0)), name='movement_amount_positive'),
        ),
        migrations.AddConstraint(
            model_name='movement',
            constraint=models.CheckConstraint(condition=models.Q(('source', models.F('target')), _negated=True), name='movement_goes_somewhere'),
        ),
        migrations.RunPython(open_the_books, migrations.RunPython.noop),
    ]
