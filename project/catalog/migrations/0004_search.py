"""What the search reads; 0011 makes its full-text index and its triggers."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalog", "0003_pictures_and_certificates")]

    operations = [
        migrations.CreateModel(
            name="SearchChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("product_id", models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="SearchDocument",
            fields=[
                (
                    "product",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="search_document",
                        serialize=False,
                        to="catalog.product",
                    ),
                ),
                ("title", models.TextField(help_text="Of both titles, in their order")),
                ("shelf", models.TextField(help_text="Of the category's names")),
                ("words", models.TextField(help_text="All of them, each once")),
                ("title_length", models.PositiveSmallIntegerField()),
                ("texts", models.JSONField(help_text="Language → key → the word as written")),
            ],
        ),
        migrations.CreateModel(
            name="SearchWord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("word", models.CharField(max_length=40, unique=True)),
                ("padded", models.CharField(default="", help_text="With a space before and after", max_length=42)),
                ("in_title", models.BooleanField(help_text="Of a product or a category")),
                ("text_en", models.CharField(blank=True, max_length=120)),
                ("text_hi", models.CharField(blank=True, max_length=120)),
            ],
        ),
    ]
