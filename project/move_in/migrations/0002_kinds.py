from django.db import migrations, models

KINDS = [
    ("products", "Products"),
    ("customers", "Customers"),
    ("orders", "Orders"),
    ("addresses", "Addresses"),
]


class Migration(migrations.Migration):

    dependencies = [
        ("move_in", "0001_initial"),
    ]

    operations = [
        migrations.AlterField("import", "kind", models.CharField(choices=KINDS, max_length=16)),
        migrations.AlterField("imported", "kind", models.CharField(choices=KINDS, max_length=16)),
    ]
