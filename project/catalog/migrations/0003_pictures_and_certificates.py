"""Pictures become rows, because their sizes and placeholders belong to them; certificates join the products.

The keys that products and categories had are given up: `sample_shop` writes its own again.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0002_first_categories"),
    ]

    operations = [
        migrations.CreateModel(
            name="Picture",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.SlugField(max_length=80, unique=True)),
                ("digest", models.CharField(help_text="Of the source's content", max_length=12)),
                (
                    "width",
                    models.PositiveSmallIntegerField(
                        help_text="Of the source, in pixels; nothing larger is made"
                    ),
                ),
                ("height", models.PositiveSmallIntegerField()),
                ("placeholder", models.TextField(help_text="The picture in 16 pixels, as a data: address")),
                ("color", models.CharField(help_text="Its average, #rrggbb", max_length=7)),
            ],
        ),
        migrations.RemoveField(
            model_name="category",
            name="image",
        ),
        migrations.RemoveField(
            model_name="product",
            name="more_pictures",
        ),
        migrations.AddField(
            model_name="category",
            name="picture",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="catalog.picture",
            ),
        ),
        migrations.RemoveField(
            model_name="product",
            name="main_picture",
        ),
        migrations.AddField(
            model_name="product",
            name="main_picture",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="catalog.picture",
            ),
        ),
        migrations.CreateModel(
            name="Certificate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.CharField(max_length=40, unique=True)),
                ("mukhi", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("origin_en", models.CharField(max_length=80)),
                ("origin_hi", models.CharField(max_length=80)),
                ("weight_milligrams", models.PositiveIntegerField()),
                ("lab", models.CharField(max_length=80)),
                ("issued_on", models.DateField()),
                (
                    "is_sample",
                    models.BooleanField(
                        default=False, help_text="Belongs to the sample shop: proves nothing"
                    ),
                ),
                (
                    "product",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="certificates",
                        to="catalog.product",
                    ),
                ),
                (
                    "xray",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="catalog.picture",
                    ),
                ),
            ],
            options={
                "ordering": ["-issued_on", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("mukhi__isnull", True), ("mukhi__range", (1, 30)), _connector="OR"
                        ),
                        name="certificate_mukhi_counts",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("weight_milligrams__gt", 0)), name="certificate_has_weight"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ProductPicture",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "picture",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="catalog.picture"
                    ),
                ),
                (
                    "product",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="further_pictures",
                        to="catalog.product",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
                "constraints": [
                    models.UniqueConstraint(fields=("product", "picture"), name="picture_once_per_product"),
                    models.UniqueConstraint(fields=("product", "position"), name="picture_position_once"),
                ],
            },
        ),
    ]
