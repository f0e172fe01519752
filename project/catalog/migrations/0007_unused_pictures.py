from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalog", "0006_staff_edits")]

    operations = [
        migrations.AddField(
            model_name="picture",
            name="unused_since",
            field=models.DateTimeField(
                blank=True,
                help_text="When nothing was first seen to show it; empty while something does",
                null=True,
            ),
        ),
    ]
