from django.db import migrations


class Migration(migrations.Migration):
    initial = True

    dependencies = [("discounts", "0001_initial"), ("orders", "0002_triggers_and_search")]
