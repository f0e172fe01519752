from django.db import migrations, models

from project.core.concurrent_index import AddIndexWhileWriting


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("orders", "0004_payment_trial")]

    operations = [
        AddIndexWhileWriting(
            model_name="order",
            index=models.Index(
                condition=models.Q(("payment_trial", ""), _negated=True),
                fields=["payment_trial"],
                name="order_trial",
            ),
        ),
    ]
