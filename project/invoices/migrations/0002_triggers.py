from django.db import migrations

from project.core.trigger_operations import CreateTriggers
from project.invoices.triggers import DOCUMENT_FILES, DOCUMENTS, NO_GAP_IN_KIND, NUMBER_GAPS


class Migration(migrations.Migration):
    initial = True

    dependencies = [("invoices", "0001_initial")]
    operations = [CreateTriggers(DOCUMENTS, DOCUMENT_FILES, NUMBER_GAPS, NO_GAP_IN_KIND)]
