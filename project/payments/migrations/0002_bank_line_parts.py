from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('payments', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='bankmatch',
            name='part_paise',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddConstraint(
            model_name='bankmatch',
            constraint=models.CheckConstraint(condition=models.Q(('part_paise__gt', 0)), name='bank_match_part_positive'),
        ),
    ]
