from django.db import migrations


class Migration(migrations.Migration):
    initial = True

    dependencies = [("events", "0001_initial")]
