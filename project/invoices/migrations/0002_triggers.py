from django.db import migrations


class Migration(migrations.Migration):
    initial = True

    dependencies = [("invoices", "0001_initial")]
