from django.db import migrations

from project.core.text_search import AddTrigramIndex


class Migration(migrations.Migration):
    initial = True

    dependencies = [("audit", "0001_initial"), ("core", "0002_triggers_and_trigrams")]
    operations = [
        AddTrigramIndex("audit_search", "audit_auditentry", "subject", "note", "address"),
    ]
