from django.db import migrations, models

from project.core.concurrent_index import AddIndexWhileWriting


class Migration(migrations.Migration):
    """Failed mails are found without reading all others."""

    atomic = False
    dependencies = [("core", "0004_trigrams")]
    operations = [
        AddIndexWhileWriting("mail", models.Index(fields=["created_at"], condition=models.Q(("status", "failed")), name="mail_failed")),
    ]
