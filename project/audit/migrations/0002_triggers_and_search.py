from django.db import migrations

from project.audit.triggers import AUDIT_LOG
from project.core.text_search import AddTrigramIndex
from project.core.trigger_operations import CreateTriggers


class Migration(migrations.Migration):
    initial = True

    dependencies = [("audit", "0001_initial"), ("core", "0002_triggers_and_trigrams")]
    operations = [
        CreateTriggers(AUDIT_LOG),
        AddTrigramIndex("audit_search", "audit_auditentry", "subject", "note", "address"),
    ]
