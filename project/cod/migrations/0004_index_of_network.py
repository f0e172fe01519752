from django.db import migrations, models

from project.core.concurrent_index import AddIndexWhileWriting


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("cod", "0003_unpaid_of_network")]

    operations = [
        AddIndexWhileWriting(
            model_name="cashondelivery",
            index=models.Index(
                condition=models.Q(("network", ""), _negated=True),
                fields=["network"],
                name="cash_on_delivery_network",
            ),
        ),
    ]
