from django.db import migrations

from project.core.text_search import trigram_index


class Migration(migrations.Migration):
    """The search of the log."""

    atomic = False
    dependencies = [("audit", "0002_written_once"), ("core", "0004_trigrams")]
    operations = [
        trigram_index("audit_search", "audit_auditentry", "subject", "note", "address"),
    ]
