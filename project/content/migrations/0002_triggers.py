from django.db import migrations


class Migration(migrations.Migration):
    initial = True

    dependencies = [("content", "0001_initial")]
