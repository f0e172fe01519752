import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0004_search"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="certificate",
            constraint=models.CheckConstraint(
                condition=models.Q(("number", django.db.models.functions.text.Upper("number"))),
                name="certificate_number_in_capitals",
            ),
        ),
    ]
